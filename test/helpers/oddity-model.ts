import {oddParameter, oddStatus} from '../../source/routes/oddity.js';
import type {Expected} from '../../source/routes/route.js';

/** What is odd about a request: of two things the parameter, for the answer may be due to it. Null when nothing is. */
export function oddityOf(expects: Expected | null, url: string, status: number | null): string | null {
	return expects === null ? null : (oddParameter(expects, url) ?? oddStatus(expects, status));
}

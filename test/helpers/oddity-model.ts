import {oddParameter, oddStatus} from '../../source/routes/oddity.js';
import type {Expected} from '../../source/routes/route.js';

/** Returns the oddity of a request, or null. An odd parameter takes precedence over an odd status, which it may have caused. */
export function oddityOf(expects: Expected | null, url: string, status: number | null): string | null {
	return expects === null ? null : (oddParameter(expects, url) ?? oddStatus(expects, status));
}

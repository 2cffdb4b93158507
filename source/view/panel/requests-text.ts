import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import type {Query} from '../../query/query.js';

/** `1234 requests`, and what they were searched with; sanitised. */
export function requestsText(n: number, {text}: Query): string {
	const requests = `${n} ${n === 1 ? 'request' : 'requests'}`;
	// Some hundred columns of a search are as many as any screen has room for.
	return text === '' ? requests : `${requests} of ${fitWidth(sanitise(text.slice(0, 1000)), 200).trimEnd()}`;
}

import type {Expected} from './route.js';

/** Statuses that mean that nothing exists at a URL. */
const notFound: ReadonlySet<number> = new Set([404, 410]);

/** Describes an unexpected status, such as `404 instead of 200`. Returns null for an expected one. */
export function oddStatus({status: expected}: Expected, status: number | null): string | null {
	if (status === null || (expected === 'found' ? !notFound.has(status) : status === expected)) {
		return null;
	}
	return `${status} instead of ${expected === 'found' ? 200 : expected}`;
}

/** Describes a parameter that should be an integer and isn't. */
export function noInteger(name: string): string {
	return `${name} is not an integer`;
}

/** Describes an unexpected parameter of a URL, such as `p is not an integer`. Returns null if all are as expected. */
export function oddParameter({integerParameters}: Expected, url: string): string | null {
	if (integerParameters.length === 0) {
		return null;
	}
	const question = url.indexOf('?');
	if (question === -1) {
		return null;
	}
	const hash = url.indexOf('#', question);
	const end = hash === -1 ? url.length : hash;
	// Doesn't split the query, because 64 KiB of it may be ampersands only.
	for (let start = question + 1; start < end; ) {
		const ampersand = url.indexOf('&', start);
		const next = ampersand === -1 || ampersand > end ? end : ampersand;
		const name = integerParameters.find(
			name =>
				url.startsWith(name, start) && (url[start + name.length] === '=' || start + name.length === next),
		);
		if (name !== undefined && !/^-?\d+$/.test(url.slice(start + name.length + 1, next))) {
			return noInteger(name);
		}
		start = next + 1;
	}
	return null;
}

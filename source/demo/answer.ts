import type {Exchange} from './combined-line.js';
import type {Random} from './random.js';

/** Size of nginx's own page for a status, bytes. */
export const errorPageBytes = {redirect: 162, unauthorised: 172, forbidden: 146, notFound: 146, failure: 170};

/** Size of the shop's own page for what it doesn't have, bytes. */
export const missingPageBytes = 6_204;

/** The usual size of a URL's answer, so that the same page weighs about the same each time, bytes. */
function usualBytes(url: string): number {
	let hash = 0;
	for (let index = 0; index < url.length; index++) {
		hash = (Math.imul(hash, 31) + url.charCodeAt(index)) >>> 0;
	}
	return 9_000 + (hash % 27_000);
}

/** How the shop answers a request for a page that is there: mostly with it. */
export function answer(random: Random, url: string): Pick<Exchange, 'status' | 'bytes'> {
	const outcome = random.fraction();
	if (outcome < 0.004) {
		return {status: 500, bytes: errorPageBytes.failure};
	}
	if (outcome < 0.0045) {
		return {status: 503, bytes: errorPageBytes.failure};
	}
	// 499 is nginx's: the client didn't wait for the answer.
	if (outcome < 0.008) {
		return {status: 499, bytes: 0};
	}
	return {status: 200, bytes: found(random, url)};
}

/** Size of a page that is there, bytes. */
export function found(random: Random, url: string): number {
	return usualBytes(url) + random.between(0, 400);
}

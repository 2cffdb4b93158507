import type {Client} from './clients.js';
import type {Random} from './random.js';

/** Typical duration of a page in the shop, in ms. */
const usual: ReadonlyArray<readonly [page: RegExp, milliseconds: number]> = [
	[/^\/(en|de)\/detail\//, 140],
	[/^\/$/, 35],
	[/^\/admin\/.*\.php/, 190],
	[/^\/admin\//, 2],
	[/^\/robots\.txt$/, 1],
	[/\?c=\d+$/, 80],
	[/^\/(en|de)\//, 60],
];

/** One of this many articles is always slow, as if it had too many pictures or no index. */
const oneSlowIn = 17;
const slowFactor = 9;

/** Returns the duration of a request, in ms. */
export function duration(random: Random, {url, status}: Exchange): number {
	const chance = 0.5 + random.wait(0.5);
	if (status === 503) {
		return 10_000 * chance;
	}

	// Redirects and errors take almost no time.
	if (status >= 300 && status < 500 && status !== 499) {
		return chance;
	}

	const milliseconds = usual.find(([page]) => page.test(url))?.[1] ?? 3;
	const article = Number(/sArticle\/(\d+)/.exec(url)?.[1] ?? 1);
	return milliseconds * chance * (article % oneSlowIn === 0 ? slowFactor : 1) * (status === 499 ? 20 : 1);
}

/** Size of nginx's own page for a status, in bytes. */
export const errorPageBytes = {redirect: 162, unauthorised: 172, forbidden: 146, notFound: 146, failure: 170};

/** Size of the shop's page for a missing article, in bytes. */
export const missingPageBytes = 6_204;

/** Returns the typical size of a URL's response, in bytes: the same page has about the same size each time. */
function usualBytes(url: string): number {
	let hash = 0;
	for (let index = 0; index < url.length; index++) {
		hash = (Math.imul(hash, 31) + url.charCodeAt(index)) >>> 0;
	}
	return 9_000 + (hash % 27_000);
}

/** Returns the response of the shop for an existing page: mostly the page itself. */
export function answer(random: Random, url: string): Pick<Exchange, 'status' | 'bytes'> {
	const outcome = random.fraction();
	if (outcome < 0.004) {
		return {status: 500, bytes: errorPageBytes.failure};
	}
	if (outcome < 0.0045) {
		return {status: 503, bytes: errorPageBytes.failure};
	}
	// nginx logs 499 if the client closed the connection before the response.
	if (outcome < 0.008) {
		return {status: 499, bytes: 0};
	}
	return {status: 200, bytes: found(random, url)};
}

/** Returns the size of an existing page, in bytes. */
export function found(random: Random, url: string): number {
	return usualBytes(url) + random.between(0, 400);
}

/** One request and its response, without client and time. */
export type Exchange = {
	readonly method: 'GET' | 'POST' | 'HEAD';
	readonly url: string;
	readonly status: number;
	/** Size of the body of the response, in bytes. */
	readonly bytes: number;
	/** Null if the request is sent without a referer. */
	readonly referer: string | null;
	/** The authenticated user, or null. */
	readonly user: string | null;
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function two(number: number) {
	return String(number).padStart(2, '0');
}

/** Formats a time as in `%t` and `$time_local`, in UTC: `05/Nov/2026:09:03:07 +0000`. `time` is in ms since 1970. */
export function logTime(time: number): string {
	const date = new Date(time);
	const day = `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
	return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}

/** Returns a line of nginx's predefined format `combined`, without a line end. Its values must not need escaping. */
export function combinedLine(time: number, client: Client, exchange: Exchange): string {
	const {method, url, status, bytes, referer, user} = exchange;
	const request = `${method} ${url} ${client.protocol}`;
	return `${client.ip} - ${user ?? '-'} [${logTime(time)}] "${request}" ${status} ${bytes} "${referer ?? '-'}" "${client.agent ?? '-'}"`;
}

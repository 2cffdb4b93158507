import type {Client} from './clients.js';
import type {Random} from './random.js';

/** How long the shop usually takes for a page, milliseconds. */
const usual: ReadonlyArray<readonly [page: RegExp, milliseconds: number]> = [
	[/^\/(en|de)\/detail\//, 140],
	[/^\/$/, 35],
	[/^\/admin\/.*\.php/, 190],
	[/^\/admin\//, 2],
	[/^\/robots\.txt$/, 1],
	[/\?c=\d+$/, 80],
	[/^\/(en|de)\//, 60],
];

/** Of the articles one in so many is slow each time: it has a picture too many, or no index. */
const oneSlowIn = 17;
const slowFactor = 9;

/** How long the server took for a request, milliseconds. */
export function duration(random: Random, {url, status}: Exchange): number {
	const chance = 0.5 + random.wait(0.5);
	if (status === 503) {
		return 10_000 * chance;
	}

	// What it turns away or doesn't know costs nothing.
	if (status >= 300 && status < 500 && status !== 499) {
		return chance;
	}

	const milliseconds = usual.find(([page]) => page.test(url))?.[1] ?? 3;
	const article = Number(/sArticle\/(\d+)/.exec(url)?.[1] ?? 1);
	return milliseconds * chance * (article % oneSlowIn === 0 ? slowFactor : 1) * (status === 499 ? 20 : 1);
}

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

/** One request and its answer, but for the client and the time. */
export type Exchange = {
	readonly method: 'GET' | 'POST' | 'HEAD';
	readonly url: string;
	readonly status: number;
	/** Size of the answer's body. */
	readonly bytes: number;
	/** Null: none was sent. */
	readonly referer: string | null;
	/** The user who signed in, null without. */
	readonly user: string | null;
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function two(number: number) {
	return String(number).padStart(2, '0');
}

/** The time as in `%t` and `$time_local`, in UTC: `05/Nov/2026:09:03:07 +0000`. `time` is ms since 1970. */
export function logTime(time: number): string {
	const date = new Date(time);
	const day = `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
	return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}

/** A line of nginx's predefined format `combined`, without a line end. Nothing in it may need escaping. */
export function combinedLine(time: number, client: Client, exchange: Exchange): string {
	const {method, url, status, bytes, referer, user} = exchange;
	const request = `${method} ${url} ${client.protocol}`;
	return `${client.ip} - ${user ?? '-'} [${logTime(time)}] "${request}" ${status} ${bytes} "${referer ?? '-'}" "${client.agent ?? '-'}"`;
}

import type {Client} from './clients.js';

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
const two = (number: number) => String(number).padStart(2, '0');

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

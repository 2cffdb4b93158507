import fc from 'fast-check';
import {logLine, logStart} from './log-lines.js';
import {words} from './words.js';

/** A request before it is logged. */
export type Logged = {
	readonly isJson: boolean;
	readonly time: number | null;
	readonly status: number | null;
	readonly ip: string | null;
	readonly method: string | null;
	readonly url: string;
	readonly host: string | null;
	readonly user: string | null;
	readonly referer: string | null;
	readonly userAgent: string | null;
	readonly forwardedFor: string | null;
	readonly upstream: string | null;
	readonly bytes: number | null;
	readonly durationMs: number | null;
};

/** Few values per field, so that queries find matches. */
export const pools = {
	ip: words`203.0.113.9 203.0.113.10 10.1.2.3 2001:db8::7 2001:DB8:0::8 ::ffff:10.1.2.3 proxy.example`,
	method: ['GET', 'POST', 'get', 'PROPFIND'],
	url: [
		'/',
		'/en/shoes/',
		'/en/shoes/?p=2',
		'/EN/Shoes/boots/',
		'/de/Schuhe/%C3%A4',
		'/de/schuhe/a%cc%88?q=shoes+b%6Fots',
		'/de/schuhe/ä"ß\\x',
		'/robots.txt',
		'/admin/x.php',
		'/admin/K.PHP',
		'/ſ/\u212A',
		'http://shop.example/en/shoes/',
		`/${'long/'.repeat(40)}end`,
		'/?p=2&a=b&p=2&&q',
		'/x?a=B#f?c=d',
		`/?${Array.from('abcdefghij').join('&')}&p=2&${'long'.repeat(70)}`,
	],
	host: ['shop.example', 'SHOP.example'],
	user: ['alice', 'böb', 'a b'],
	referer: [
		'https://shop.example/',
		'/en/',
		'HTTP://Me@Shop.Example:8080/x',
		'android-app://org.example',
		'https://[::1]:1/',
	],
	userAgent: [
		'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
		'Googlebot/2.1 (+http://www.google.com/bot.html)',
		'curl/8.5.0',
		'okhttp/4.9.3',
	],
	forwardedFor: ['203.0.113.9', '198.51.100.7, 10.1.2.3', 'unknown'],
	upstream: ['10.0.0.5:8080', '10.0.0.5:8080, 10.0.0.6:8080', 'unix:/run/app.sock'],
	status: [200, 301, 404, 499, 500, 503, 599],
} as const;

function orNull<Value>(values: readonly Value[]): fc.Arbitrary<Value | null> {
	return fc.option(fc.constantFrom(...values), {freq: 6});
}

/** Requests within `seconds` after `logStart`, either in JSON with optional fields missing, or in the combined format. */
export function logged(seconds: number, urls: readonly string[] = pools.url): fc.Arbitrary<Logged> {
	return fc
		.record({
			isJson: fc.boolean(),
			time: fc.option(
				fc.nat({max: seconds}).map(second => logStart + second * 1000),
				{freq: 8},
			),
			status: orNull(pools.status),
			ip: orNull(pools.ip),
			method: orNull(pools.method),
			url: fc.constantFrom(...urls),
			host: orNull(pools.host),
			user: orNull(pools.user),
			referer: orNull(pools.referer),
			userAgent: orNull(pools.userAgent),
			forwardedFor: orNull(pools.forwardedFor),
			upstream: orNull(pools.upstream),
			bytes: fc.option(fc.nat({max: 3000})),
			durationMs: fc.option(fc.constantFrom(0, 0.5, 12, 400, 2500)),
		})
		.map(one => ({...one, ...(one.isJson ? alwaysRequest(one) : alwaysCombined(one))}));
}

/**
 * Adds fields that a JSON object needs to count as a request. Without a status it needs time, method and client. With an absolute
 * URL it needs method and client, because otherwise a program may have logged an outgoing request. Forwarded addresses would be
 * the client if there is no other.
 */
function alwaysRequest({time, method, status, ip, url, forwardedFor}: Logged): Partial<Logged> {
	const client = {ip: ip ?? '192.0.2.1', method: method ?? 'GET'};
	return status === null
		? {...client, time: time ?? logStart}
		: url.startsWith('http')
			? client
			: {forwardedFor: ip === null ? null : forwardedFor};
}

/** Adds the fields that the combined format always has. Removes the fields that it can't contain. */
function alwaysCombined({time, method, status, ip}: Logged): Partial<Logged> {
	return {
		time: time ?? logStart,
		method: method ?? 'GET',
		status: status ?? 200,
		ip: ip ?? '192.0.2.1',
		host: null,
		forwardedFor: null,
		upstream: null,
		durationMs: null,
	};
}

/** Returns the log line of a request. */
export function lineOf(entry: Logged): string {
	if (entry.isJson) {
		const {isJson, time, userAgent, forwardedFor, upstream, durationMs, status, url, ...others} = entry;
		const line = {
			...others,
			time: time === null ? undefined : new Date(time).toISOString(),
			status: status ?? undefined,
			request_uri: url,
			user_agent: userAgent,
			x_forwarded_for: forwardedFor,
			upstream_addr: upstream,
			duration_ms: durationMs,
		};
		return `${JSON.stringify(line)}\n`;
	}
	const {time, ip, user, method, url, status, bytes, referer, userAgent} = entry;
	return logLine({
		time: time ?? logStart,
		ip: ip ?? '-',
		user: user?.replaceAll(' ', '_') ?? '-',
		request: `${method} ${escaped(url)} HTTP/1.1`,
		status: status ?? '-',
		bytes: bytes ?? '-',
		referer: escaped(referer ?? '-'),
		userAgent: escaped(userAgent ?? '-'),
	});
}

/** Escapes text as nginx does. */
function escaped(text: string): string {
	return /^[ !#-[\]-~]*$/.test(text) ? text : escapedBytes(text);
}

function escapedBytes(text: string): string {
	return Array.from(Buffer.from(text), byte =>
		byte < 32 || byte > 126 || byte === 34 || byte === 92
			? `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`
			: String.fromCharCode(byte),
	).join('');
}

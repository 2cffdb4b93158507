import {dash, space} from '../../ascii.js';
import {type EntryRecord, noRequest, spanOf} from '../entry-record.js';
import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {firstOf} from '../pattern/first-of.js';
import {
	forwardedClient,
	host,
	isoTime,
	milliseconds,
	other,
	request,
	size,
	status,
	upstream,
	userAgent,
} from '../pattern/pieces.js';

const begin = ['[', isoTime('utc'), '] "', request, '" ', status, ' ', other, ' '];
const numbers = [
	other,
	' ',
	size,
	' ',
	milliseconds,
	' ',
	other,
	' "',
	forwardedClient,
	'" "',
	userAgent,
	'" "',
];
const end = [other, '" "', host, '" "', upstream, '"'];

/**
 * Envoy's default as text, and Istio's, which says more of the answer. The client is the first that it was forwarded
 * for: the address that has connected isn't in the log.
 * https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage#default-format-string
 * https://istio.io/latest/docs/tasks/observability/logs/access-log/
 */
export const envoy: FormatReader = {
	begins: '[',
	formats: [
		{
			name: 'envoy',
			title: 'Envoy, Istio, Contour',
			escapes: 'none',
			example:
				'[2026-11-20T09:03:07.743Z] "GET /en/ HTTP/1.1" 200 - 0 256 50 25 "203.0.113.7" "curl/8.10.1" "cc21d9b0" "shop.example" "10.0.0.2:8080"',
		},
	],
	open() {
		const read = firstOf(
			compilePattern([...begin, ...numbers, ...end], 'any'),
			compilePattern([...begin, other, ' ', other, ' "', other, '" ', ...numbers, ...end], 'any'),
		);
		return (bytes, start, end, record) => {
			const answer = read(bytes, start, end, record);
			return answer === 0 && isConnection(bytes, record) ? noRequest : answer;
		};
	},
};

/** Whether the request is `- - -`: a connection of TCP that was passed on. */
const isConnection = (bytes: Buffer, {spans}: EntryRecord): boolean => {
	const start = spans[spanOf.url] ?? 0;
	const isShort = (spans[spanOf.url + 1] ?? 0) - start === 3 && spans[spanOf.method + 1] === 0;
	return isShort && bytes[start] === dash && bytes[start + 1] === space && bytes[start + 2] === dash;
};

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
	open: () =>
		firstOf(
			compilePattern([...begin, ...numbers, ...end], 'any'),
			compilePattern([...begin, other, ' ', other, ' "', other, '" ', ...numbers, ...end], 'any'),
		),
};

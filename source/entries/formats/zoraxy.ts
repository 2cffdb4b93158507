import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {client, host, isoTime, loose, method, other, sureStatus, url, userAgent} from '../pattern/pieces.js';

/**
 * Zoraxy's log of requests, in which nothing is escaped, and a URL has no space: Go refuses those; times are of the
 * machine's zone.
 * https://github.com/tobychui/zoraxy/blob/main/src/mod/info/logger/trafficlog.go
 */
export const zoraxy: FormatReader = {
	begins: '[',
	formats: [
		{
			name: 'zoraxy',
			title: 'Zoraxy',
			escapes: 'none',
			example:
				'[2026-11-20 09:03:07.123456] [router:host-http] [origin:shop.example] [client: 203.0.113.7] [useragent: curl/8.5.0] GET /en/ 200',
		},
	],
	open: () =>
		compilePattern([
			...['[', isoTime(), '] [router:', other, '] [origin:', host, '] [client: ', client],
			...['] [useragent: ', loose(userAgent), '] ', method, ' ', url, ' ', sureStatus],
		]),
};

import {noRequest} from '../entry-record.js';
import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {firstOf} from '../pattern/first-of.js';
import {haproxyClient, haproxyDuration, haproxySize, haproxyTime, queues} from '../pattern/haproxy-pieces.js';
import {loose, other, request, status, upstream} from '../pattern/pieces.js';

const begin = [haproxyClient, ' [', haproxyTime, '] '];
const columns = [
	...[...begin, other, ' ', upstream, ' ', haproxyDuration, ' ', status, ' ', haproxySize, ' '],
	...[other, ' ', other, ' ', other, ' ', other, ' ', queues, ' '],
];

/**
 * HAProxy's `option httplog`, also with captured headers and what TLS adds at the end. A line is cut at 1024 bytes
 * unless told otherwise, so the quote at its end may be missing. What it logs of connections without a request is
 * known, and is none. https://docs.haproxy.org/3.0/configuration.html#8.2.3
 */
export const haproxy: FormatReader = {
	formats: [
		{
			name: 'haproxy',
			title: 'HAProxy in HTTP mode',
			escapes: 'haproxy',
			example:
				'203.0.113.7:33317 [20/Nov/2026:09:03:07.655] https-in~ shop/web1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example} {} "GET /en/ HTTP/1.1"',
		},
	],
	open() {
		const read = firstOf(
			compilePattern([...columns, '"', request, '"'], 'any'),
			compilePattern([...columns, loose(other), ' "', request, '"'], 'any'),
			compilePattern([...columns, '"', request]),
			compilePattern([...columns, loose(other), ' "', request]),
		);
		const connection = compilePattern([...begin, other], 'any');
		return (bytes, start, end, record) => {
			const answer = read(bytes, start, end, record);
			return answer === 0 ? 0 : connection(bytes, start, end, record) === 0 ? noRequest : answer;
		};
	},
};

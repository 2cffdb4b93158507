import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import type {Piece} from '../pattern/piece.js';
import {clfTime, client, host, other, referer, request, size, status, userAgent} from '../pattern/pieces.js';
import {decimalNumber, isAddress, setNumber} from '../values/words.js';

/** Nothing else: what else begins with a time in brackets has the version of TLS here. */
const address: Piece = {
	what: 'an address',
	open: () => {
		const take = client.open();
		return (bytes, start, end, record) => isAddress(bytes, start, end) && take(bytes, start, end, record);
	},
};

const requestTime: Piece = {
	what: 'seconds',
	open: () => (bytes, start, end, record) => {
		const time = decimalNumber(bytes, start, end, 1000);
		setNumber(record, 'durationMs', time, start, end);
		return !Number.isNaN(time);
	},
};

/**
 * NPMplus's `alog`, in which the last two columns have no quotes.
 * https://github.com/ZoeyVid/NPMplus/blob/develop/rootfs/usr/local/nginx/conf/nginx.conf
 */
export const npmplus: FormatReader = {
	begins: '[',
	formats: [
		{
			name: 'npmplus',
			title: 'NPMplus',
			escapes: 'clf',
			example:
				'[20/Nov/2026:09:03:07 +0000] shop.example 203.0.113.7 0.052 "GET /en/ HTTP/2.0" 200 4523 4871 https://shop.example/ curl/8.5.0',
		},
	],
	open: () =>
		compilePattern([
			...['[', clfTime, '] ', host, ' ', address, ' ', requestTime, ' "', request, '" '],
			...[status, ' ', size, ' ', other, ' ', referer, ' ', userAgent],
		]),
};

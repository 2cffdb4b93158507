import {comma, quote, space} from '../../ascii.js';
import {spanOf} from '../entry-record.js';
import {isAddressAndPort} from '../values/client.js';
import {closingQuote, isAddress, isNone, setText} from '../values/words.js';
import type {ClfTail} from './clf-tail.js';
import {readTimes} from './timed.js';

/**
 * `"$http_x_forwarded_for"` after the combined format, as in the configuration that comes with nginx; times may
 * follow.
 */
export const nginxMain: ClfTail = {
	format: {
		name: 'nginx_main',
		title: 'nginx with its packaged configuration',
		escapes: 'clf',
		example:
			'10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" "203.0.113.7, 10.0.0.1"',
	},
	readTail(bytes, position, end, record) {
		const start = position + 2;
		if (bytes[position + 1] !== quote || start >= end) {
			return false;
		}
		const textEnd = closingQuote(bytes, start, end);
		if (textEnd === -1 || !isList(bytes, start, textEnd)) {
			return false;
		}
		setText(record, spanOf.forwardedFor, bytes, start, textEnd);
		readTimes(bytes, textEnd + 1, end, record, false);
		return true;
	},
};

/** Whether a text is a list of addresses, or the log's word for none. */
const isList = (bytes: Buffer, start: number, end: number): boolean => {
	let firstEnd = start;
	while (firstEnd < end && bytes[firstEnd] !== comma && bytes[firstEnd] !== space) {
		firstEnd++;
	}
	return (
		start === end ||
		isNone(bytes, start, end) ||
		isAddress(bytes, start, firstEnd) ||
		isAddressAndPort(bytes, start, firstEnd)
	);
};

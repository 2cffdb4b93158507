import {dash} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {readRequestLine} from '../values/request-line.js';
import {decimalNumber, isNoNumber, isNone, setText, wordEnd} from '../values/words.js';
import type {BoundedPart} from './value-part.js';

/** One part of the duration, in seconds; `-1` if the request didn't get that far. The duration is the sum of the parts. */
export const partOfDuration: BoundedPart = {
	field: 'durationMs',
	what: 'seconds, or -1',
	take: (bytes, start, end, record) => {
		const part = decimalNumber(bytes, start, end, 1_000_000);
		if (Number.isNaN(part)) {
			return isNoNumber(bytes, start, end);
		}
		// Adds integer microseconds, so that the sum is exact.
		const sum = Math.round(part + (record.durationMs > 0 ? record.durationMs * 1000 : 0)) / 1000;
		if (Number.isNaN(record.durationMs)) {
			record.spans[spanOf.durationMs] = start;
		}
		record.durationMs = sum;
		record.spans[spanOf.durationMs + 1] = end;
		return true;
	},
};

/** `GET https://shop.example:443/en/ HTTP/1.1`. A request that couldn't be parsed has dashes: `- https://a:443- `. */
export const awsRequest: BoundedPart = {
	isRequest: true,
	what: 'a request',
	take: (bytes, start, end, record) => {
		const methodEnd = wordEnd(bytes, start, end);
		if (isNone(bytes, start, methodEnd)) {
			readBroken(bytes, methodEnd + 1, end, record);
		} else {
			readRequestLine(bytes, start, end, record);
		}
		return true;
	},
};

function readBroken(bytes: Buffer, start: number, end: number, record: EntryRecord): void {
	let urlEnd = wordEnd(bytes, start, end);
	if (urlEnd - start > 1 && bytes[urlEnd - 1] === dash) {
		urlEnd--;
	}
	setText(record, spanOf.url, bytes, start, urlEnd);
}

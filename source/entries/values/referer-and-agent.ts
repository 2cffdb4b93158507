import {quote, space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {closingQuote, setText} from './words.js';

/** Reads ` "referer" "user agent"` at `position`. Returns the position after them, or -1 when they aren't there. */
export const readRefererAndAgent = (
	bytes: Buffer,
	position: number,
	end: number,
	record: EntryRecord,
): number => {
	if (position + 1 >= end || bytes[position] !== space || bytes[position + 1] !== quote) {
		return -1;
	}
	const refererEnd = closingQuote(bytes, position + 2, end);
	if (
		refererEnd === -1 ||
		refererEnd + 2 >= end ||
		bytes[refererEnd + 1] !== space ||
		bytes[refererEnd + 2] !== quote
	) {
		return -1;
	}
	const agentEnd = closingQuote(bytes, refererEnd + 3, end);
	if (agentEnd === -1) {
		return -1;
	}
	setText(record, spanOf.referer, bytes, position + 2, refererEnd);
	setText(record, spanOf.userAgent, bytes, refererEnd + 3, agentEnd);
	return agentEnd + 1;
};

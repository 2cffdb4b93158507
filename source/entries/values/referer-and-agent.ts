import {quote} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {afterSpaces, closingQuote, setText} from './words.js';

/** Reads ` "referer" "user agent"` at `position`. Returns the position after them, or -1 when they aren't there. */
export const readRefererAndAgent = (
	bytes: Buffer,
	position: number,
	end: number,
	record: EntryRecord,
): number => {
	const referer = afterSpaces(bytes, position, end);
	if (referer === position || referer >= end || bytes[referer] !== quote) {
		return -1;
	}
	const refererEnd = closingQuote(bytes, referer + 1, end);
	const agent = refererEnd === -1 ? end : afterSpaces(bytes, refererEnd + 1, end);
	if (agent >= end || agent === refererEnd + 1 || bytes[agent] !== quote) {
		return -1;
	}
	const agentEnd = closingQuote(bytes, agent + 1, end);
	if (agentEnd === -1) {
		return -1;
	}
	setText(record, spanOf.referer, bytes, referer + 1, refererEnd);
	setText(record, spanOf.userAgent, bytes, agent + 1, agentEnd);
	return agentEnd + 1;
};

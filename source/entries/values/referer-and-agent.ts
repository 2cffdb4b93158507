import {dash, quote, space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {isProtocol} from './request-line.js';
import {afterSpaces, closingQuote, setText} from './words.js';

/**
 * Reads ` "referer" "user agent"` at `position`. Returns the offset after them, or -1 if they are missing. Traefik used to write
 * a missing referer as a dash without quotes.
 */
export function readRefererAndAgent(
	bytes: Buffer,
	position: number,
	end: number,
	record: EntryRecord,
): number {
	const referer = afterSpaces(bytes, position, end);
	if (referer === position || referer >= end) {
		return -1;
	}
	if (bytes[referer] !== quote) {
		return readAgentAlone(bytes, referer, end, record);
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
}

/** Reads `- "user agent"`. If another quoted string follows, the dash is a different column, so the result is -1. */
function readAgentAlone(bytes: Buffer, position: number, end: number, record: EntryRecord): number {
	if (bytes[position] !== dash || bytes[position + 1] !== space || bytes[position + 2] !== quote) {
		return -1;
	}
	const agentEnd = closingQuote(bytes, position + 3, end);
	if (agentEnd === -1 || bytes[afterSpaces(bytes, agentEnd + 1, end)] === quote) {
		return -1;
	}
	setText(record, spanOf.userAgent, bytes, position + 3, agentEnd);
	return agentEnd + 1;
}

/**
 * Checks that the value can only be a user agent: the name of a product and its version, `curl/8.5.0`. Not a protocol, a URL or a
 * media type.
 */
export function isUserAgent(bytes: Buffer, start: number, end: number): boolean {
	const text = bytes.toString('latin1', start, Math.min(end, start + maxProductLength));
	return product.test(text) && !isProtocol(bytes, start, end);
}

const maxProductLength = 64;
const product = /^[A-Za-z][\w .+-]*\/v?\d/;

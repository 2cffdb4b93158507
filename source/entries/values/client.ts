import {comma, dash, isDigit, isLetter, openBracket, quote, space, star, underscore} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {closingQuote, isAddress, isNone, portColon, setText, setTrimmedText, wordEnd} from './words.js';

/** Bytes at which a client ends, or isn't plain. */
const isNotPlain = new Uint8Array(256);
for (const character of ' ,"<=') {
	isNotPlain[character.charCodeAt(0)] = 1;
}

/**
 * Position after the client where all that is known of it is its address, as in most lines: `192.0.2.1 - `. Else -1:
 * it may be anything.
 */
export const plainClientEnd = (bytes: Buffer, start: number, end: number): number => {
	let index = start;
	while (index < end && isNotPlain[bytes[index] ?? 0] === 0) {
		index++;
	}
	return bytes[index] === space && bytes[index + 1] === dash && bytes[index + 2] === space ? index : -1;
};

/** Whether a line begins with the name of a virtual host: `www.example.com:443 192.0.2.1 - - […`. */
export const startsWithHost = (bytes: Buffer, start: number, end: number): boolean => {
	const first = wordEnd(bytes, start, end);
	if (bytes[first + 1] === dash || bytes[start] === quote) {
		return false;
	}
	const second = wordEnd(bytes, first + 1, end);
	if (second >= end || !isNameByte(bytes[start] ?? 0) || commaOrEnd(bytes, start, first) < first) {
		return false;
	}
	return (
		isAddress(bytes, first + 1, second) ||
		(portColon(bytes, start, first) !== -1 && !isAddress(bytes, start, first))
	);
};

/** Whether a name may begin with that: a letter, a digit, the bracket of an address, `*`, `_`. */
const isNameByte = (byte: number): boolean =>
	isDigit(byte) ||
	isLetter(byte) ||
	byte >= 128 ||
	byte === openBracket ||
	byte === star ||
	byte === underscore;

/**
 * Reads the client at the beginning of a line and returns the position after it. Where a list of addresses stands
 * there (X-Forwarded-For, in quotes or not), the first is the client; the proxy's own address may follow the list, and
 * is the client if the list is empty.
 */
export const readClient = (bytes: Buffer, start: number, end: number, record: EntryRecord): number => {
	const clientEnd = wordEnd(bytes, start, end);
	if (bytes[start] !== quote && commaOrEnd(bytes, start, clientEnd) === clientEnd) {
		setText(record, spanOf.ip, bytes, start, clientEnd);
		return clientEnd;
	}
	return readList(bytes, start, end, record);
};

/** Position of the first comma of `bytes[start, end)`, or `end`. */
const commaOrEnd = (bytes: Buffer, start: number, end: number): number => {
	let index = start;
	while (index < end && bytes[index] !== comma) {
		index++;
	}
	return index;
};

const readList = (bytes: Buffer, start: number, end: number, record: EntryRecord): number => {
	const isQuoted = bytes[start] === quote;
	const from = isQuoted ? start + 1 : start;
	let to = from;
	if (isQuoted) {
		to = closingQuote(bytes, from, end);
		if (to === -1) {
			return end;
		}
	} else {
		to = wordEnd(bytes, from, end);
		while (bytes[to - 1] === comma && to + 1 < end) {
			to = wordEnd(bytes, to + 1, end);
		}
	}
	const firstEnd = commaOrEnd(bytes, from, to);
	setTrimmedText(record, spanOf.ip, bytes, from, firstEnd);
	if (firstEnd < to) {
		setText(record, spanOf.forwardedFor, bytes, from, to);
	}
	const listEnd = isQuoted ? to + 1 : to;
	const proxyEnd = wordEnd(bytes, listEnd + 1, end);
	if (!isAddress(bytes, listEnd + 1, proxyEnd)) {
		return listEnd;
	}
	if (to === from || isNone(bytes, from, to)) {
		// Nobody forwarded the request, so who connected is the client.
		setText(record, spanOf.ip, bytes, listEnd + 1, proxyEnd);
	}
	return proxyEnd;
};

import {type EntryRecord, spanOf} from './entry-record.js';
import {closingQuote, isAddress, portColon, setText, wordEnd} from './words.js';

const quote = 34;
const comma = 44;
const dash = 45;

/** Whether a line begins with the name of a virtual host: `www.example.com:443 192.0.2.1 - - […`. */
export const startsWithHost = (bytes: Buffer, start: number, end: number): boolean => {
	const first = wordEnd(bytes, start, end);
	const second = wordEnd(bytes, first + 1, end);
	if (second >= end || bytes[start] === quote || bytes[first - 1] === comma || bytes[first + 1] === dash) {
		return false;
	}
	return (
		isAddress(bytes, first + 1, second) ||
		(portColon(bytes, start, first) !== -1 && !isAddress(bytes, start, first))
	);
};

/**
 * Reads the client at the beginning of a line and returns the position after it. Where a list of addresses stands
 * there (X-Forwarded-For, in quotes or not), the first is the client; the proxy's own address may follow the list.
 */
export const readClient = (bytes: Buffer, start: number, end: number, record: EntryRecord): number => {
	const clientEnd = wordEnd(bytes, start, end);
	if (bytes[start] !== quote && bytes[clientEnd - 1] !== comma) {
		setText(record, spanOf.ip, bytes, start, clientEnd);
		return clientEnd;
	}
	return readList(bytes, start, end, record);
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
	let firstEnd = from;
	while (firstEnd < to && bytes[firstEnd] !== comma) {
		firstEnd++;
	}
	setText(record, spanOf.ip, bytes, from, firstEnd);
	if (firstEnd < to) {
		setText(record, spanOf.forwardedFor, bytes, from, to);
	}
	const listEnd = isQuoted ? to + 1 : to;
	const proxyEnd = wordEnd(bytes, listEnd + 1, end);
	return isAddress(bytes, listEnd + 1, proxyEnd) ? proxyEnd : listEnd;
};

import {
	closeBracket,
	colon,
	comma,
	dash,
	dot,
	isDigit,
	isLetter,
	openBracket,
	openParenthesis,
	percent,
	quote,
	slash,
	space,
} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {
	afterSpaces,
	closingQuote,
	hasSeparator,
	isAddress,
	isNone,
	isPlainIpv4,
	matches,
	portColon,
	setText,
	wordEnd,
} from './words.js';

/** Host names: letters, digits, other characters of RFC 3986, 3.2.2, and everything beyond ASCII. */
const hostText = /^[\w.~%!$&'()*+;\x80-\xFF-]*$/;

/** Log levels, which loggers write before a line. */
const levels: ReadonlySet<string> = new Set(
	'trace debug info notice warn warning err error crit critical alert emerg fatal'.split(' '),
);

/** Words that aren't virtual hosts: times, numbers, names of log files. */
const isNoHost = /^(?:[\d.-]*|\d{4}-?\d\d-?\d\d.*|.*\.log)$/i;

/** Checks that a word can be a virtual host, with or without a port. */
function isHost(bytes: Buffer, start: number, end: number): boolean {
	const port = portColon(bytes, start, end);
	const hostEnd = port === -1 ? (bytes[end - 1] === colon ? end - 1 : end) : port;
	if (isAddressOrName(bytes, start, hostEnd, isAddress) || isAddress(bytes, start, end)) {
		return true;
	}
	const name = bytes.toString('latin1', start, hostEnd);
	return hostText.test(name) && !isNoHost.test(name) && !levels.has(name.toLowerCase());
}

/**
 * Checks that a word is a host name, with or without a port: `localhost`, or labels whose last one has only letters or starts with
 * `xn--`. Versions (`TLSv1.3`), addresses and plain words aren't host names.
 */
export function isHostName(bytes: Buffer, start: number, end: number): boolean {
	const port = portColon(bytes, start, end);
	return hostName.test(bytes.toString('latin1', start, port === -1 ? end : port));
}

const hostName = /^(?:localhost|(?:[a-z\d_](?:[\w-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59}))$/i;

/** Checks that a word before a client, or in the ident column, is a host: a host name, an address, or a name with its port. */
export function isVirtualHost(bytes: Buffer, start: number, end: number): boolean {
	return (
		isHostName(bytes, start, end) ||
		portColon(bytes, start, end) !== -1 ||
		isAddressAndPort(bytes, start, end)
	);
}

/**
 * Checks that a line starts with a virtual host, or another word before the client: `www.example.com:443 192.0.2.1 - - […`. A dash
 * stands for a missing host.
 */
export function startsWithHost(bytes: Buffer, start: number, end: number): boolean {
	const first = wordEnd(bytes, start, end);
	const secondStart = afterSpaces(bytes, first, end);
	if (bytes[secondStart] === dash || bytes[start] === quote) {
		return false;
	}
	const second = wordEnd(bytes, secondStart, end);
	if (isNone(bytes, start, first)) {
		return isAddressAndPort(bytes, secondStart, second) && isBeforeDashAndUser(bytes, second, end);
	}
	if (second >= end || !isHost(bytes, start, first)) {
		return false;
	}
	const port = portColon(bytes, start, first);
	if (bytes[first - 1] === colon && !isAddress(bytes, start, first)) {
		// The name of a logger, with its colon.
		return false;
	}
	if (isAddressAndPort(bytes, secondStart, wordEnd(bytes, secondStart, second, comma))) {
		// If both words are addresses, the first is a host only if a dash and a user follow. In `192.0.2.1 198.51.100.4 - [` it is
		// the client.
		const isThird = bytes[second - 1] !== comma && isAddress(bytes, start, first);
		return !isThird || isBeforeDashAndUser(bytes, second, end);
	}
	if (port === -1 || isAddress(bytes, start, first)) {
		// The client is a host name. Then the line must have one word more than a line without a virtual host.
		return (
			wordEnd(bytes, start, first, dot) < first - 1 && isClientBeforeNames(bytes, secondStart, second, end)
		);
	}
	// `example.org:443` is a host, and the client a name. `192.0.2.1:443` is a host only if a dash and a user follow; otherwise it
	// is a client with its port.
	return !isAddressAndPort(bytes, start, first) || isBeforeDashAndUser(bytes, second, end);
}

/** Checks for comma-separated host names, followed by a dash and a user: `localhost, localhost - - `. */
function isClientBeforeNames(bytes: Buffer, start: number, wordStop: number, end: number): boolean {
	let from = start;
	let to = wordStop;
	while (bytes[to - 1] === comma && isBareClient(bytes, from, to - 1)) {
		from = afterSpaces(bytes, to, end);
		to = wordEnd(bytes, from, end);
	}
	return isBareClient(bytes, from, to) && isBeforeDashAndUser(bytes, to, end);
}

/** Checks that a dash and another column, not the time, follow an offset. */
function isBeforeDashAndUser(bytes: Buffer, position: number, end: number): boolean {
	const ident = afterSpaces(bytes, position, end);
	const user = afterSpaces(bytes, ident + 1, end);
	return bytes[ident] === dash && bytes[ident + 1] === space && user < end && bytes[user] !== openBracket;
}

/** Result of `findHostRange`: a range of bytes. */
export const hostRange = {from: 0, to: 0};

/**
 * Finds the address or the name in `bytes[start, end)`, without surrounding spaces, port and brackets. Stores its range in
 * `hostRange`.
 */
export function findHostRange(bytes: Buffer, start: number, end: number): void {
	let from = afterSpaces(bytes, start, end);
	let to = end;
	while (to > from && bytes[to - 1] === space) {
		to--;
	}
	const port = portColon(bytes, from, to);
	to = port === -1 ? to : port;
	// Brackets around a name aren't part of an address: `[info]`.
	if (
		bytes[from] === openBracket &&
		bytes[to - 1] === closeBracket &&
		(matches(/:.*:/s, bytes, from, to) || isAddress(bytes, from + 1, to - 1))
	) {
		from++;
		to--;
	}
	hostRange.from = from;
	hostRange.to = to;
}

/** Checks that `bytes[start, end)` is an address, with or without a port. */
export function isAddressAndPort(bytes: Buffer, start: number, end: number): boolean {
	findHostRange(bytes, start, end);
	return isAddress(bytes, hostRange.from, hostRange.to);
}

/**
 * Checks that `bytes[start, end)` is an address in brackets, an address with a zone or with the length of a network, or accepted
 * by `isBare`.
 */
function isAddressOrName(
	bytes: Buffer,
	start: number,
	end: number,
	isBare: (bytes: Buffer, start: number, end: number) => boolean,
): boolean {
	if (bytes[start] === openBracket) {
		return bytes[end - 1] === closeBracket && isAddress(bytes, start + 1, end - 1);
	}
	const addressEnd = wordEnd(bytes, start, wordEnd(bytes, start, end, slash), percent);
	return (addressEnd < end && isAddress(bytes, start, addressEnd)) || isBare(bytes, start, end);
}

/** Checks that `bytes[start, end)` is an address, a host name, or starts with `unix:`, as nginx logs a socket. */
function isBareClient(bytes: Buffer, start: number, end: number): boolean {
	return isAddress(bytes, start, end) || matches(/^unix:|^(?=[\w.-]*[A-Za-z])[\w.-]*$/, bytes, start, end);
}

/** Checks for a host name with at least one letter, or a part of one. */
export function isBareName(bytes: Buffer, start: number, end: number): boolean {
	return matches(/^(?=[\w.-]*[A-Za-z])[\w.-]*$/, bytes, start, end);
}

/**
 * Sets the client to the address or the name `bytes[start, end)`, without its port and brackets. A `-` leaves it empty. Returns
 * false if it is anything else.
 */
export function setClient(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
	if (isPlainIpv4(bytes, start, end)) {
		record.spans[spanOf.ip] = start;
		record.spans[spanOf.ip + 1] = end;
		return true;
	}
	findHostRange(bytes, start, end);
	const {from, to} = hostRange;
	if (to > from && !isNone(bytes, from, to) && !isAddressOrName(bytes, from, to, isBareClient)) {
		return false;
	}
	setText(record, spanOf.ip, bytes, from, to);
	return true;
}

/** Sets the client to the address `bytes[start, end)`, without its port and brackets. Returns false if it isn't an address. */
export function setClientAddress(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
	const isThere = isAddressAndPort(bytes, start, end);
	if (isThere) {
		setText(record, spanOf.ip, bytes, hostRange.from, hostRange.to);
	}
	return isThere;
}

/** Maximum length of an address at the end of a word, including its port. */
const maxSearchedLength = 64;

/** Checks that a word is a prefix and an address: `access.log:192.0.2.1`, `<134>192.0.2.1`. */
function endsInAddress(bytes: Buffer, start: number, end: number): boolean {
	for (let index = Math.max(start, end - maxSearchedLength); index < end; index++) {
		const before = bytes[index - 1] ?? 0;
		const isSeparated = index === start || !(isDigit(before) || isLetter(before) || before === dot);
		if (isSeparated && isAddressAndPort(bytes, index, end)) {
			return true;
		}
	}
	return false;
}

/**
 * Reads the client at the start of a line. Returns the offset after it, or -1 if the line doesn't start with a client. In a list
 * of addresses (X-Forwarded-For, with or without quotes) the first is the client. The proxy's own address may follow the list,
 * and is the client if the list is empty. The list comes from the client and can contain anything; if its first item isn't an
 * address, the client is unknown.
 */
export function readClient(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
	const clientEnd = wordEnd(bytes, start, end);
	if (bytes[start] === quote || wordEnd(bytes, start, clientEnd, comma) < clientEnd) {
		return readList(bytes, start, end, record);
	}
	if (setClient(bytes, start, clientEnd, record)) {
		return clientEnd;
	}
	const isBeforeDash = bytes[clientEnd + 1] === dash && bytes[clientEnd + 2] === space;
	// Quay writes the peer in parentheses after the client.
	const isName =
		bytes[start] !== openParenthesis &&
		!hasSeparator(bytes, start, clientEnd) &&
		!endsInAddress(bytes, start, clientEnd);
	return isBeforeDash && isName ? clientEnd : -1;
}

function readList(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
	const isQuoted = bytes[start] === quote;
	const from = isQuoted ? start + 1 : start;
	let to = from;
	if (isQuoted) {
		to = closingQuote(bytes, from, end);
		if (to === -1) {
			return -1;
		}
	} else {
		to = wordEnd(bytes, from, end);
		while (bytes[to - 1] === comma && to + 1 < end) {
			to = wordEnd(bytes, to + 1, end);
		}
	}
	const firstEnd = wordEnd(bytes, from, to, comma);
	const isClient = setClient(bytes, from, firstEnd, record);
	if (!isClient && !isQuoted && (endsInAddress(bytes, from, firstEnd) || hasSeparator(bytes, from, to))) {
		return -1;
	}
	if (firstEnd < to || !isClient) {
		setText(record, spanOf.forwardedFor, bytes, from, to);
		record.isClientListed = true;
	}
	const listEnd = isQuoted ? to + 1 : to;
	const proxy = afterSpaces(bytes, listEnd, end);
	const proxyEnd = wordEnd(bytes, proxy, end);
	if (!isAddressAndPort(bytes, proxy, proxyEnd)) {
		return listEnd;
	}
	if (to === from || isNone(bytes, from, to)) {
		// The request wasn't forwarded, so the peer is the client.
		setText(record, spanOf.ip, bytes, hostRange.from, hostRange.to);
	} else {
		setText(record, spanOf.forwardedFor, bytes, from, to);
		record.isClientListed = true;
		setText(record, spanOf.peerIp, bytes, hostRange.from, hostRange.to);
	}
	return proxyEnd;
}

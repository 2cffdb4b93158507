import {
	closeBracket,
	colon,
	comma,
	dash,
	dot,
	isDigit,
	isLetter,
	openBracket,
	percent,
	quote,
	slash,
	space,
} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {afterSpaces, closingQuote, isAddress, isNone, portColon, setText, wordEnd} from './words.js';

/** What a client's bytes are, counted in one number: dashes, dots, colons and letters take eight bits each. */
const dashUnit = 1;
const dotUnit = 1 << 8;
const colonUnit = 1 << 16;
const letterUnit = 1 << 24;

/** What each byte counts; -1: no client has it. */
const units = new Int32Array(256).fill(-1);
for (let byte = 0; byte < 128; byte++) {
	units[byte] = isDigit(byte) ? 0 : isLetter(byte) ? letterUnit : -1;
}
for (const [character, unit] of [
	['-', dashUnit],
	['_', dashUnit],
	['.', dotUnit],
	[':', colonUnit],
] as const) {
	units[character.charCodeAt(0)] = unit;
}

/** So many letters can be counted. */
const longestPlain = 127;

/** Length of `255.255.255.255`. */
const longestIpv4 = 15;

/**
 * Position after the client where it is an address or a name and nothing else, as in most lines: `192.0.2.1 - `. Else -1:
 * it may have a port, be a list, or be none. wasm/assembly/line-pieces.ts takes no client that this doesn't.
 */
export function plainClientEnd(bytes: Buffer, start: number, end: number): number {
	let index = start;
	let counts = 0;
	for (; index < end; index++) {
		const unit = units[bytes[index] ?? 0] ?? -1;
		if (unit === -1) {
			break;
		}
		counts = (counts + unit) | 0;
	}
	const length = index - start;
	if (
		bytes[index] !== space ||
		bytes[index + 1] !== dash ||
		bytes[index + 2] !== space ||
		length > longestPlain
	) {
		return -1;
	}
	const isIpv4 = counts === 3 * dotUnit && length <= longestIpv4;
	const hasColon = (counts & (255 * colonUnit)) !== 0;
	const isOther = hasColon
		? isAddress(bytes, start, index)
		: counts >= letterUnit || (counts === dashUnit && isNone(bytes, start, index));
	return isIpv4 || isOther ? index : -1;
}

/** What else than letters, digits and dashes names consist of: RFC 3986, 3.2.2; what is beyond ASCII stands as it is. */
const isHostByte = new Uint8Array(256).fill(1, 128);
for (let byte = 0; byte < 128; byte++) {
	isHostByte[byte] = isDigit(byte) || isLetter(byte) ? 1 : 0;
}
for (const character of "-._~%!$&'()*+;") {
	isHostByte[character.charCodeAt(0)] = 1;
}

/** What loggers write before a line. */
const levels: ReadonlySet<string> = new Set(
	'trace debug info notice warn warning err error crit critical alert emerg fatal'.split(' '),
);

/** Names that are no virtual host's: times, numbers, levels of loggers, files of logs. */
const isNoHost = /^(?:[\d.-]*|\d{4}-?\d\d-?\d\d.*|.*\.log)$/i;

/** Whether a word can be a virtual host, with a port or without. */
function isHost(bytes: Buffer, start: number, end: number): boolean {
	const port = portColon(bytes, start, end);
	const hostEnd = port === -1 ? (bytes[end - 1] === colon ? end - 1 : end) : port;
	if (isAddressOrName(bytes, start, hostEnd, isAddress) || isAddress(bytes, start, end)) {
		return true;
	}
	for (let index = start; index < hostEnd; index++) {
		if (isHostByte[bytes[index] ?? 0] === 0) {
			return false;
		}
	}
	const name = bytes.toString('latin1', start, hostEnd);
	return !isNoHost.test(name) && !levels.has(name.toLowerCase());
}

/** Whether a line begins with the name of a virtual host: `www.example.com:443 192.0.2.1 - - […`. */
export function startsWithHost(bytes: Buffer, start: number, end: number): boolean {
	const first = wordEnd(bytes, start, end);
	const secondStart = afterSpaces(bytes, first, end);
	if (bytes[secondStart] === dash || bytes[start] === quote) {
		return false;
	}
	const second = wordEnd(bytes, secondStart, end);
	if (second >= end || !isHost(bytes, start, first)) {
		return false;
	}
	const port = portColon(bytes, start, first);
	if (isAddressAndPort(bytes, secondStart, commaOrEnd(bytes, secondStart, second))) {
		// Of two addresses and one name more, the first is the client: `192.0.2.1 198.51.100.4 - [`.
		const isThird = bytes[second - 1] !== comma && isAddress(bytes, start, first);
		return !isThird || isBeforeDashAndUser(bytes, second, end);
	}
	if (port === -1 || isAddress(bytes, start, first)) {
		// A client by name, in a line with one word more than others have.
		return hasDot(bytes, start, first) && isClientBeforeNames(bytes, secondStart, second, end);
	}
	// A client by name, or a client with its port and behind it a name that nobody asks for.
	return !isAddressAndPort(bytes, start, first) || isBeforeDashAndUser(bytes, second, end);
}

function hasDot(bytes: Buffer, start: number, end: number): boolean {
	let position = start;
	while (position < end && bytes[position] !== dot) {
		position++;
	}
	return position < end - 1;
}

/** Whether names of hosts with commas between them stand there, and behind them a dash and a user: `localhost, localhost - - `. */
function isClientBeforeNames(bytes: Buffer, start: number, wordStop: number, end: number): boolean {
	let from = start;
	let to = wordStop;
	while (bytes[to - 1] === comma && isBareClient(bytes, from, to - 1)) {
		from = afterSpaces(bytes, to, end);
		to = wordEnd(bytes, from, end);
	}
	return isBareClient(bytes, from, to) && isBeforeDashAndUser(bytes, to, end);
}

/** Whether a dash follows at a place, and the time not right behind it. */
function isBeforeDashAndUser(bytes: Buffer, position: number, end: number): boolean {
	const ident = afterSpaces(bytes, position, end);
	const user = afterSpaces(bytes, ident + 1, end);
	return bytes[ident] === dash && bytes[ident + 1] === space && user < end && bytes[user] !== openBracket;
}

/** What `findPlace` has found. */
export const place = {from: 0, to: 0};

/** Finds the address or the name in `bytes[start, end)`, see `place`: without spaces around it, without its port and brackets. */
export function findPlace(bytes: Buffer, start: number, end: number): void {
	let from = afterSpaces(bytes, start, end);
	let to = end;
	while (to > from && bytes[to - 1] === space) {
		to--;
	}
	const port = portColon(bytes, from, to);
	let colons = 0;
	let dots = 0;
	for (let index = from; index < to; index++) {
		colons += bytes[index] === colon ? 1 : 0;
		dots += bytes[index] === dot ? 1 : 0;
	}
	// `2001:db8::1` ends in what looks like a port; `::ffff:192.0.2.1:80` ends in one.
	if (port !== -1 && (colons === 1 || dots > 0 || bytes[port - 1] === closeBracket)) {
		to = port;
	}
	const isBracketed = bytes[from] === openBracket && bytes[to - 1] === closeBracket;
	// Names have none: `[info]`.
	if (isBracketed && (colons > 1 || isAddress(bytes, from + 1, to - 1))) {
		from++;
		to--;
	}
	place.from = from;
	place.to = to;
}

/** Whether a text is an address, with a port or without. */
export function isAddressAndPort(bytes: Buffer, start: number, end: number): boolean {
	findPlace(bytes, start, end);
	return isAddress(bytes, place.from, place.to);
}

const socket = Buffer.from('unix:');

/** Whether a text is an address in brackets, with a zone or a network's length, or what `isBare` tells. */
function isAddressOrName(
	bytes: Buffer,
	start: number,
	end: number,
	isBare: (bytes: Buffer, start: number, end: number) => boolean,
): boolean {
	if (bytes[start] === openBracket) {
		return bytes[end - 1] === closeBracket && isAddress(bytes, start + 1, end - 1);
	}
	let addressEnd = start;
	while (addressEnd < end && bytes[addressEnd] !== percent && bytes[addressEnd] !== slash) {
		addressEnd++;
	}
	return (addressEnd < end && isAddress(bytes, start, addressEnd)) || isBare(bytes, start, end);
}

/** Whether a text is an address, the name of a host, or `unix:` for a socket, as nginx has it. */
function isBareClient(bytes: Buffer, start: number, end: number): boolean {
	if (
		isAddress(bytes, start, end) ||
		socket.compare(bytes, start, Math.min(end, start + socket.length)) === 0
	) {
		return true;
	}
	let letters = 0;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === colon || (units[byte] ?? -1) === -1) {
			return false;
		}
		letters += isLetter(byte) ? 1 : 0;
	}
	return letters > 0;
}

/**
 * Sets the client to the address or the name `bytes[start, end)`, without its port and brackets. False when it is neither,
 * nor the log's word for none.
 */
export function setClient(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
	if (isPlainIpv4(bytes, start, end)) {
		record.spans[spanOf.ip] = start;
		record.spans[spanOf.ip + 1] = end;
		return true;
	}
	findPlace(bytes, start, end);
	const {from, to} = place;
	if (to > from && !isNone(bytes, from, to) && !isAddressOrName(bytes, from, to, isBareClient)) {
		return false;
	}
	setText(record, spanOf.ip, bytes, from, to);
	return true;
}

/** Sets the client to the address `bytes[start, end)`, without its port and brackets. False when it is none, or a name. */
export function setClientAddress(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
	const isThere = isAddressAndPort(bytes, start, end);
	if (isThere) {
		setText(record, spanOf.ip, bytes, place.from, place.to);
	}
	return isThere;
}

/** Whether a text is what most clients are: digits, with three dots. */
export function isPlainIpv4(bytes: Buffer, start: number, end: number): boolean {
	let dots = 0;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === dot) {
			dots++;
		} else if (!isDigit(byte)) {
			return false;
		}
	}
	return dots === 3 && end - start <= longestIpv4;
}

/** So far from its end an address is searched for in a word. */
const longestSearched = 64;

/** Whether a word ends in an address that something was put before: `access.log:192.0.2.1`, `<134>192.0.2.1`. */
function endsInAddress(bytes: Buffer, start: number, end: number): boolean {
	for (let index = Math.max(start, end - longestSearched); index < end; index++) {
		const before = bytes[index - 1] ?? 0;
		const isSeparated = index === start || !(isDigit(before) || isLetter(before) || before === dot);
		if (isSeparated && isAddressAndPort(bytes, index, end)) {
			return true;
		}
	}
	return false;
}

/**
 * Reads the client at the beginning of a line and returns the position after it, or -1 when it is none. Where a list of
 * addresses stands there (X-Forwarded-For, in quotes or not), the first is the client; the proxy's own address may follow the
 * list, and is the client if the list is empty. As such a list is what somebody has sent, it may be anything: the client isn't
 * known then.
 */
export function readClient(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
	const clientEnd = wordEnd(bytes, start, end);
	if (bytes[start] === quote || commaOrEnd(bytes, start, clientEnd) < clientEnd) {
		return readList(bytes, start, end, record);
	}
	if (setClient(bytes, start, clientEnd, record)) {
		return clientEnd;
	}
	const isBeforeDash = bytes[clientEnd + 1] === dash && bytes[clientEnd + 2] === space;
	return isBeforeDash && !endsInAddress(bytes, start, clientEnd) ? clientEnd : -1;
}

/** Position of the first comma of `bytes[start, end)`, or `end`. */
function commaOrEnd(bytes: Buffer, start: number, end: number): number {
	let index = start;
	while (index < end && bytes[index] !== comma) {
		index++;
	}
	return index;
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
	const firstEnd = commaOrEnd(bytes, from, to);
	const isClient = setClient(bytes, from, firstEnd, record);
	if (!isClient && !isQuoted && endsInAddress(bytes, from, firstEnd)) {
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
		// Nobody forwarded the request, so who connected is the client.
		setText(record, spanOf.ip, bytes, place.from, place.to);
	} else {
		setText(record, spanOf.forwardedFor, bytes, from, to);
		record.isClientListed = true;
		setText(record, spanOf.peerIp, bytes, place.from, place.to);
	}
	return proxyEnd;
}

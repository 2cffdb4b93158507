import {
	batchRows,
	formats,
	offsets,
	sizes,
	statuses,
	textCount,
	textEnds,
	textStarts,
	times,
	zones,
} from './batch';
import {readTime, timeLength} from './clf-time';

/** Fields of a line: their places among the texts of an entry. */
const ip: i32 = 0;
const method: i32 = 1;
const url: i32 = 2;
const protocol: i32 = 3;
const user: i32 = 5;
const referer: i32 = 6;
const userAgent: i32 = 7;

const newline: u32 = 10;
const carriageReturn: u32 = 13;
const space: u32 = 32;
const quote: u32 = 34;
const comma: u32 = 44;
const dash: u32 = 45;
const dot: u32 = 46;
const slash: u32 = 47;
const lessThan: u32 = 60;
const equals: u32 = 61;
const openingBracket: u32 = 91;
const backslash: u32 = 92;

/** `- `, `] `, ` "` and `HTTP`, as they stand in memory. */
const dashAndSpace: u32 = 0x202d;
const bracketAndSpace: u32 = 0x205d;
const spaceAndQuote: u32 = 0x2220;
const http: u32 = 0x5054_5448;

/** Digits of a size that a number holds exactly. */
const mostDigits: usize = 15;

/** A longer line is cut elsewhere. Of `longestLine` in lines/line-cutter.ts. */
const longestLine: usize = 65_536;

/** The address behind the lines read last. */
export let scanned: usize = 0;

/**
 * Reads lines of the common and the combined log format as nearly all of them are: a client and no list of them, no
 * spaces in the user, a request of three words, nothing escaped, nothing behind. Every other line is left to the readers
 * that know all there can be; what is read here is what would be read there.
 *
 * Reads the lines that stand whole in `[from, to)`, up to one that isn't such a line, and fills rows of the batch from
 * `first` on, up to `last` at most; `delta` is what makes addresses of the places in their bytes; `offset` is that of the
 * first line; `combined` and `common` are the numbers of the formats. Returns how many it has read; `scanned` says how far.
 */
export function scan(
	from: usize,
	to: usize,
	first: i32,
	last: i32,
	delta: usize,
	offset: u32,
	combined: u32,
	common: u32,
): i32 {
	let start = from;
	let row = first;
	for (; row < last; row++) {
		const end = lineEndOf(start, to);
		const at = (<usize>row) << 2;
		if (end === to || end - start > longestLine || !readLine(start, end, at, delta, combined, common)) {
			break;
		}
		store<u32>(offsets + at, offset + <u32>(start - from));
		start = end + 1;
	}
	scanned = start;
	return row - first;
}

function readLine(start: usize, lineEnd: usize, at: usize, delta: usize, combined: u32, common: u32): bool {
	const end = lineEnd > start && byte(lineEnd - 1) === carriageReturn ? lineEnd - 1 : lineEnd;
	const clientEnd = clientEndOf(start, end);
	const userStart = clientEnd + 3;
	if (userStart >= end || byte(clientEnd) !== space || pair(clientEnd + 1) !== dashAndSpace) {
		return false;
	}
	const userEnd = wordEnd(userStart, end);
	const time = userEnd + 2;
	const request = time + timeLength + 3;
	if (request >= end || byte(userEnd + 1) !== openingBracket || byte(userStart) === quote) {
		return false;
	}
	if (
		!readTime(time, times + (at << 1), zones + at) ||
		pair(request - 3) !== bracketAndSpace ||
		byte(request - 1) !== quote
	) {
		return false;
	}
	const methodEnd = capitalsEnd(request, end);
	const urlStart = methodEnd + 1;
	if (methodEnd === request || urlStart >= end || byte(methodEnd) !== space) {
		return false;
	}
	const urlEnd = textEnd(urlStart, end, space);
	const requestEnd = protocolEnd(urlEnd + 1);
	// A quote, a space, three digits, a space, a size of one digit.
	if (requestEnd + 7 > end || byte(urlEnd) !== space || byte(requestEnd) !== quote) {
		return false;
	}
	const status = statusAt(requestEnd + 1);
	const sizeStart = requestEnd + 6;
	const sizeEnd = readSize(sizeStart, end, sizes + (at << 1));
	if (status < 0 || sizeEnd === 0) {
		return false;
	}
	let refererStart = sizeEnd;
	let refererEnd = sizeEnd;
	let agentStart = sizeEnd;
	let agentEnd = sizeEnd;
	if (sizeEnd < end) {
		refererStart = sizeEnd + 2;
		if (refererStart >= end || pair(sizeEnd) !== spaceAndQuote) {
			return false;
		}
		refererEnd = textEnd(refererStart, end, quote);
		agentStart = refererEnd + 3;
		if (agentStart >= end || byte(refererEnd) !== quote || pair(refererEnd + 1) !== spaceAndQuote) {
			return false;
		}
		agentEnd = textEnd(agentStart, end, quote);
		if (agentEnd + 1 !== end || byte(agentEnd) !== quote) {
			return false;
		}
	}
	for (let field = 0; field < textCount; field++) {
		put(field, at, 0, 0);
	}
	putText(ip, at, start, clientEnd, delta);
	putText(method, at, request, methodEnd, delta);
	putText(url, at, urlStart, urlEnd, delta);
	putText(protocol, at, urlEnd + 1, requestEnd, delta);
	putText(user, at, userStart, userEnd, delta);
	putText(referer, at, refererStart, refererEnd, delta);
	putText(userAgent, at, agentStart, agentEnd, delta);
	store<u32>(statuses + at, <u32>status);
	store<u32>(formats + at, sizeEnd < end ? combined : common);
	return true;
}

function byte(at: usize): u32 {
	return load<u8>(at);
}

function pair(at: usize): u32 {
	return load<u16>(at);
}

function put(field: i32, at: usize, start: usize, end: usize): void {
	const place = <usize>(field * batchRows * 4) + at;
	store<u32>(textStarts + place, <u32>start);
	store<u32>(textEnds + place, <u32>end);
}

/** A lone dash is the log's word for none. */
function putText(field: i32, at: usize, start: usize, end: usize, delta: usize): void {
	if (start < end && (end - start > 1 || byte(start) !== dash)) {
		put(field, at, start - delta, end - delta);
	}
}

function all(character: u32): v128 {
	return i8x16.splat(<i8>character);
}

/** The next line feed, or `end`. */
function lineEndOf(start: usize, end: usize): usize {
	return nextOf(newline, start, end);
}

/** The next space, or `end`. */
function wordEnd(start: usize, end: usize): usize {
	return nextOf(space, start, end);
}

function nextOf(character: u32, start: usize, end: usize): usize {
	const wanted = all(character);
	for (let at = start; at < end; at += 16) {
		const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
		if (found !== 0) {
			return min(at + ctz(found), end);
		}
	}
	return end;
}

/** The next byte at which a client ends, or isn't a single one, or `end`. */
function clientEndOf(start: usize, end: usize): usize {
	for (let at = start; at < end; at += 16) {
		const bytes = v128.load(at);
		const found = i8x16.bitmask(
			v128.or(
				v128.or(i8x16.eq(bytes, all(space)), i8x16.eq(bytes, all(comma))),
				v128.or(
					i8x16.eq(bytes, all(quote)),
					v128.or(i8x16.eq(bytes, all(lessThan)), i8x16.eq(bytes, all(equals))),
				),
			),
		);
		if (found !== 0) {
			return min(at + ctz(found), end);
		}
	}
	return end;
}

/** The next quote, backslash or `character`, or `end`. */
function textEnd(start: usize, end: usize, character: u32): usize {
	for (let at = start; at < end; at += 16) {
		const bytes = v128.load(at);
		const found = i8x16.bitmask(
			v128.or(
				i8x16.eq(bytes, all(character)),
				v128.or(i8x16.eq(bytes, all(quote)), i8x16.eq(bytes, all(backslash))),
			),
		);
		if (found !== 0) {
			return min(at + ctz(found), end);
		}
	}
	return end;
}

function capitalsEnd(start: usize, end: usize): usize {
	let at = start;
	while (at < end && byte(at) - 65 < 26) {
		at++;
	}
	return at;
}

/** The position after `HTTP/1.1` or `HTTP/2`; `start` when there is none. */
function protocolEnd(start: usize): usize {
	if (load<u32>(start) !== http || byte(start + 4) !== slash || !isDigit(start + 5)) {
		return start;
	}
	return byte(start + 6) === dot && isDigit(start + 7) ? start + 8 : start + 6;
}

function isDigit(at: usize): bool {
	return byte(at) - 48 < 10;
}

/** The number of three digits between two spaces, or -1. */
function statusAt(at: usize): i32 {
	if (
		byte(at) !== space ||
		byte(at + 4) !== space ||
		!isDigit(at + 1) ||
		!isDigit(at + 2) ||
		!isDigit(at + 3)
	) {
		return -1;
	}
	return <i32>((byte(at + 1) - 48) * 100 + (byte(at + 2) - 48) * 10 + byte(at + 3) - 48);
}

/** Reads a size, or the dash for none. Returns the position of the space after it or `end`, or 0 when there is none. */
function readSize(start: usize, end: usize, target: usize): usize {
	let at = start;
	let size: f64 = 0;
	while (at < end && isDigit(at)) {
		size = size * 10 + <f64>(byte(at++) - 48);
	}
	if (at === start && byte(at) === dash) {
		size = NaN;
		at++;
	}
	if (at === start || at - start > mostDigits || (at < end && byte(at) !== space)) {
		return 0;
	}
	store<f64>(target, size);
	return at;
}

import {batchRows, formats, offsets, sizes, statuses, textEnds, textStarts, times, zones} from './batch';
import {readTime, timeLength} from './clf-time';
import {
	addressEnd,
	byte,
	capitalsEnd,
	clientEndOf,
	pair,
	protocolEnd,
	readSize,
	statusAt,
	wordEnd,
} from './line-pieces';
import {beginMarks, markAt, marksOfLine, nextLine, quotesOfLine} from './marks';

const carriageReturn: u32 = 13;
const space: u32 = 32;
const dash: u32 = 45;
const openingBracket: u32 = 91;

/** `- `, `] ` and `GET ` as little-endian words. */
const dashAndSpace: u32 = 0x202d;
const bracketAndSpace: u32 = 0x205d;
const get: u32 = 0x2054_4547;

/** Fields of a line: their indices among the strings of an entry. */
const ip: i32 = 0;
const method: i32 = 1;
const url: i32 = 2;
const protocol: i32 = 3;
const host: i32 = 4;
const user: i32 = 5;
const referer: i32 = 6;
const userAgent: i32 = 7;
const forwardedFor: i32 = 8;
const upstream: i32 = 9;
const peerIp: i32 = 10;

/** Maximum length of a line; TypeScript cuts longer ones. Equals `maxLineLength` in lines/line-cutter.ts. */
const maxLineLength: usize = 65_536;

/** The address after the lines read last. */
export let scanned: usize = 0;

/**
 * Reads typical lines of the common and combined log formats: a client that isn't a list, no spaces in the user, a request of
 * three words, no escapes, nothing after the last field. The TypeScript readers read all other lines. For the lines read here,
 * both give the same result.
 *
 * Reads the complete lines in `[from, to)` up to the first other line. Fills rows of the batch from `first` up to but excluding
 * `last`. Subtracting `delta` turns addresses into positions in the source bytes. `offset` is that of the first line; `combined`
 * and `common` are the numbers of the formats. Returns the number of lines read and sets `scanned` to their end.
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
	beginMarks(from);
	for (; row < last; row++) {
		const at = (<usize>row) << 2;
		const lineEnd = readLine(start, to, at, delta, combined, common);
		if (lineEnd === 0) {
			break;
		}
		store<u32>(offsets + at, offset + <u32>(start - from));
		start = lineEnd + 1;
	}
	scanned = start;
	return row - first;
}

/** Reads a line. Returns the address of its line feed, or 0 if this reader can't read it. */
function readLine(start: usize, to: usize, at: usize, delta: usize, combined: u32, common: u32): usize {
	const count = quotesOfLine(to);
	const marks = marksOfLine();
	const lineEnd = markAt(marks, count);
	if (count === 0 || lineEnd - start > maxLineLength) {
		return 0;
	}
	const end = byte(lineEnd - 1) === carriageReturn ? lineEnd - 1 : lineEnd;
	const clientEnd = clientEndOf(start, end);
	const userStart = clientEnd + 3;
	if (clientEnd === 0 || userStart >= end || pair(clientEnd + 1) !== dashAndSpace) {
		return 0;
	}
	const userEnd = wordEnd(userStart, end);
	const time = userEnd + 2;
	const request = time + timeLength + 3;
	if (request !== markAt(marks, 0) + 1 || byte(userEnd + 1) !== openingBracket) {
		return 0;
	}
	if (!readTime(time, times + (at << 1), zones + at) || pair(request - 3) !== bracketAndSpace) {
		return 0;
	}
	const requestEnd = markAt(marks, 1);
	const methodEnd = load<u32>(request) === get ? request + 3 : capitalsEnd(request, requestEnd);
	const urlStart = methodEnd + 1;
	const urlEnd = wordEnd(urlStart, requestEnd);
	// Without a protocol, a space at the end of the request belongs to the URL: left to the TypeScript reader.
	if (urlEnd + 1 >= requestEnd || protocolEnd(urlEnd + 1) !== requestEnd) {
		return 0;
	}
	if (methodEnd === request || byte(methodEnd) !== space) {
		return 0;
	}
	// A space, three digits, a space, a size of one digit.
	if (requestEnd + 7 > end) {
		return 0;
	}
	const status = statusAt(requestEnd + 1);
	const sizeEnd = count === 2 ? end : markAt(marks, 2) - 1;
	if (status < 0 || !readSize(requestEnd + 6, sizeEnd, sizes + (at << 1))) {
		return 0;
	}
	if (count === 2) {
		putText(referer, at, end, end, delta);
		putText(userAgent, at, end, end, delta);
	} else {
		const refererEnd = markAt(marks, 3);
		const agent = markAt(marks, 4);
		if (
			byte(sizeEnd) !== space ||
			refererEnd + 2 !== agent ||
			byte(refererEnd + 1) !== space ||
			markAt(marks, 5) + 1 !== end
		) {
			return 0;
		}
		putText(referer, at, sizeEnd + 2, refererEnd, delta);
		putText(userAgent, at, agent + 1, end - 1, delta);
	}
	putText(ip, at, start, addressEnd, delta);
	// These two are never a dash.
	put(method, at, request - delta, methodEnd - delta);
	putText(url, at, urlStart, urlEnd, delta);
	put(protocol, at, urlEnd + 1 - delta, requestEnd - delta);
	put(host, at, 0, 0);
	putText(user, at, userStart, userEnd, delta);
	put(forwardedFor, at, 0, 0);
	put(upstream, at, 0, 0);
	put(peerIp, at, 0, 0);
	store<u32>(statuses + at, <u32>status);
	store<u32>(formats + at, count === 6 ? combined : common);
	nextLine(count);
	return lineEnd;
}

function put(field: i32, at: usize, start: usize, end: usize): void {
	const cell = <usize>(field * batchRows * 4) + at;
	store<u32>(textStarts + cell, <u32>start);
	store<u32>(textEnds + cell, <u32>end);
}

/** A single dash means a missing value. No branch, because referers make it unpredictable. */
function putText(field: i32, at: usize, start: usize, end: usize, delta: usize): void {
	const isNone = <u32>(start >= end) | (<u32>(end - start === 1) & <u32>(byte(start) === dash));
	const kept = isNone - 1;
	const cell = <usize>(field * batchRows * 4) + at;
	store<u32>(textStarts + cell, <u32>(start - delta) & kept);
	store<u32>(textEnds + cell, <u32>(end - delta) & kept);
}

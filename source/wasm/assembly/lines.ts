import {
	batchRows,
	durations,
	flags,
	formats,
	offsets,
	sizes,
	statuses,
	textEnds,
	textStarts,
	times,
	zones,
} from './batch';
import {readTime, timeLength} from './clf-time';
import {findClient} from './find-client';
import {
	addressEnd,
	byte,
	capitalsEnd,
	clientEndOf,
	isDigit,
	lowerA,
	numberEnd,
	numberRead,
	pair,
	protocolEnd,
	readSize,
	serverEnd,
	smallness,
	statusAt,
	wordEnd,
	wordOfIdEnd,
} from './line-pieces';
import {beginMarks, endLine, markAt, marksOfLine} from './marks';
import {isoStampEnd, syslogStampEnd} from './stamp';

const newline: u32 = 10;
const carriageReturn: u32 = 13;
const space: u32 = 32;
const quote: u32 = 34;
const comma: u32 = 44;
const dash: u32 = 45;
const colon: u32 = 58;
const openingBracket: u32 = 91;
const closingBracket: u32 = 93;

/** `- `, `] ` and `GET ` as little-endian words. */
const dashAndSpace: u32 = 0x202d;
const bracketAndSpace: u32 = 0x205d;
const get: u32 = 0x2054_4547;

/** Fields of a line: their indices among the strings of an entry. */
export const ip: i32 = 0;
const method: i32 = 1;
const url: i32 = 2;
const protocol: i32 = 3;
const host: i32 = 4;
const user: i32 = 5;
const referer: i32 = 6;
const userAgent: i32 = 7;
const forwardedFor: i32 = 8;
const upstream: i32 = 9;
export const peerIp: i32 = 10;

/** The field of a text that is skipped. */
const noField: u32 = 255;

/** Maximum length of a line; TypeScript cuts longer ones. Equals `maxLineLength` in lines/line-cutter.ts. */
const maxLineLength: usize = 65_536;

/** One week in ms. Equals `maxDuration` in entries/values/words.ts. */
const maxDuration: f64 = 604_800_000;

/** Maximum digits of a number that a double represents exactly, also after a multiplication by 1000. */
const maxDigits: usize = 12;

/** Maximum length of other numbers. Brackets in prefixes may contain up to 128 bytes. */
const maxLength: usize = 32;

/** Ports from 1000 on that entries/formats/clf-times.ts doesn't take for durations. */
const ports: usize = memory.data<u32>([
	3000, 4000, 5000, 8000, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9090, 9443, 10_443,
]);
const portCount: usize = 14;

/**
 * The kinds of nodes. Equal those of entries/layouts.ts, which has comments on them.
 */
const end: u32 = 0;
const clf: u32 = 1;
const seconds: u32 = 3;
const scaled: u32 = 4;
const number: u32 = 5;
const lone: u32 = 6;
const small: u32 = 7;
const id: u32 = 8;
const bare: u32 = 9;
const quoted: u32 = 10;
const quotedWord: u32 = 11;
const addresses: u32 = 12;
const bracketed: u32 = 13;
const server: u32 = 14;
const rest: u32 = 15;
const milliseconds: u32 = 16;
const isoStamp: u32 = 17;
const syslogStamp: u32 = 18;

/** Size of a node, and of all nodes. */
export const nodeSize: i32 = 64;
export const maxNodes: i32 = 256;

/**
 * The layouts of the lines as a tree of nodes: see entries/layouts.ts. A node has its kind, u8; a number whose meaning depends on
 * the kind, u8; the length of its literal and the number of marks in it, u8; the index of the next node that may be here instead,
 * and that of the first node that may follow, u16; a number, u32; in a `clf`, the index of the node that may follow a user agent,
 * u16; and its literal at byte 16. Node 0 only has a follower. Before the next nodes is the rule for clients, see `findClient`.
 */
export const nodes: usize = memory.data(nodeSize * maxNodes, 16);

/** Position of the literal in a node. */
const literalAt: usize = 16;

/** 16 bytes of ones, then 16 zeros: from byte 16 - n on, a mask of n bytes. */
const masks: usize = memory.data<u64>([-1, -1, 0, 0]);

/** The address after the lines read last. */
export let scanned: usize = 0;

/**
 * Reads lines that have one of the layouts. The TypeScript readers read all other lines. For the lines read here, both give the
 * same result.
 *
 * Reads the complete lines in `[from, to)` up to the first other line. Fills rows of the batch from `first` up to but excluding
 * `last`. Subtracting `delta` turns addresses into positions in the source bytes. `offset` is that of the first line. Returns the
 * number of lines read and sets `scanned` to their end.
 */
export function scan(from: usize, to: usize, first: i32, last: i32, delta: usize, offset: u32): i32 {
	let start = from;
	let row = first;
	beginMarks(from);
	for (; row < last; row++) {
		const marks = marksOfLine(to);
		if (marks === 0) {
			break;
		}
		const at = (<usize>row) << 2;
		const lineEnd = readLine(start, marks, at, delta);
		if (lineEnd === 0) {
			break;
		}
		store<u32>(offsets + at, offset + <u32>(start - from));
		start = lineEnd + 1;
	}
	scanned = start;
	return row - first;
}

/**
 * Reads a line along the nodes. Returns the address of its line feed, or 0 if this reader can't read it. No node skips a mark of
 * the line without counting it, so the last node finds every line in which a mark is somewhere else.
 */
function readLine(start: usize, marks: usize, at: usize, delta: usize): usize {
	let position = start;
	let mark = marks;
	let node = nodeAfter(nodes);
	while (node !== nodes) {
		let next: usize = 0;
		let passed = mark;
		if (matches(node, position)) {
			const from = position + <usize>load<u8>(node, 2);
			passed = mark + ((<usize>load<u8>(node, 3)) << 2);
			const parameter = <u32>load<u8>(node, 1);
			switch (<u32>load<u8>(node)) {
				case end: {
					const lineEnd = markAt(passed, 0);
					const isEnd = from === lineEnd || (from + 1 === lineEnd && byte(from) === carriageReturn);
					if (!isEnd || byte(lineEnd) !== newline || lineEnd - start > maxLineLength) {
						break;
					}
					store<u32>(formats + at, load<u32>(node, 8));
					store<u32>(flags + at, parameter);
					endLine(passed);
					return lineEnd;
				}
				case clf:
					next = readClf(from, passed, at, delta);
					passed += 8;
					// Nearly all lines have a referer and a user agent. Another node for them would take 5 % of the time.
					if (next !== 0 && byte(markAt(passed, 0)) === quote) {
						next = readAgents(next, passed, at, delta);
						if (next !== 0) {
							position = next;
							mark = passed + 16;
							node = nodes + <usize>load<u16>(node, 12) * nodeSize;
							continue;
						}
					}
					break;
				case seconds:
					next = numberEnd(from, 3);
					if (next !== 0 && !(numberRead < maxDuration && next - from <= maxDigits)) {
						next = 0;
					}
					if (next !== 0 && !(load<f64>(durations + (at << 1)) >= numberRead)) {
						store<f64>(durations + (at << 1), numberRead);
					}
					break;
				case scaled: {
					next = numberEnd(from, parameter);
					const duration = (numberRead * 1000) / power(parameter);
					if (!(duration < maxDuration && next - from <= maxDigits)) {
						next = 0;
					} else if (next !== 0) {
						store<f64>(durations + (at << 1), duration);
					}
					break;
				}
				case number:
					next = numberEnd(from, parameter);
					if (next - from > maxLength) {
						next = 0;
					}
					break;
				case isoStamp:
					next = isoStampEnd(from);
					break;
				case syslogStamp:
					next = syslogStampEnd(from);
					break;
				case lone:
					next = numberEnd(from, 0);
					if (next !== 0 && isDuration(numberRead) && next - from <= maxDigits) {
						store<f64>(durations + (at << 1), numberRead / 1000);
					} else {
						next = 0;
					}
					break;
				case small:
					next = numberEnd(from, 0);
					if (next - from > 3) {
						next = 0;
					}
					break;
				case id:
					next = wordOfIdEnd(from);
					break;
				case bare:
					next = bareEnd(from, markAt(passed, 0));
					if (next !== 0 && parameter !== noField) {
						putText(parameter, at, from, next, delta);
					}
					break;
				case quoted:
				case quotedWord:
					next = markAt(passed, 0);
					if (
						byte(next) !== quote ||
						next < from ||
						(load<u8>(node) === quotedWord && wordEnd(from, next) !== next)
					) {
						next = 0;
					} else if (parameter !== noField) {
						putText(parameter, at, from, next, delta);
					}
					break;
				case addresses:
					next = markAt(passed, 0);
					if (byte(next) !== quote || next < from || !findClient(nodes, from, next, at, delta)) {
						next = 0;
					} else {
						putText(forwardedFor, at, from, next, delta);
					}
					break;
				case bracketed:
					next = from;
					while (next < markAt(passed, 0) && byte(next) !== closingBracket && byte(next) !== space) {
						next++;
					}
					break;
				case server:
					next = serverEnd(from);
					if (next !== 0) {
						putText(upstream, at, from, next, delta);
					}
					break;
				case rest:
					next = markAt(passed, 0);
					if (byte(next) !== newline || next < from + 2 || byte(from) !== space || byte(from + 1) === colon) {
						next = 0;
					}
					break;
				case milliseconds:
					next = numberEnd(from, 0);
					if (next !== 0 && numberRead < maxDuration) {
						store<f64>(durations + (at << 1), numberRead);
					} else {
						next = 0;
					}
					break;
				default:
			}
		}
		if (next === 0) {
			node = nodeInstead(node);
		} else {
			position = next;
			mark = passed;
			node = nodeAfter(node);
		}
	}
	return 0;
}

/** Returns the first node that may follow a node. */
function nodeAfter(node: usize): usize {
	return nodes + <usize>load<u16>(node, 6) * nodeSize;
}

/** Returns the next node that may be in the place of a node; `nodes` if there is none. */
function nodeInstead(node: usize): usize {
	return nodes + <usize>load<u16>(node, 4) * nodeSize;
}

/** Checks that the literal of a node is at an address. */
function matches(node: usize, at: usize): bool {
	const length = <usize>load<u8>(node, 2);
	if (length === 0) {
		return true;
	}
	const literal = node + literalAt;
	if (length <= 16) {
		const mask = v128.load(masks + 16 - length);
		return !v128.any_true(v128.and(v128.xor(v128.load(at), v128.load(literal)), mask));
	}
	const last = length - 16;
	let differences = v128.xor(v128.load(at + last), v128.load(literal + last));
	for (let index: usize = 0; index < last; index += 16) {
		differences = v128.or(differences, v128.xor(v128.load(at + index), v128.load(literal + index)));
	}
	return !v128.any_true(differences);
}

/**
 * Reads the columns of the common log format: a client that isn't a list, no spaces in the user, a request of three words, no
 * escapes. Returns the address after the size, or 0.
 */
function readClf(start: usize, marks: usize, at: usize, delta: usize): usize {
	const request = markAt(marks, 0) + 1;
	const requestEnd = markAt(marks, 1);
	if (byte(request - 1) !== quote || byte(requestEnd) !== quote) {
		return 0;
	}
	const clientEnd = clientEndOf(start, request);
	const userStart = clientEnd + 3;
	if (clientEnd === 0 || userStart >= request || pair(clientEnd + 1) !== dashAndSpace) {
		return 0;
	}
	const userEnd = wordEnd(userStart, request);
	const time = userEnd + 2;
	if (
		request !== time + timeLength + 3 ||
		byte(userEnd + 1) !== openingBracket ||
		!isUser(userStart, userEnd)
	) {
		return 0;
	}
	if (!readTime(time, times + (at << 1), zones + at) || pair(request - 3) !== bracketAndSpace) {
		return 0;
	}
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
	// A space, three digits, a space. A size of up to eight digits follows, and either a quoted referer or the end of the line.
	const status = statusAt(requestEnd + 1);
	const after = markAt(marks, 2);
	const sizeEnd = byte(after) === quote || byte(after - 1) === carriageReturn ? after - 1 : after;
	if (status < 0 || !readSize(requestEnd + 6, sizeEnd, sizes + (at << 1))) {
		return 0;
	}
	// These two are never a dash.
	put(method, at, request - delta, methodEnd - delta);
	put(protocol, at, urlEnd + 1 - delta, requestEnd - delta);
	putText(ip, at, start, addressEnd, delta);
	putText(url, at, urlStart, urlEnd, delta);
	putText(user, at, userStart, userEnd, delta);
	put(host, at, 0, 0);
	if (byte(after) !== quote) {
		put(referer, at, 0, 0);
		put(userAgent, at, 0, 0);
	}
	put(forwardedFor, at, 0, 0);
	put(upstream, at, 0, 0);
	put(peerIp, at, 0, 0);
	store<f64>(durations + (at << 1), NaN);
	store<u32>(statuses + at, <u32>status);
	return sizeEnd;
}

/** Checks that a word is a dash or a name. Others may be dashes that don't count, or a time. */
function isUser(start: usize, end: usize): bool {
	const first = byte(start);
	return (
		(first | smallness) - lowerA < 26 ||
		(end - start === 1 && first === dash) ||
		(end - start <= 10 && isDigit(start))
	);
}

/** Reads a quoted referer and a quoted user agent, each after a space. Returns the address after them, or 0. */
function readAgents(start: usize, marks: usize, at: usize, delta: usize): usize {
	const refererStart = markAt(marks, 0);
	const refererEnd = markAt(marks, 1);
	const agent = markAt(marks, 2);
	const agentEnd = markAt(marks, 3);
	if (
		refererStart !== start + 1 ||
		refererEnd + 2 !== agent ||
		byte(start) !== space ||
		byte(refererEnd + 1) !== space ||
		byte(refererStart) !== quote ||
		byte(refererEnd) !== quote ||
		byte(agent) !== quote ||
		byte(agentEnd) !== quote
	) {
		return 0;
	}
	putText(referer, at, refererStart + 1, refererEnd, delta);
	putText(userAgent, at, agent + 1, agentEnd, delta);
	return agentEnd + 1;
}

/** Returns the end of a word without a comma, which ends before `limit` or there; 0 if there is none. */
function bareEnd(start: usize, limit: usize): usize {
	let at = start;
	while (at < limit && byte(at) !== space && byte(at) !== carriageReturn) {
		if (byte(at) === comma) {
			return 0;
		}
		at++;
	}
	return at > start ? at : 0;
}

/** Checks that a number of µs can't be a time since 1970 or a port: see `offerLone` in entries/formats/clf-times.ts. */
function isDuration(micros: f64): bool {
	if (!(micros >= 1000) || (micros >= 1e9 && micros < 2.2e9) || micros / 1000 >= maxDuration) {
		return false;
	}
	for (let index: usize = 0; index < portCount; index++) {
		if (micros === <f64>load<u32>(ports + (index << 2))) {
			return false;
		}
	}
	return true;
}

function power(decimals: u32): f64 {
	let result: f64 = 1;
	for (let count: u32 = 0; count < decimals; count++) {
		result *= 10;
	}
	return result;
}

/** Sets a text of a row: a range of the source bytes. */
export function put(field: i32, at: usize, start: usize, end: usize): void {
	const cell = <usize>(field * batchRows * 4) + at;
	store<u32>(textStarts + cell, <u32>start);
	store<u32>(textEnds + cell, <u32>end);
}

/** Sets a text of a row: a range of addresses. A single dash means a missing value. No branch, because referers make it unpredictable. */
function putText(field: u32, at: usize, start: usize, end: usize, delta: usize): void {
	const isNone = <u32>(start >= end) | (<u32>(end - start === 1) & <u32>(byte(start) === dash));
	const kept = isNone - 1;
	const cell = <usize>(field * batchRows * 4) + at;
	store<u32>(textStarts + cell, <u32>(start - delta) & kept);
	store<u32>(textEnds + cell, <u32>(end - delta) & kept);
}

import {readAddress} from './address';
import {
	durations,
	flags,
	formats,
	input,
	offsets,
	sizes,
	statuses,
	textCount,
	times,
	unescapedAt,
	zones,
} from './batch';
import {forwardedFor, host, ip, put, putText, referer, user, userAgent} from './cells';
import {readTime, timeLength} from './clf-time';
import {readColumn} from './column-values';
import {clearFields, readValue} from './json-values';
import {
	addressEnd,
	beginsWithAddress,
	byte,
	clientEndOf,
	digitsEnd,
	isDigit,
	lowerA,
	matches,
	pair,
	smallness,
	statusAt,
} from './line-pieces';
import {beginMarks, endLine, markAfter, markAt, marksOfLine} from './marks';
import {nodeSize, nodes} from './nodes';
import {lineMark, readObject} from './objects';
// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Request, Size} from './request';
import {readW3c} from './w3c-line';
import {innerMarks, unescapeLine} from './wrapped-lines';

const newline: u32 = 10;
const carriageReturn: u32 = 13;
const space: u32 = 32;
const quote: u32 = 34;
const dash: u32 = 45;
const dot: u32 = 46;
const colon: u32 = 58;
const upperA: u32 = 65;
const backslash: u32 = 92;

/** `- `, ` [`, `] "`, ` "` and `" "` as little-endian words. */
const dashAndSpace: u32 = 0x202d;
const spaceAndBracket: u32 = 0x5b20;
const bracketToQuote: u32 = 0x22_205d;
const spaceAndQuote: u32 = 0x2220;
const quotesAndSpace: u32 = 0x22_2022;

/** Maximum length of a line; TypeScript cuts longer ones. Equals `maxLineLength` in lines/line-splitter.ts. */
const maxLineLength: usize = 65_536;

/** Maximum length of an object. A longer one may be part of a line that Docker has split: see entries/wrappers/split-lines.ts. */
const maxPartLength: usize = 16_000;

/** Kinds of nodes: see entries/layout-steps.ts. */
const end: u32 = 0;
const clf: u32 = 1;

const object: u32 = 3;
const wrapped: u32 = 4;
const wrapperEnd: u32 = 5;
const openEnd: u32 = 6;
const blank: u32 = 7;
const w3c: u32 = 8;
const requestEnd: u32 = 53;

/** The kinds after `w3c` are in column-values.ts; from this kind on, they are in json-values.ts. */
const firstOfValues: u32 = 34;

/** The address after the lines read last. */
export let scanned: usize = 0;

/**
 * Reads lines that have one of the layouts. The TypeScript readers read all other lines. For the lines read here, both give the
 * same result.
 *
 * Reads the complete lines in `[from, to)` up to the first other line. Fills rows of the batch from `first` up to but excluding
 * `last`. Subtracting `delta` turns addresses into positions in the source bytes. `offset` is the offset of the first line.
 * Returns the number of lines read and sets `scanned` to their end.
 */
export function scan(from: usize, to: usize, first: i32, last: i32, delta: usize, offset: u32): i32 {
	let start = from;
	let row = first;
	beginMarks(from, <u32>load<u8>(nodeAfter(nodes)) === w3c);
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
 * Reads a line along the nodes. Returns the address of its line feed, or 0 if this reader can't read it. Each node counts the
 * marks that it skips, so the last node rejects every line with a mark anywhere else.
 */
function readLine(start: usize, marks: usize, at: usize, delta: usize): usize {
	let position = start;
	let mark = marks;
	let first = nodeAfter(nodes);
	let node = first;
	while (node !== nodes) {
		let next: usize = 0;
		let passed = mark;
		let lineEnd: usize = 0;
		if (matches(node, position)) {
			const from = position + <usize>load<u8>(node, 2);
			passed = mark + ((<usize>load<u8>(node, 3)) << 2);
			const parameter = <u32>load<u8>(node, 1);
			const kind = <u32>load<u8>(node);
			// With a switch, lines of the combined format, which have only `clf` and `end`, take longer.
			if (kind === clf) {
				next = readClf(from, passed, at, delta);
				passed += 8;
				// After a prefix, a name may be another prefix.
				if (from !== start && !beginsWithAddress(from) && !(isDigit(from) && readAddress(from, addressEnd))) {
					next = 0;
				}
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
			} else if (kind === end) {
				lineEnd = feedAt(from, passed, start, maxLineLength);
				store<u32>(formats + at, load<u32>(node, 8));
				store<u32>(flags + at, parameter);
			} else if (kind === openEnd || kind === requestEnd) {
				passed = markBehind(passed);
				const isOpen = byte(from) === space && (kind === openEnd || !isNumber(from + 1));
				lineEnd = isOpen ? feedAt(markAt(passed, 0), passed, start, maxLineLength) : 0;
				store<u32>(formats + at, load<u32>(node, 8));
				store<u32>(flags + at, parameter);
			} else if (kind > w3c) {
				next =
					kind < firstOfValues
						? readColumn(kind, parameter, from, passed, at, delta)
						: readValue(kind, parameter, from, passed, at, delta);
				passed = markAfter;
			} else if (kind === w3c) {
				lineEnd = readW3c(node, from, passed, at, delta);
				passed = markAfter;
				lineEnd = lineEnd - start > maxLineLength ? 0 : lineEnd;
			} else if (kind === object) {
				lineEnd = readObject(from, passed, at, delta);
				passed = lineMark;
				lineEnd = lineEnd - start > maxPartLength ? 0 : lineEnd;
			} else if (kind === wrapped) {
				// Unescapes only one level, because deeper nesting is rare.
				const last = start < input + unescapedAt ? unescapeLine(from, passed) : 0;
				if (last !== 0 && readLine(from + unescapedAt, innerMarks, at, delta) !== 0) {
					next = markAt(last, 0);
					passed = last;
				}
			} else if (kind === blank) {
				clearFields(load<u32>(node, 8), at);
				next = from;
			} else if (kind === wrapperEnd) {
				lineEnd = feedAt(from, passed, start, maxPartLength);
				store<u32>(flags + at, parameter);
			}
		}
		if (lineEnd !== 0) {
			endLine(passed);
			return lineEnd;
		}
		if (next !== 0) {
			position = next;
			mark = passed;
			node = nodeAfter(node);
			continue;
		}
		const other = nodeInstead(node);
		if (other !== nodes && node !== first) {
			node = other;
		} else {
			// Several layouts may share a beginning, such as an address: tries the next first node. Other choices aren't tried again.
			first = nodeInstead(first);
			node = first;
			position = start;
			mark = marks;
		}
	}
	return 0;
}

/** Returns the first mark that isn't a quote or backslash, or is a quote before a capital: lines with a request have another format. */
function markBehind(first: usize): usize {
	let mark = first;
	let at = markAt(mark, 0);
	while ((byte(at) === quote && byte(at + 1) - upperA > 25) || byte(at) === backslash) {
		mark += 4;
		at = markAt(mark, 0);
	}
	return mark;
}

/** Checks for a word of digits, with or without a dash before it, or for a dash. */
function isNumber(start: usize): bool {
	return byte(digitsEnd(byte(start) === dash ? start + 1 : start)) <= space;
}

/** Returns the address of the line feed at a mark; 0 if the line doesn't end at `end` or is too long. */
function feedAt(end: usize, mark: usize, start: usize, maxLength: usize): usize {
	const feed = markAt(mark, 0);
	const isEnd = end === feed || (end + 1 === feed && byte(end) === carriageReturn);
	return isEnd && byte(feed) === newline && feed - start <= maxLength ? feed : 0;
}

/** Returns the first node that may follow a node. */
function nodeAfter(node: usize): usize {
	return nodes + <usize>load<u16>(node, 6) * nodeSize;
}

/** Returns the next alternative to a node; `nodes` after the last one. */
function nodeInstead(node: usize): usize {
	return nodes + <usize>load<u16>(node, 4) * nodeSize;
}

/**
 * Reads the columns of the common log format: a client that isn't a list, no spaces in the user, a request of three words, no
 * escapes. Returns the address after the size, or 0.
 */
function readClf(start: usize, marks: usize, at: usize, delta: usize): usize {
	const request = markAt(marks, 0) + 1;
	const requestEnd = markAt(marks, 1);
	const clientEnd = clientEndOf(start, request);
	const time = request - timeLength - 3;
	const userStart = clientEnd + 3;
	const userEnd = time - 2;
	const differences =
		(pair(clientEnd + 1) ^ dashAndSpace) |
		(pair(userEnd) ^ spaceAndBracket) |
		((load<u32>(request - 3) ^ bracketToQuote) << 8) |
		(byte(requestEnd) ^ quote);
	if (differences !== 0 || clientEnd === 0) {
		return 0;
	}
	// Most lines have no user.
	if (userEnd === userStart + 1 && byte(userStart) === dash) {
		put(user, at, 0, 0);
	} else if (isUser(userStart, userEnd)) {
		put(user, at, userStart - delta, userEnd - delta);
	} else {
		return 0;
	}
	if (!readTime(time, times + (at << 1), zones + at)) {
		return 0;
	}
	if (!changetype<Request>(request).read(requestEnd, at, delta)) {
		return 0;
	}
	// A space, three digits, a space. A size of up to eight digits follows, and either a quoted referer or the end of the line.
	const status = statusAt(requestEnd + 1);
	const after = markAt(marks, 2);
	const sizeEnd = byte(after) === quote || byte(after - 1) === carriageReturn ? after - 1 : after;
	if (status < 0 || !changetype<Size>(requestEnd + 6).read(sizeEnd, sizes + (at << 1))) {
		return 0;
	}
	putText(ip, at, start, addressEnd, delta);
	put(host, at, 0, 0);
	if (byte(after) !== quote) {
		put(referer, at, 0, 0);
		put(userAgent, at, 0, 0);
	}
	// Clears the other fields. A later column or JSON value may set one of them; this format has no values for the rest.
	for (let field = forwardedFor; field < textCount; field++) {
		put(field, at, 0, 0);
	}
	store<f64>(durations + (at << 1), NaN);
	store<u32>(statuses + at, <u32>status);
	return sizeEnd;
}

/** Checks that a string is the name of a user. Other strings may be dashes of a missing name, a time, or addresses. */
function isUser(start: usize, end: usize): bool {
	const isNumber = isDigit(start);
	const isName = (byte(start) | smallness) - lowerA < 26 || (end - start <= 10 && isNumber);
	for (let at = start; at < end; at++) {
		const one = byte(at);
		if (one === space || one === colon || (isNumber && one === dot)) {
			return false;
		}
	}
	return isName && end > start;
}

/** Reads a quoted referer and a quoted user agent, each after a space. Returns the address after them, or 0. */
function readAgents(start: usize, marks: usize, at: usize, delta: usize): usize {
	const refererStart = markAt(marks, 0);
	const refererEnd = markAt(marks, 1);
	const agent = markAt(marks, 2);
	const agentEnd = markAt(marks, 3);
	const differences =
		<u32>(refererStart ^ (start + 1)) |
		<u32>(agent ^ (refererEnd + 2)) |
		(pair(start) ^ spaceAndQuote) |
		((load<u32>(refererEnd) ^ quotesAndSpace) << 8) |
		(byte(agentEnd) ^ quote);
	if (differences !== 0) {
		return 0;
	}
	putText(referer, at, refererStart + 1, refererEnd, delta);
	putText(userAgent, at, agent + 1, agentEnd, delta);
	return agentEnd + 1;
}

/**
 * The quotes, backslashes, line feeds and NULs of the input, found for many lines at once: branches that depend on where each
 * stands are what reading a line costs most. As the first stage of simdjson does it (Langdale and Lemire, "Parsing
 * Gigabytes of JSON per Second", https://arxiv.org/abs/1902.08318).
 */

const newline: u32 = 10;
const quote: u32 = 34;

/** Each of them by its lower four bits; a byte with other lower bits, which is none, where there is none. */
const marked: v128 = i8x16(0, -1, 34, -1, -1, -1, -1, -1, -1, -1, 10, -1, 92, -1, -1, 0);

/** Looked through at a time. */
const pieceSize: usize = 4096;

/** Quotes of a line of the combined format: before and after request, referer and user agent; of the common format. */
const combinedQuotes: usize = 6;
const commonQuotes: usize = 2;

/** Addresses, u32: of a piece, of what is left of the one before, and what is written too much. */
const marks: usize = memory.data(<i32>((pieceSize + 64) * 4), 16);

/** Those of the lines to come are `[head, tail)`. */
let head: usize = marks;
let tail: usize = marks;
/** Up to where it has been looked. */
let foundTo: usize = 0;

/** Begins with the line at an address. */
export function beginMarks(from: usize): void {
	head = marks;
	tail = marks;
	foundTo = from;
}

/** Where the marks of the line are that comes next. A caller keeps it: each look at a variable of the module costs a load. */
export function marksOfLine(): usize {
	return head;
}

/** The address of one of the marks of a line. */
export function markAt(line: usize, index: usize): usize {
	return <usize>load<u32>(line + (index << 2));
}

/**
 * How many quotes the line has, and nothing else before its line feed, which is the mark behind them: 6 or 2. 0 for a
 * line with anything else, or that doesn't end before `to`.
 */
export function quotesOfLine(to: usize): usize {
	while (head + (combinedQuotes << 2) >= tail && foundTo < to) {
		findMore(to);
	}
	const line = head;
	if (
		line + (combinedQuotes << 2) < tail &&
		isAt(line, combinedQuotes, newline) &&
		areQuotes(line, combinedQuotes)
	) {
		return combinedQuotes;
	}
	return line + (commonQuotes << 2) < tail &&
		isAt(line, commonQuotes, newline) &&
		areQuotes(line, commonQuotes)
		? commonQuotes
		: 0;
}

/** Goes on behind a line with so many quotes. */
export function nextLine(count: usize): void {
	head += (count + 1) << 2;
}

function isAt(line: usize, index: usize, character: u32): bool {
	return load<u8>(markAt(line, index)) === character;
}

function areQuotes(line: usize, count: usize): bool {
	for (let index: usize = 0; index < count; index++) {
		if (!isAt(line, index, quote)) {
			return false;
		}
	}
	return true;
}

/** Its variables are its own: those of the module would be loaded again after each store. */
function findMore(to: usize): void {
	memory.copy(marks, head, tail - head);
	let next = tail - (head - marks);
	let at = foundTo;
	const last = min(to, at + pieceSize);
	for (; at < last; at += 64) {
		let found = marksOf(at) | (marksOf(at + 16) << 16) | (marksOf(at + 32) << 32) | (marksOf(at + 48) << 48);
		if (at + 64 > to) {
			found &= ((<u64>1) << (<u64>(to - at))) - 1;
		}
		const end = next + ((<usize>popcnt(found)) << 2);
		// Four at least, without looking whether there are so many: more are rare.
		do {
			store<u32>(next, <u32>(at + <usize>ctz(found)));
			found &= found - 1;
			store<u32>(next, <u32>(at + <usize>ctz(found)), 4);
			found &= found - 1;
			store<u32>(next, <u32>(at + <usize>ctz(found)), 8);
			found &= found - 1;
			store<u32>(next, <u32>(at + <usize>ctz(found)), 12);
			found &= found - 1;
			next += 16;
		} while (next < end);
		next = end;
	}
	head = marks;
	tail = next;
	foundTo = at;
}

/** A bit for each of 16 bytes. */
function marksOf(at: usize): u64 {
	const bytes = v128.load(at);
	const lower = v128.and(bytes, i8x16.splat(15));
	return <u64>i8x16.bitmask(i8x16.eq(i8x16.swizzle(marked, lower), bytes));
}

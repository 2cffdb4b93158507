/**
 * Finds the quotes, backslashes, line feeds and NULs of the input for many lines at once. Branches on their positions are the
 * largest cost of reading a line. The method is the first stage of simdjson (Langdale and Lemire, "Parsing Gigabytes of JSON per
 * Second", https://arxiv.org/abs/1902.08318).
 */

const newline: u32 = 10;
const quote: u32 = 34;

/** The marks, indexed by their lower four bits. Unused entries have a byte with other lower bits, which never matches. */
const marked: v128 = i8x16(0, -1, 34, -1, -1, -1, -1, -1, -1, -1, 10, -1, 92, -1, -1, 0);

/** Bytes scanned at a time. */
const pieceSize: usize = 4096;

/** Number of quotes in a line of the combined format (around request, referer and user agent), and of the common format. */
const combinedQuotes: usize = 6;
const commonQuotes: usize = 2;

/** Addresses of marks, u32: of a piece, of the rest of the previous piece, and excess ones. */
const marks: usize = memory.data(<i32>((pieceSize + 64) * 4), 16);

/** The marks of the next lines are `[head, tail)`. */
let head: usize = marks;
let tail: usize = marks;
/** Address up to which the input has been scanned. */
let foundTo: usize = 0;

/** Starts with the line at an address. */
export function beginMarks(from: usize): void {
	head = marks;
	tail = marks;
	foundTo = from;
}

/**
 * Returns the address of the next line's marks. Callers should keep it, because each access to a module variable costs a load.
 */
export function marksOfLine(): usize {
	return head;
}

/** Returns the address of one of a line's marks. */
export function markAt(line: usize, index: usize): usize {
	return <usize>load<u32>(line + (index << 2));
}

/**
 * Returns the number of quotes in the line, 6 or 2, if it has no other marks before its line feed, which is the next mark.
 * Returns 0 for other lines and lines that don't end before `to`.
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

/** Continues after a line with `count` quotes. */
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

/** Scans the next piece. Uses local variables, because module variables would be loaded again after each store. */
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
		// Stores at least four without checking the number: more than four are rare.
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

/** Returns a bit for each of 16 bytes. */
function marksOf(at: usize): u64 {
	const bytes = v128.load(at);
	const lower = v128.and(bytes, i8x16.splat(15));
	return <u64>i8x16.bitmask(i8x16.eq(i8x16.swizzle(marked, lower), bytes));
}

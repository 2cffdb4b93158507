/**
 * Finds the quotes, backslashes, line feeds and NULs of the input for many lines at once. Branches on their positions are the
 * largest cost of reading a line. The method is the first stage of simdjson (Langdale and Lemire, "Parsing Gigabytes of JSON per
 * Second", https://arxiv.org/abs/1902.08318).
 */

const newline: u32 = 10;
const space: u32 = 32;

/**
 * The marks, indexed by their lower four bits. Unused entries have a byte with other lower bits, which never matches. V8 builds a
 * constant again wherever it is used, so this and the mask of the bits are loaded.
 */
const markedAt: usize = memory.data<u8>(
	[0, 255, 34, 255, 255, 255, 255, 255, 255, 255, 10, 255, 92, 255, 255, 0],
	16,
);
const lowBitsAt: usize = memory.data<u8>(
	[15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15],
	16,
);

/** Bytes scanned at a time. With 4096 bytes, which hold only four lines of Caddy, such lines take 2 % longer. */
const pieceSize: usize = 16384;

/** Maximum number of marks of a line. TypeScript reads lines with more. */
const maxMarks: usize = 4096;

/** Addresses of marks, u32: of a piece, of the rest of the previous piece, and excess ones. */
const marks: usize = memory.data(<i32>((maxMarks + pieceSize + 64) * 4), 16);

/** The marks of the next lines are `[head, tail)`. */
let head: usize = marks;
let tail: usize = marks;
/** The address after the last mark that is a line feed. */
let linesEnd: usize = marks;
/** Address up to which the input has been scanned. */
let foundTo: usize = 0;

/** True if spaces are marks, too. */
let isSpaced = false;

/** Starts the search with the line at an address. */
export function beginMarks(from: usize, withSpaces: bool): void {
	isSpaced = withSpaces;
	head = marks;
	tail = marks;
	linesEnd = marks;
	foundTo = from;
}

/**
 * Finds all marks of the next line. Returns the address of the first one, or 0 if the line doesn't end before `to` or has too many
 * marks. Callers should keep the address, because each access to a module variable costs a load.
 */
export function marksOfLine(to: usize): usize {
	while (head >= linesEnd) {
		if (foundTo >= to || tail - head > maxMarks << 2) {
			return 0;
		}
		findMore(to);
	}
	return head;
}

/** Returns the address of one of a line's marks. */
export function markAt(line: usize, index: usize): usize {
	return <usize>load<u32>(line + (index << 2));
}

/** The mark after the value read last. */
export let markAfter: usize = 0;

/** Sets the mark after a value. */
export function passTo(mark: usize): void {
	markAfter = mark;
}

/** Continues after the line whose line feed has the mark at an address. */
export function endLine(mark: usize): void {
	head = mark + 4;
}

/** Scans the next piece. Uses local variables, because module variables would be loaded again after each store. */
function findMore(to: usize): void {
	memory.copy(marks, head, tail - head);
	let next = tail - (head - marks);
	const first = next;
	let at = foundTo;
	const last = min(to, at + pieceSize);
	const hasSpaces = isSpaced;
	const marked = v128.load(markedAt);
	const lowBits = v128.load(lowBitsAt);
	for (; at < last; at += 64) {
		let found =
			marksOf(at, marked, lowBits) |
			(marksOf(at + 16, marked, lowBits) << 16) |
			(marksOf(at + 32, marked, lowBits) << 32) |
			(marksOf(at + 48, marked, lowBits) << 48);
		if (hasSpaces) {
			found |=
				spacesOf(at) | (spacesOf(at + 16) << 16) | (spacesOf(at + 32) << 32) | (spacesOf(at + 48) << 48);
		}
		if (at + 64 > to) {
			found &= ((<u64>1) << (<u64>(to - at))) - 1;
		}
		const end = next + ((<usize>popcnt(found)) << 2);
		// Stores at least four marks without checking their number: more than four are rare.
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
	while (next > first && load<u8>(<usize>load<u32>(next - 4)) !== newline) {
		next -= 4;
	}
	linesEnd = next > first ? next : marks;
}

function spacesOf(at: usize): u64 {
	return <u64>i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(<i8>space)));
}

/** Returns a bit for each of 16 bytes, set for marks. */
function marksOf(at: usize, marked: v128, lowBits: v128): u64 {
	const bytes = v128.load(at);
	const lower = v128.and(bytes, lowBits);
	return <u64>i8x16.bitmask(i8x16.eq(i8x16.swizzle(marked, lower), bytes));
}

import {foldOf, isAt, parts} from './find-part';
import {alone, judgements, no, yes} from './judge';
import {marksIn} from './judge-escaped';
import {bytesIfAlone, lengthFound} from './text-records';
// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {addressOf, blockOfTexts, Texts} from './texts';

/** Minimum number of adjacent strings that are worth a common search. */
const fewest: u32 = 64;

/** End of the strings that must be judged one by one, if the last call judged none. */
export let aloneEnd: u32 = 0;

/**
 * Judges strings like `judgeContained`, but searches the memory of many adjacent strings at once. This takes 1/5 of the time if
 * hardly any string matches, as with ids. Returns the first id that hasn't been judged; `first` if the strings aren't adjacent or
 * share beginnings, or if many of them match or aren't plain: see `aloneEnd`.
 */
export function judgeAdjacent(texts: Texts, first: u32, end: u32, length: usize, introducer: u8): u32 {
	const pages = texts.pages;
	aloneEnd = end;
	// This many strings take at most half a block, so they are in at most two. A string takes up to 5 bytes more than its length.
	const step = blockOfTexts / 2 / (texts.longest + 5);
	if (end < first + fewest || step === 0 || (texts.firstShared !== 0 && texts.firstShared < end)) {
		return first;
	}
	const last = adjacentEnd(pages, first, end, step);
	if (last < first + fewest) {
		// More adjacent strings may follow in the next block of memory.
		aloneEnd = last;
		return first;
	}
	const stop = bytesIfAlone(addressOf(pages, last - 1)) + lengthFound;
	memory.fill(judgements, no, last - first);
	let left = (last - first) >> 3;
	let id = first;
	let at = partOrMark(addressOf(pages, first), stop, length, introducer);
	while (at < stop) {
		id = idAt(pages, at, id, last);
		const start = bytesIfAlone(addressOf(pages, id));
		const size = lengthFound;
		const textEnd = start + size;
		let next = at + 1;
		if (at < start) {
			// The bytes of the length aren't part of the string.
			next = start;
		} else if (at >= textEnd) {
			// Nor is the gap between two blocks.
			next = addressOf(pages, id + 1);
		} else if (left-- === 0) {
			return first;
		} else if (marksIn(start, size, introducer, introducer) !== 0) {
			store<u8>(judgements + <usize>(id - first), alone);
			next = textEnd;
		} else if (at + length <= textEnd) {
			store<u8>(judgements + <usize>(id - first), yes);
			next = textEnd;
		}
		at = partOrMark(next, stop, length, introducer);
	}
	return last;
}

/**
 * Returns the end of the strings from `first` on whose addresses ascend. Checks only every `step`th address: the block changes at
 * most once between two of these. If the later is at most a block after the earlier, all between them ascend.
 */
function adjacentEnd(pages: usize, first: u32, end: u32, step: u32): u32 {
	let id = first;
	while (id + 1 < end) {
		const next = min(id + step, end - 1);
		if (!isNear(pages, id, next)) {
			let high = next;
			let low = id;
			while (low + 1 < high) {
				const middle = (low + high) >> 1;
				if (isNear(pages, id, middle)) {
					low = middle;
				} else {
					high = middle;
				}
			}
			return high;
		}
		id = next;
	}
	return end;
}

/** Checks that a string is at most a block of memory after an earlier one. */
function isNear(pages: usize, id: u32, other: u32): bool {
	return <u32>(addressOf(pages, other) - addressOf(pages, id)) <= blockOfTexts;
}

/**
 * Returns the id of the last string from `low` up to but excluding `high` that starts at or before an address. Fastest for ids
 * near `low`.
 */
function idAt(pages: usize, at: usize, low: u32, high: u32): u32 {
	for (let step: u32 = 1; low + step < high; step <<= 1) {
		if (addressOf(pages, low + step) > at) {
			high = low + step;
		} else {
			low += step;
		}
	}
	while (low + 1 < high) {
		const middle = (low + high) >> 1;
		if (addressOf(pages, middle) <= at) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return low;
}

/**
 * Returns the first address in `[at, stop)` of a byte that isn't plain, or of the first `length` bytes of the parts; `stop` if
 * neither occurs. Compares three bytes of the part: in ids in hexadecimal notation, two bytes match by chance in every fourth
 * step. That would slow down `findText`, which looks for rare bytes.
 */
function partOrMark(at: usize, stop: usize, length: usize, introducer: u8): usize {
	const middle = length >> 1;
	const back = length - 1;
	const mark = i8x16.splat(introducer);
	const a = i8x16.splat(load<u8>(parts));
	const b = i8x16.splat(load<u8>(parts + middle));
	const c = i8x16.splat(load<u8>(parts + back));
	const foldA = i8x16.splat(foldOf(load<u8>(parts)));
	const foldB = i8x16.splat(foldOf(load<u8>(parts + middle)));
	const foldC = i8x16.splat(foldOf(load<u8>(parts + back)));
	for (; at + back + 64 <= stop; at += 64) {
		const one = matchesAt(at, middle, back, mark, a, b, c, foldA, foldB, foldC);
		const two = matchesAt(at + 16, middle, back, mark, a, b, c, foldA, foldB, foldC);
		const three = matchesAt(at + 32, middle, back, mark, a, b, c, foldA, foldB, foldC);
		const four = matchesAt(at + 48, middle, back, mark, a, b, c, foldA, foldB, foldC);
		if (i8x16.bitmask(v128.or(v128.or(one, two), v128.or(three, four))) === 0) {
			continue;
		}
		const low = <u64>i8x16.bitmask(one) | ((<u64>i8x16.bitmask(two)) << 16);
		const high = <u64>i8x16.bitmask(three) | ((<u64>i8x16.bitmask(four)) << 16);
		for (let matches = low | (high << 32); matches !== 0; matches &= matches - 1) {
			const found = at + <usize>ctz(matches);
			if (isMarked(found, introducer) || isAt(found, parts, length)) {
				return found;
			}
		}
	}
	for (; at < stop; at++) {
		if (isMarked(at, introducer) || (at + length <= stop && isAt(at, parts, length))) {
			return at;
		}
	}
	return stop;
}

/** Sets the highest bit of each of the 16 bytes from `at` on that isn't plain or at which the three compared bytes match. */
function matchesAt(
	at: usize,
	middle: usize,
	back: usize,
	mark: v128,
	a: v128,
	b: v128,
	c: v128,
	foldA: v128,
	foldB: v128,
	foldC: v128,
): v128 {
	const bytes = v128.load(at);
	const firsts = i8x16.eq(v128.or(bytes, foldA), a);
	const middles = i8x16.eq(v128.or(v128.load(at + middle), foldB), b);
	const lasts = i8x16.eq(v128.or(v128.load(at + back), foldC), c);
	return v128.or(v128.and(v128.and(firsts, middles), lasts), v128.or(bytes, i8x16.eq(bytes, mark)));
}

function isMarked(at: usize, introducer: u8): bool {
	const byte = load<u8>(at);
	return byte >= 128 || byte === introducer;
}

import {findText} from './find-text';
import {alone, judgements, no, yes} from './judge';
import {shortAt} from './text-records';
// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {pageOf, pageTexts, placeOf, Texts} from './texts';

/** Minimum number of adjacent strings for which a common search pays. */
const fewest: u32 = 64;

/** Maximum distance of two adjacent short strings, in bytes. */
const farthest: i32 = 128;

/** End of the strings that must be judged one by one, if the last call judged none. */
export let aloneEnd: u32 = 0;

/**
 * Judges strings like `judgeContained`, but searches the memory of many adjacent short strings at once. That takes a fifth of the
 * time if hardly any of them matches, as with ids. Returns the first id that hasn't been judged; `first` if the strings aren't
 * adjacent, or if many of them match or aren't plain: see `aloneEnd`.
 */
export function judgeAdjacent(
	texts: Texts,
	first: u32,
	end: u32,
	length: usize,
	isFolded: bool,
	introducer: u8,
): u32 {
	const pages = texts.pages;
	aloneEnd = end;
	if (end < first + fewest || (texts.firstShared !== 0 && texts.firstShared < end)) {
		return first;
	}
	let last = adjacentEnd(pages, first, end);
	if (shortAt(placeOf(pages, last - 1)) < 0) {
		last--;
	}
	if (last < first + fewest) {
		// More may be adjacent behind these, in the next block of memory.
		aloneEnd = max(last, first + 1);
		return first;
	}
	const from = placeOf(pages, first);
	const stop = textEnd(placeOf(pages, last - 1));
	memory.fill(judgements, no, last - first);
	let left = (last - first) >> 3;
	let id = first;
	// The lengths between the strings are less than 128. A length that equals the introducer only costs time, and so do the few
	// bytes between two blocks of memory.
	let marked = markedAt(from, stop, introducer);
	while (marked < stop) {
		if (left-- === 0) {
			return first;
		}
		id = idAt(pages, marked, id, last);
		const place = placeOf(pages, id);
		const isWithin = marked > place && marked < textEnd(place);
		if (isWithin) {
			store<u8>(judgements + <usize>(id - first), alone);
		}
		marked = markedAt(isWithin ? textEnd(place) : marked + 1, stop, introducer);
	}
	id = first;
	let at = findText(from, stop, length, 0, length - 1, isFolded);
	while (at !== 0) {
		if (left-- === 0) {
			return first;
		}
		id = idAt(pages, at, id, last);
		const place = placeOf(pages, id);
		const isWithin = at > place && at + length <= textEnd(place);
		const judged = judgements + <usize>(id - first);
		if (isWithin && load<u8>(judged) !== alone) {
			store<u8>(judged, yes);
		}
		at = findText(isWithin ? textEnd(place) : at + 1, stop, length, 0, length - 1, isFolded);
	}
	return last;
}

/** Returns the address of the first byte in `[at, end)` that isn't ASCII or equals the introducer; `end` if there is none. */
function markedAt(at: usize, end: usize, introducer: u8): usize {
	const mark = i8x16.splat(introducer);
	for (; at + 64 <= end; at += 64) {
		const one = marksOf(v128.load(at), mark);
		const two = marksOf(v128.load(at, 16), mark);
		const three = marksOf(v128.load(at, 32), mark);
		const four = marksOf(v128.load(at, 48), mark);
		if (i8x16.bitmask(v128.or(v128.or(one, two), v128.or(three, four))) !== 0) {
			break;
		}
	}
	for (; at < end; at++) {
		const byte = load<u8>(at);
		if (byte >= 128 || byte === introducer) {
			return at;
		}
	}
	return end;
}

/** Sets the highest bit of each byte that isn't ASCII or equals the mark. */
function marksOf(bytes: v128, mark: v128): v128 {
	return v128.or(bytes, i8x16.eq(bytes, mark));
}

function textEnd(place: usize): usize {
	return place + 1 + <usize>shortAt(place);
}

/** Returns the end of the strings from `first` on of which each is at most `farthest` bytes after the one before. */
function adjacentEnd(pages: usize, first: u32, end: u32): u32 {
	const most = i32x4.splat(farthest);
	let id = first;
	while (id + 1 < end) {
		const last = min(end - 1, id | (pageTexts - 1));
		let at = pageOf(pages, id) + ((<usize>(id % pageTexts)) << 2);
		for (; id + 16 <= last; id += 16, at += 64) {
			const far = v128.or(
				v128.or(areFar(at, most), areFar(at + 16, most)),
				v128.or(areFar(at + 32, most), areFar(at + 48, most)),
			);
			if (v128.any_true(far)) {
				break;
			}
		}
		do {
			if (<u32>(placeOf(pages, id + 1) - placeOf(pages, id)) > <u32>farthest) {
				return id + 1;
			}
			id++;
		} while (id < last);
	}
	return end;
}

/** Marks those of the four strings whose addresses are at `at` that the next string is too far from. */
function areFar(at: usize, most: v128): v128 {
	return i32x4.gt_u(i32x4.sub(v128.load(at, 4), v128.load(at)), most);
}

/** Returns the id of the last string, of those from `low` up to but excluding `high`, that starts at or before an address. */
function idAt(pages: usize, at: usize, low: u32, high: u32): u32 {
	while (low + 1 < high) {
		const middle = (low + high) >> 1;
		if (placeOf(pages, middle) <= at) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return low;
}

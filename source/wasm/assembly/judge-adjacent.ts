import {findText} from './find-text';
import {judgements, no, yes} from './judge';
import {marksIn} from './judge-escaped';
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
 * adjacent, aren't plain, or if many of them match: see `aloneEnd`.
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
	// The lengths between the strings are less than 128. A length that equals the introducer only costs time.
	if (marksIn(from, stop - from, introducer, introducer) !== 0) {
		return first;
	}
	memory.fill(judgements, no, last - first);
	let left = (last - first) >> 3;
	let id = first;
	let at = findText(from, stop, length, 0, length - 1, isFolded);
	while (at !== 0) {
		if (left-- === 0) {
			return first;
		}
		id = idAt(pages, at, id, last);
		const place = placeOf(pages, id);
		const isWithin = at > place && at + length <= textEnd(place);
		if (isWithin) {
			store<u8>(judgements + <usize>(id - first), yes);
		}
		at = findText(isWithin ? textEnd(place) : at + 1, stop, length, 0, length - 1, isFolded);
	}
	return last;
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
		for (; id + 4 <= last; id += 4, at += 16) {
			const gaps = i32x4.sub(v128.load(at, 4), v128.load(at));
			if (v128.any_true(i32x4.gt_u(gaps, most))) {
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

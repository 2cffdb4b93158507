import {findText} from './find-text';
import {judgements, no, yes} from './judge';
import {marksIn} from './judge-escaped';
import {shortAt} from './text-records';
import {placeOf} from './texts';

/** Minimum number of adjacent strings for which a common search pays. */
const fewest: u32 = 64;

/**
 * Judges strings like `judgeContained`, but searches the memory of many adjacent short strings at once. That takes half the time if
 * hardly any of them matches, as with ids. Returns the first id that hasn't been judged; `first` if the strings aren't adjacent,
 * aren't plain, or if many of them match.
 */
export function judgeAdjacent(
	pages: usize,
	first: u32,
	end: u32,
	length: usize,
	isFolded: bool,
	introducer: u8,
): u32 {
	const from = placeOf(pages, first);
	let stop = from;
	let last = first;
	for (; last < end; last++) {
		const place = placeOf(pages, last);
		const size = shortAt(place);
		if (place !== stop || size < 0) {
			break;
		}
		stop = place + 1 + size;
	}
	// The lengths between the strings are less than 128. A length that equals the introducer only costs time.
	if (last - first < fewest || marksIn(from, stop - from, introducer, introducer) !== 0) {
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
		while (id + 1 < last && placeOf(pages, id + 1) <= at) {
			id++;
		}
		const place = placeOf(pages, id);
		const textEnd = place + 1 + shortAt(place);
		const isWithin = at > place && at + length <= textEnd;
		if (isWithin) {
			store<u8>(judgements + <usize>(id - first), yes);
		}
		at = findText(isWithin ? textEnd : at + 1, stop, length, 0, length - 1, isFolded);
	}
	return last;
}

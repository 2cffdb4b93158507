import {alone, enough, judgements, no, yes} from './judge';
import {headerSize, placesOf} from './texts';

/** Room for the parts of what is looked for, and for where each of them ends, u32. */
export const partsSize: i32 = 4096;
export const mostParts: i32 = 64;
export const parts: usize = memory.data(partsSize + 16, 16);
export const partEnds: usize = memory.data(mostParts * 4, 16);

/** The bit that makes a capital small while case makes no difference, else nothing. */
let fold: u32 = 0;

/**
 * Judges texts from number `first` on, up to but without `end`: whether they are the first `count` parts with anything
 * between them. Where `isFolded` the parts have no capitals, and case makes no difference. `introducer` begins escapes,
 * 255 where nothing does. Returns the number that it has come to.
 */
export function judgeParts(
	table: usize,
	first: u32,
	end: u32,
	count: i32,
	isFolded: bool,
	introducer: u8,
): u32 {
	const places = placesOf(table);
	const mark = i8x16.splat(introducer);
	fold = isFolded ? 32 : 0;
	let left = enough;
	let id = first;
	for (; id < end && left > 0; id++) {
		const place = <usize>load<u32>(places + ((<usize>id) << 2));
		const start = place + headerSize;
		const length = <usize>load<u32>(place, 4);
		left -= <i32>length;
		const isPlain = marksIn(start, length, mark) === 0;
		store<u8>(
			judgements + <usize>(id - first),
			isPlain ? (hasParts(start, start + length, count) ? yes : no) : alone,
		);
	}
	return id;
}

/** Bits for bytes that aren't ASCII, or are the mark: none where a text has no such byte. */
function marksIn(start: usize, length: usize, mark: v128): i32 {
	const bytes = v128.load(start);
	if (length < 16) {
		return i8x16.bitmask(marked(bytes, mark)) & ((1 << (<i32>length)) - 1);
	}
	const last = start + length - 16;
	let found = marked(v128.load(last), mark);
	for (let at = start; at < last; at += 16) {
		found = v128.or(found, marked(v128.load(at), mark));
	}
	return i8x16.bitmask(found);
}

function marked(bytes: v128, mark: v128): v128 {
	return v128.or(bytes, i8x16.eq(bytes, mark));
}

function hasParts(start: usize, end: usize, count: i32): bool {
	const first = <usize>load<u32>(partEnds);
	if (count === 1) {
		return end - start === first && isAt(start, parts, first);
	}
	const last = parts + <usize>load<u32>(partEnds + ((<usize>count - 2) << 2));
	const lastLength = parts + <usize>load<u32>(partEnds + ((<usize>count - 1) << 2)) - last;
	const lastAt = end - lastLength;
	if (end - start < first + lastLength || !isAt(start, parts, first) || !isAt(lastAt, last, lastLength)) {
		return false;
	}
	// Each of the others is taken where it comes first.
	let at = start + first;
	let part = parts + first;
	for (let index: usize = 1; index < <usize>count - 1; index++) {
		const next = parts + <usize>load<u32>(partEnds + (index << 2));
		at = find(at, lastAt, part, next - part);
		if (at === 0) {
			return false;
		}
		at += next - part;
		part = next;
	}
	return true;
}

/** Where a part comes first in `[at, end)`; 0 when it doesn't. */
function find(at: usize, end: usize, part: usize, length: usize): usize {
	if (length === 0) {
		return at;
	}
	if (end - at < length) {
		return 0;
	}
	// Sixteen places at a time are told from those where its first and its last byte stand.
	const back = length - 1;
	const firstByte = load<u8>(part);
	const lastByte = load<u8>(part + back);
	const first = i8x16.splat(firstByte);
	const last = i8x16.splat(lastByte);
	const firstFold = i8x16.splat(foldOf(firstByte));
	const lastFold = i8x16.splat(foldOf(lastByte));
	const stop = end - back;
	for (; at < stop; at += 16) {
		const firsts = i8x16.eq(v128.or(v128.load(at), firstFold), first);
		const lasts = i8x16.eq(v128.or(v128.load(at + back), lastFold), last);
		let places = i8x16.bitmask(v128.and(firsts, lasts));
		if (stop - at < 16) {
			places &= (1 << (<i32>(stop - at))) - 1;
		}
		for (; places !== 0; places &= places - 1) {
			const place = at + ctz(places);
			if (isAt(place, part, length)) {
				return place;
			}
		}
	}
	return 0;
}

/** The bit by which a byte of a part differs from its capital, if case makes no difference. */
function foldOf(byte: u8): u8 {
	return <u8>(byte >= 97 && byte <= 122 ? fold : 0);
}

function isAt(at: usize, part: usize, length: usize): bool {
	for (let index: usize = 0; index < length; index++) {
		let byte = <u32>load<u8>(at + index);
		if (byte - 65 < 26) {
			byte |= fold;
		}
		if (byte !== <u32>load<u8>(part + index)) {
			return false;
		}
	}
	return true;
}

import {headerSize, placesOf} from './texts';

/**
 * Whether texts of a table are like something: many in one go, and only those that stand for themselves, ASCII without
 * what begins an escape. What others stand for is found out elsewhere.
 */

/** The most texts that are judged in one go. */
export const judgedTexts: i32 = 256;

/** Where it is told what they are, a byte each. */
export const judgements: usize = memory.data(judgedTexts, 16);

const no: u8 = 0;
const yes: u8 = 1;
/** It has to be asked about by itself. */
const alone: u8 = 2;

/** So many bytes of texts are enough for one go: half a millisecond for what takes longest. */
const enough: i32 = 1 << 18;

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

/**
 * Judges texts as `judgeParts` does: whether each is an IPv4 address whose bits are `network` where `mask` has some.
 * Whatever isn't written as such an address is left to be asked about.
 */
export function judgeNetwork(table: usize, first: u32, end: u32, network: u32, mask: u32): u32 {
	const places = placesOf(table);
	for (let id = first; id < end; id++) {
		const place = <usize>load<u32>(places + ((<usize>id) << 2));
		const start = place + headerSize;
		const isAddress = readAddress(start, start + <usize>load<u32>(place, 4));
		store<u8>(
			judgements + <usize>(id - first),
			isAddress ? ((address & mask) === network ? yes : no) : alone,
		);
	}
	return end;
}

/** The address that was read last. */
let address: u32 = 0;

/** Reads `203.0.113.9`: four numbers without zeros before them. */
function readAddress(start: usize, end: usize): bool {
	if (end - start > 15) {
		return false;
	}
	address = 0;
	let count = 0;
	let number: i32 = -1;
	for (let at = start; at <= end; at++) {
		const byte: i32 = at === end ? 46 : <i32>load<u8>(at);
		if (byte === 46) {
			if (number < 0 || ++count > 4) {
				return false;
			}
			address = (address << 8) | number;
			number = -1;
		} else {
			if (byte < 48 || byte > 57 || number === 0) {
				return false;
			}
			number = max(number, 0) * 10 + byte - 48;
			if (number > 255) {
				return false;
			}
		}
	}
	return count === 4;
}

/** Room for the steps of an automaton, and for the kinds of bytes: a u16 for each byte. */
export const stepsSize: i32 = 1 << 18;
export const steps: usize = memory.data(stepsSize, 16);
export const kinds: usize = memory.data(256 * 2, 16);

/** A step that isn't known yet. Those up to `alone` judge the text, all others lead to a state. */
const unknown: u32 = 3;

/** The place of the unknown step that was met, in bytes; 0 when none was. */
export let unknownAt: u32 = 0;

/**
 * Judges texts as `judgeParts` does, by an automaton: a state is a row of steps, u32, its number the place of the row in
 * bytes; a kind is a place within a row, that of bytes which don't stand for themselves is 0, `endKind` is that of the
 * end of a text. Where a step isn't known it ends with that text, and says so by `unknownAt`.
 */
export function judgeBySteps(
	table: usize,
	first: u32,
	end: u32,
	start: u32,
	endKind: u32,
	introducer: u8,
): u32 {
	unknownAt = 0;
	if (first === end) {
		return end;
	}
	const introducerKind = kinds + ((<usize>introducer) << 1);
	const usualKind = load<u16>(introducerKind);
	store<u16>(introducerKind, 0);
	const come = judgeTwo(placesOf(table), first, end, start, endKind);
	store<u16>(introducerKind, usualKind);
	return come;
}

/**
 * Two texts are walked through at a time: each step has to wait for the one before it, 2 ns, in which there is time for
 * those of another text. Measured with 578,000 URLs: 35 ms instead of 43.
 */
function judgeTwo(places: usize, first: u32, end: u32, start: u32, endKind: u32): u32 {
	let left = enough;
	let next = first;
	let id = next++;
	let place = <usize>load<u32>(places + ((<usize>id) << 2));
	let at = place + headerSize;
	let stop = at + <usize>load<u32>(place, 4);
	let state = start;
	// Without a second text, it is one that has been judged.
	let otherId = id;
	let otherAt = at;
	let otherStop = stop;
	let other: u32 = 0;
	for (;;) {
		if (other <= unknown || otherAt === otherStop) {
			if (other > unknown) {
				other = load<u32>(steps + other + endKind);
			}
			if (other === unknown) {
				walk(start, placeOf(places, otherId), endKind);
				return min(id, otherId);
			}
			if (otherId !== id) {
				store<u8>(judgements + <usize>(otherId - first), <u8>other);
			}
			if (next === end || left <= 0) {
				break;
			}
			otherId = next++;
			place = placeOf(places, otherId);
			otherAt = place + headerSize;
			otherStop = otherAt + <usize>load<u32>(place, 4);
			other = start;
			left -= <i32>(otherStop - otherAt);
		}
		if (state > unknown) {
			const until = at + min(stop - at, otherStop - otherAt);
			while (at < until) {
				state = load<u32>(steps + state + kindOf(at++));
				other = load<u32>(steps + other + kindOf(otherAt++));
				if (min(state, other) <= unknown) {
					break;
				}
			}
		}
		if (state <= unknown || at === stop) {
			// The one that has come to an end becomes the other one.
			const lastId = id;
			const lastAt = at;
			const lastStop = stop;
			const last = state;
			id = otherId;
			at = otherAt;
			stop = otherStop;
			state = other;
			otherId = lastId;
			otherAt = lastAt;
			otherStop = lastStop;
			other = last;
		}
	}
	if (state > unknown) {
		state = walk(start, placeOf(places, id), endKind);
	}
	if (state === unknown) {
		walk(start, placeOf(places, id), endKind);
		return id;
	}
	store<u8>(judgements + <usize>(id - first), <u8>state);
	return next;
}

function placeOf(places: usize, id: u32): usize {
	return <usize>load<u32>(places + ((<usize>id) << 2));
}

function kindOf(at: usize): u32 {
	return <u32>load<u16>(kinds + ((<usize>load<u8>(at)) << 1));
}

/** Walks through the text at a place alone. Says by `unknownAt` where a step isn't known. */
function walk(state: u32, place: usize, endKind: u32): u32 {
	let at = place + headerSize;
	const stop = at + <usize>load<u32>(place, 4);
	let cell: u32 = 0;
	do {
		cell = state + (at === stop ? endKind : kindOf(at));
		state = load<u32>(steps + cell);
		at++;
	} while (state > unknown);
	if (state === unknown) {
		unknownAt = cell;
	}
	return state;
}

import {firstBytes} from './hash';

/**
 * How texts stand in memory. By itself: its length in a byte, or `long` and the length, u32; then its bytes. Of a text
 * that begins as another one does: `shared` and the length of its rest in a byte; the length of the beginning in a byte;
 * the address of the beginning, u32; the rest.
 */

const shared: u32 = 128;
const long: u32 = 127;

/** The most bytes of a beginning, and the bytes that a text with a beginning takes but for its rest. */
export const longestBeginning: usize = 255;
const sharedHeader: usize = 6;

/** A text is put together in so many bytes: beginning, rest, and what is copied too much. */
const roomSize: i32 = 255 + 127 + 34;

/** Where a text is put together; the other one for a second text. */
export const room: usize = memory.data(roomSize, 16);
export const otherRoom: usize = memory.data(roomSize, 16);

/** The length of the text that was looked at last. */
export let lengthFound: usize = 0;

/** The bytes that a text takes by itself. */
export function sizeAlone(length: usize): usize {
	return length < <usize>long ? length + 1 : length + 5;
}

/** The bytes that it takes when so many of its beginning are another's; 0 when that can't be, or doesn't pay. */
export function sizeShared(length: usize, beginning: usize): usize {
	return beginning <= sharedHeader || beginning > longestBeginning || length - beginning >= <usize>long
		? 0
		: sharedHeader + length - beginning;
}

/** Writes a text by itself. Up to `spare` bytes behind it are written, too. */
export function putAlone(place: usize, start: usize, length: usize): void {
	let bytes = place + 1;
	if (length < <usize>long) {
		store<u8>(place, <u8>length);
	} else {
		store<u8>(place, <u8>long);
		store<u32>(place, <u32>length, 1);
		bytes += 4;
	}
	copy(bytes, start, length);
}

/** Writes a text whose beginning stands elsewhere, and as many bytes behind it. */
export function putShared(place: usize, start: usize, length: usize, beginning: usize, at: usize): void {
	const rest = length - beginning;
	store<u8>(place, <u8>(shared | <u32>rest));
	store<u8>(place, <u8>beginning, 1);
	store<u32>(place, <u32>at, 2);
	copy(place + sharedHeader, start + beginning, rest);
}

/** Whether the text at a place has its beginning elsewhere; and where that is. */
export function isShared(place: usize): bool {
	return <u32>load<u8>(place) >= shared;
}

export function beginningOf(place: usize): usize {
	return <usize>load<u32>(place, 2);
}

/** The bytes of the text at a place; `lengthFound` says how many. They may be put together in the room. */
export function bytesAt(place: usize, own: usize): usize {
	const head = <u32>load<u8>(place);
	if (head < shared) {
		return bytesAlone(place, head);
	}
	const rest = <usize>(head - shared);
	const beginning = <usize>load<u8>(place, 1);
	copy(own, beginningOf(place), beginning);
	copy(own + beginning, place + sharedHeader, rest);
	lengthFound = beginning + rest;
	return own;
}

/** The bytes of a text that stands by itself, `lengthFound` of them; 0 for one that doesn't. */
export function bytesIfAlone(place: usize): usize {
	const head = <u32>load<u8>(place);
	return head < shared ? bytesAlone(place, head) : 0;
}

function bytesAlone(place: usize, head: u32): usize {
	if (head < long) {
		lengthFound = <usize>head;
		return place + 1;
	}
	lengthFound = <usize>load<u32>(place, 1);
	return place + 5;
}

/** Whether the text at a place is the one at `start`, as most are: short, and by itself. False: see `isTextAt`. */
export function isShortTextAt(place: usize, start: usize, length: usize): bool {
	return <usize>load<u8>(place) === length && length < <usize>long && areSame(place + 1, start, length);
}

/** Whether the text at a place is the one at `start`. */
export function isTextAt(place: usize, start: usize, length: usize): bool {
	const head = <u32>load<u8>(place);
	if (head >= shared) {
		const rest = <usize>(head - shared);
		const beginning = <usize>load<u8>(place, 1);
		return (
			beginning + rest === length &&
			areSame(place + sharedHeader, start + beginning, rest) &&
			areSame(beginningOf(place), start, beginning)
		);
	}
	const bytes = bytesAlone(place, head);
	return lengthFound === length && areSame(bytes, start, length);
}

/** Whether so many bytes are the same. Up to 15 behind them are read. As in `hashOf`, 64 at a time. */
export function areSame(one: usize, other: usize, length: usize): bool {
	if (length < 16) {
		return !v128.any_true(v128.and(differences(one, other), firstBytes(length)));
	}
	const last = length - 16;
	const second = min(16, last);
	const third = min(32, last);
	const found = v128.or(
		v128.or(differences(one, other), differences(one + second, other + second)),
		v128.or(differences(one + third, other + third), differences(one + last, other + last)),
	);
	return !v128.any_true(found) && (last <= 48 || areMoreSame(one, other, last));
}

/** What stands behind the first 48 bytes, and before the last 16. */
function areMoreSame(one: usize, other: usize, last: usize): bool {
	for (let at: usize = 48; at < last; at += 64) {
		const second = min(at + 16, last);
		const third = min(at + 32, last);
		const fourth = min(at + 48, last);
		const found = v128.or(
			v128.or(differences(one + at, other + at), differences(one + second, other + second)),
			v128.or(differences(one + third, other + third), differences(one + fourth, other + fourth)),
		);
		if (v128.any_true(found)) {
			return false;
		}
	}
	return true;
}

function differences(one: usize, other: usize): v128 {
	return v128.xor(v128.load(one), v128.load(other));
}

/** So many bytes more are copied. It takes less time than the call of `memory.copy`. */
export const spare: usize = 15;

function copy(to: usize, from: usize, length: usize): void {
	for (let index: usize = 0; index < length; index += 16) {
		v128.store(to + index, v128.load(from + index));
	}
}

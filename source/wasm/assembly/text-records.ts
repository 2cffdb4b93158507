import {firstBytes} from './hash';

/**
 * Layout of strings in memory. A complete string: its length in a byte, or `long` and the length, u32; then its bytes. A string
 * that shares its beginning with another: `shared` plus the length of the rest in a byte; the length of the beginning in a byte;
 * the address of the beginning, u32; the rest.
 */

const shared: u32 = 128;
const long: u32 = 127;

/** Maximum length of a shared beginning, and bytes of the header before the rest. */
export const maxBeginningLength: usize = 255;
const sharedHeader: usize = 6;

/** Bytes of the buffer for assembling a string: beginning, rest, and bytes copied beyond their ends. */
const bufferSize: i32 = 255 + 127 + 34;

/** Buffers for assembling a string, and for a second string at the same time. */
export const buffer: usize = memory.data(bufferSize, 16);
export const otherBuffer: usize = memory.data(bufferSize, 16);

/** Length of the string read last. */
export let lengthFound: usize = 0;

/** Returns the bytes that a complete string takes. */
export function sizeAlone(length: usize): usize {
	return length < <usize>long ? length + 1 : length + 5;
}

/** Returns the bytes that a string takes if it shares `beginning` bytes; 0 if that is impossible or saves nothing. */
export function sizeShared(length: usize, beginning: usize): usize {
	return beginning <= sharedHeader || beginning > maxBeginningLength || length - beginning >= <usize>long
		? 0
		: sharedHeader + length - beginning;
}

/** Writes a complete string. Also writes up to `spare` bytes after it. */
export function putAlone(record: usize, start: usize, length: usize): void {
	let bytes = record + 1;
	if (length < <usize>long) {
		store<u8>(record, <u8>length);
	} else {
		store<u8>(record, <u8>long);
		store<u32>(record, <u32>length, 1);
		bytes += 4;
	}
	copy(bytes, start, length);
}

/** Writes a string with a shared beginning. Also writes up to `spare` bytes after it. */
export function putShared(record: usize, start: usize, length: usize, beginning: usize, at: usize): void {
	const rest = length - beginning;
	store<u8>(record, <u8>(shared | <u32>rest));
	store<u8>(record, <u8>beginning, 1);
	store<u32>(record, <u32>at, 2);
	copy(record + sharedHeader, start + beginning, rest);
}

/** Checks that the string at an address shares its beginning. `beginningOf` returns the beginning's address. */
export function isShared(record: usize): bool {
	return <u32>load<u8>(record) >= shared;
}

export function beginningOf(record: usize): usize {
	return <usize>load<u32>(record, 2);
}

/** Returns the address of the string's bytes and sets `lengthFound`. Assembles a shared string in the buffer `own`. */
export function bytesAt(record: usize, own: usize): usize {
	const head = <u32>load<u8>(record);
	if (head < shared) {
		return bytesAlone(record, head);
	}
	const rest = <usize>(head - shared);
	const beginning = <usize>load<u8>(record, 1);
	copy(own, beginningOf(record), beginning);
	copy(own + beginning, record + sharedHeader, rest);
	lengthFound = beginning + rest;
	return own;
}

/** Returns the address of the bytes of a complete string and sets `lengthFound`; 0 if the string is shared. */
export function bytesIfAlone(record: usize): usize {
	const head = <u32>load<u8>(record);
	return head < shared ? bytesAlone(record, head) : 0;
}

function bytesAlone(record: usize, head: u32): usize {
	if (head < long) {
		lengthFound = <usize>head;
		return record + 1;
	}
	lengthFound = <usize>load<u32>(record, 1);
	return record + 5;
}

/** Checks that a short complete string, the most frequent case, equals the string at `start`. If it returns false, call `isTextAt`. */
export function isShortTextAt(record: usize, start: usize, length: usize): bool {
	return <usize>load<u8>(record) === length && length < <usize>long && areSame(record + 1, start, length);
}

/** Checks that the string at an address equals the string at `start`. */
export function isTextAt(record: usize, start: usize, length: usize): bool {
	const head = <u32>load<u8>(record);
	if (head >= shared) {
		const rest = <usize>(head - shared);
		const beginning = <usize>load<u8>(record, 1);
		return (
			beginning + rest === length &&
			areSame(record + sharedHeader, start + beginning, rest) &&
			areSame(beginningOf(record), start, beginning)
		);
	}
	const bytes = bytesAlone(record, head);
	return lengthFound === length && areSame(bytes, start, length);
}

/** Checks that `length` bytes are equal. Reads up to 15 bytes after them. Compares 64 bytes at a time, like `hashOf`. */
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

/** Compares the bytes after the first 48 and before the last 16. */
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

/** Maximum number of bytes copied beyond the end. This takes less time than a call of `memory.copy`. */
export const spare: usize = 15;

function copy(to: usize, from: usize, length: usize): void {
	for (let index: usize = 0; index < length; index += 16) {
		v128.store(to + index, v128.load(from + index));
	}
}

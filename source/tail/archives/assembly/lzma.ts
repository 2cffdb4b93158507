/**
 * LZMA, as in the chunks of an xz file. Described by the LZMA SDK's `lzma-specification.txt` and by the code of XZ Embedded,
 * `xz_dec_lzma2.c`. The text is decoded into the dictionary and returned from there.
 *
 * The code that decodes a bit is repeated fourteen times: a function can't change a caller's locals, and as globals, the range
 * and the code would be loaded and stored for each bit. Measured: with a function, decoding takes 12 % longer.
 */
import {end, next, take} from './input';
import {damaged, hungry, pieceSize} from './output';

/** Status: all requested bytes have been decoded. */
export const done: i32 = -1;

/** A symbol takes fewer bytes than this. */
const maxSymbolLength: usize = 22;
const minMatchLength: i32 = 2;

/** Probabilities of a 0 bit, in 1/2048; u16. Each constant is an index into `chances`. */
const isMatch: i32 = 0;
const isRepeat: i32 = isMatch + (12 << 4);
const isOlder: i32 = isRepeat + 12;
const isOlderThan1: i32 = isOlder + 12;
const isOlderThan2: i32 = isOlderThan1 + 12;
const isLong: i32 = isOlderThan2 + 12;
const slots: i32 = isLong + (12 << 4);
const nearBits: i32 = slots + (4 << 6);
const lowBits: i32 = nearBits + 128;
/** Lengths: two choice bits, then tables by position for lengths below 8 and for those below 16, and one table for the rest. */
const matchLengths: i32 = lowBits + 16;
const lengthsSize: i32 = 2 + (16 << 3) + (16 << 3) + 256;
const repeatLengths: i32 = matchLengths + lengthsSize;
const literals: i32 = repeatLengths + lengthsSize;
const literalSize: i32 = 0x300;
/** A byte has at most 16 contexts, because `lc` + `lp` is at most 4. */
const chanceCount: i32 = literals + (literalSize << 4);
const chances: usize = memory.data(chanceCount * 2, 16);
const even: u16 = 1024;

/** The dictionary: the bytes from `dictionary` to `position` are valid; once it `isFull`, all bytes up to its end are. */
const dictionary: usize = (__heap_base + 15) & ~15;
let position: usize = dictionary;
let capacity: usize = 0;
let maxCapacity: usize = 0;
let isFull: bool = false;

let range: u32 = 0;
let code: u32 = 0;
let state: i32 = 0;
let repeat0: u32 = 0;
let repeat1: u32 = 0;
let repeat2: u32 = 0;
let repeat3: u32 = 0;
/** Number of bytes of a match that remain to be copied. */
let rest: i32 = 0;
let contextBits: i32 = 0;
let contextMask: i32 = 0;
let positionMask: i32 = 0;

/** Returns the address for the next decoded byte. */
export function decodedTo(): usize {
	return position;
}

/** Prepares a dictionary of at most `size` bytes. A shorter text takes less memory. */
export function openDictionary(size: usize): void {
	maxCapacity = max(size, pieceSize);
	capacity = min(capacity, maxCapacity);
	clearDictionary();
}

/** Resets the dictionary: no match refers to earlier text. */
export function clearDictionary(): void {
	position = dictionary;
	isFull = false;
}

/**
 * Returns how many of the `wanted` bytes can be decoded into one piece. Once the dictionary is full, they replace its oldest
 * bytes. 0 if the allocation of memory fails.
 */
export function spaceFor(wanted: usize): usize {
	if (position === dictionary + capacity) {
		if (capacity === maxCapacity) {
			position = dictionary;
			isFull = true;
		} else {
			const larger = min(max(capacity * 2, pieceSize), maxCapacity);
			const pages = <i32>((dictionary + larger + 0xffff) >> 16) - memory.size();
			if (pages > 0 && memory.grow(pages) < 0) {
				return 0;
			}
			capacity = larger;
		}
	}
	return min(min(wanted, dictionary + capacity - position), pieceSize);
}

/** Sets the properties from their byte. Returns false if it is invalid. */
export function setProperties(byte: i32): bool {
	const lc = byte % 9;
	const lp = (byte / 9) % 5;
	const pb = byte / 45;
	if (byte > 224 || lc + lp > 4) {
		return false;
	}
	contextBits = lc;
	contextMask = (1 << lp) - 1;
	positionMask = (1 << pb) - 1;
	return true;
}

export function resetState(): void {
	for (let index = 0; index < chanceCount; index++) {
		store<u16>(chances + ((<usize>index) << 1), even);
	}
	state = 0;
	repeat0 = 0;
	repeat1 = 0;
	repeat2 = 0;
	repeat3 = 0;
	rest = 0;
}

/** Starts the range decoder with the next five bytes. Returns false if they can't be the start of a chunk. */
export function startRange(): bool {
	const first = load<u8>(next);
	code = bswap<u32>(load<u32>(next + 1));
	range = 0xffffffff;
	rest = 0;
	take(next + 5);
	return first === 0;
}

/** Returns true if a decoded chunk has ended correctly. */
export function isRangeOver(chunkEnd: usize): bool {
	if (range < 0x1000000) {
		code = (code << 8) | load<u8>(next);
		take(next + 1);
	}
	return next === chunkEnd && code === 0 && rest === 0;
}

/** Copies uncompressed bytes. */
export function copyPlain(length: usize): void {
	memory.copy(position, next, length);
	position += length;
	take(next + length);
}

/**
 * Decodes `wanted` bytes, which must fit. Returns `hungry` if that needs more input.
 *
 * @param chunkEnd End of the chunk, which may lie beyond the input so far.
 */
export function decodeLzma(wanted: usize, chunkEnd: usize): i32 {
	const limit = position + wanted;
	const known = isFull ? capacity : 0;
	const isWhole = chunkEnd <= end;
	const stop = isWhole ? chunkEnd : end - maxSymbolLength;
	let its = range;
	let value = code;
	let at = next;
	let to = position;
	let step = state;
	let rep0 = repeat0;
	let left = rest;
	let status = done;
	let chance: usize = 0;
	let p: u32 = 0;
	let bound: u32 = 0;

	for (;;) {
		if (left > 0) {
			// The distance was checked when the match was decoded: it refers only to known bytes.
			const distance = <usize>rep0 + 1;
			let length = min(<usize>left, limit - to);
			left -= <i32>length;
			let from = to - dictionary >= distance ? to - distance : to + capacity - distance;
			if (from > to) {
				for (let last = dictionary + capacity; length > 0 && from < last; length--) {
					store<u8>(to, load<u8>(from));
					to++;
					from++;
				}
				if (length > 0) {
					from = dictionary;
				}
			}
			if (distance >= 8) {
				for (; length >= 8; length -= 8) {
					store<u64>(to, load<u64>(from));
					to += 8;
					from += 8;
				}
			}
			for (; length > 0; length--) {
				store<u8>(to, load<u8>(from));
				to++;
				from++;
			}
		}
		if (to === limit) {
			break;
		}
		if (at > stop) {
			status = isWhole ? damaged : hungry;
			break;
		}
		const positionState = <i32>(to - dictionary) & positionMask;
		if (its < 0x1000000) {
			its <<= 8;
			value = (value << 8) | load<u8>(at++);
		}
		chance = chances + ((<usize>(isMatch + (step << 4) + positionState)) << 1);
		p = load<u16>(chance);
		bound = (its >> 11) * p;
		if (value < bound) {
			its = bound;
			store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
			const before: i32 =
				to > dictionary ? load<u8>(to - 1) : known > 0 ? load<u8>(dictionary + capacity - 1) : 0;
			const context =
				(((<i32>(to - dictionary) & contextMask) << contextBits) + (before >> (8 - contextBits))) *
				literalSize;
			const tree = chances + ((<usize>(literals + context)) << 1);
			let symbol: u32 = 1;
			if (step < 7) {
				do {
					if (its < 0x1000000) {
						its <<= 8;
						value = (value << 8) | load<u8>(at++);
					}
					chance = tree + (symbol << 1);
					p = load<u16>(chance);
					bound = (its >> 11) * p;
					symbol <<= 1;
					if (value < bound) {
						its = bound;
						store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
					} else {
						its -= bound;
						value -= bound;
						store<u16>(chance, <u16>(p - (p >> 5)));
						symbol |= 1;
					}
				} while (symbol < 0x100);
			} else {
				const distance = <usize>rep0 + 1;
				let match = <u32>load<u8>(to - dictionary >= distance ? to - distance : to + capacity - distance);
				let offset: u32 = 0x100;
				do {
					match <<= 1;
					const bit = match & offset;
					if (its < 0x1000000) {
						its <<= 8;
						value = (value << 8) | load<u8>(at++);
					}
					chance = tree + ((offset + bit + symbol) << 1);
					p = load<u16>(chance);
					bound = (its >> 11) * p;
					symbol <<= 1;
					if (value < bound) {
						its = bound;
						store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
						offset &= ~bit;
					} else {
						its -= bound;
						value -= bound;
						store<u16>(chance, <u16>(p - (p >> 5)));
						symbol |= 1;
						offset &= bit;
					}
				} while (symbol < 0x100);
			}
			store<u8>(to, <u8>symbol);
			to++;
			step = step < 4 ? 0 : step < 10 ? step - 3 : step - 6;
			continue;
		}
		its -= bound;
		value -= bound;
		store<u16>(chance, <u16>(p - (p >> 5)));
		if (its < 0x1000000) {
			its <<= 8;
			value = (value << 8) | load<u8>(at++);
		}
		chance = chances + ((<usize>(isRepeat + step)) << 1);
		p = load<u16>(chance);
		bound = (its >> 11) * p;
		const isSimpleMatch = value < bound;
		let table = repeatLengths;
		if (isSimpleMatch) {
			its = bound;
			store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
			repeat3 = repeat2;
			repeat2 = repeat1;
			repeat1 = rep0;
			table = matchLengths;
		} else {
			its -= bound;
			value -= bound;
			store<u16>(chance, <u16>(p - (p >> 5)));
			if (its < 0x1000000) {
				its <<= 8;
				value = (value << 8) | load<u8>(at++);
			}
			chance = chances + ((<usize>(isOlder + step)) << 1);
			p = load<u16>(chance);
			bound = (its >> 11) * p;
			if (value < bound) {
				its = bound;
				store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
				if (its < 0x1000000) {
					its <<= 8;
					value = (value << 8) | load<u8>(at++);
				}
				chance = chances + ((<usize>(isLong + (step << 4) + positionState)) << 1);
				p = load<u16>(chance);
				bound = (its >> 11) * p;
				if (value < bound) {
					its = bound;
					store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
					step = step < 7 ? 9 : 11;
					if (<usize>rep0 >= (known > 0 ? known : to - dictionary)) {
						status = damaged;
						break;
					}
					left = 1;
					continue;
				}
				its -= bound;
				value -= bound;
				store<u16>(chance, <u16>(p - (p >> 5)));
			} else {
				its -= bound;
				value -= bound;
				store<u16>(chance, <u16>(p - (p >> 5)));
				if (its < 0x1000000) {
					its <<= 8;
					value = (value << 8) | load<u8>(at++);
				}
				chance = chances + ((<usize>(isOlderThan1 + step)) << 1);
				p = load<u16>(chance);
				bound = (its >> 11) * p;
				let distance = repeat1;
				if (value < bound) {
					its = bound;
					store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
				} else {
					its -= bound;
					value -= bound;
					store<u16>(chance, <u16>(p - (p >> 5)));
					if (its < 0x1000000) {
						its <<= 8;
						value = (value << 8) | load<u8>(at++);
					}
					chance = chances + ((<usize>(isOlderThan2 + step)) << 1);
					p = load<u16>(chance);
					bound = (its >> 11) * p;
					distance = repeat2;
					if (value < bound) {
						its = bound;
						store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
					} else {
						its -= bound;
						value -= bound;
						store<u16>(chance, <u16>(p - (p >> 5)));
						distance = repeat3;
						repeat3 = repeat2;
					}
					repeat2 = repeat1;
				}
				repeat1 = rep0;
				rep0 = distance;
			}
		}
		// Length of the match.
		let length = minMatchLength;
		let tree = table + 2 + (positionState << 3);
		let size: u32 = 8;
		if (its < 0x1000000) {
			its <<= 8;
			value = (value << 8) | load<u8>(at++);
		}
		chance = chances + ((<usize>table) << 1);
		p = load<u16>(chance);
		bound = (its >> 11) * p;
		if (value < bound) {
			its = bound;
			store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
		} else {
			its -= bound;
			value -= bound;
			store<u16>(chance, <u16>(p - (p >> 5)));
			if (its < 0x1000000) {
				its <<= 8;
				value = (value << 8) | load<u8>(at++);
			}
			chance = chances + ((<usize>(table + 1)) << 1);
			p = load<u16>(chance);
			bound = (its >> 11) * p;
			if (value < bound) {
				its = bound;
				store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
				length += 8;
				tree += 16 << 3;
			} else {
				its -= bound;
				value -= bound;
				store<u16>(chance, <u16>(p - (p >> 5)));
				length += 16;
				tree = table + 2 + (32 << 3);
				size = 256;
			}
		}
		let symbol: u32 = 1;
		let bitsAt = chances + ((<usize>tree) << 1);
		do {
			if (its < 0x1000000) {
				its <<= 8;
				value = (value << 8) | load<u8>(at++);
			}
			chance = bitsAt + (symbol << 1);
			p = load<u16>(chance);
			bound = (its >> 11) * p;
			symbol <<= 1;
			if (value < bound) {
				its = bound;
				store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
			} else {
				its -= bound;
				value -= bound;
				store<u16>(chance, <u16>(p - (p >> 5)));
				symbol |= 1;
			}
		} while (symbol < size);
		length += <i32>(symbol - size);

		// Distance of the match.
		if (isSimpleMatch) {
			step = step < 7 ? 7 : 10;
			symbol = 1;
			bitsAt = chances + ((<usize>(slots + (min(length - minMatchLength, 3) << 6))) << 1);
			do {
				if (its < 0x1000000) {
					its <<= 8;
					value = (value << 8) | load<u8>(at++);
				}
				chance = bitsAt + (symbol << 1);
				p = load<u16>(chance);
				bound = (its >> 11) * p;
				symbol <<= 1;
				if (value < bound) {
					its = bound;
					store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
				} else {
					its -= bound;
					value -= bound;
					store<u16>(chance, <u16>(p - (p >> 5)));
					symbol |= 1;
				}
			} while (symbol < 64);
			const slot = symbol - 64;
			rep0 = slot;
			if (slot >= 4) {
				let count = (slot >> 1) - 1;
				rep0 = 2 | (slot & 1);
				if (slot < 14) {
					rep0 <<= count;
					bitsAt = chances + ((<usize>(<u32>nearBits + rep0 - slot)) << 1);
				} else {
					for (count -= 4; count > 0; count--) {
						if (its < 0x1000000) {
							its <<= 8;
							value = (value << 8) | load<u8>(at++);
						}
						its >>= 1;
						const isSet = value >= its;
						value -= isSet ? its : 0;
						rep0 = (rep0 << 1) | <u32>isSet;
					}
					rep0 <<= 4;
					count = 4;
					bitsAt = chances + ((<usize>lowBits) << 1);
				}
				symbol = 1;
				for (let bit: u32 = 0; bit < count; bit++) {
					if (its < 0x1000000) {
						its <<= 8;
						value = (value << 8) | load<u8>(at++);
					}
					chance = bitsAt + (symbol << 1);
					p = load<u16>(chance);
					bound = (its >> 11) * p;
					symbol <<= 1;
					if (value < bound) {
						its = bound;
						store<u16>(chance, <u16>(p + ((2048 - p) >> 5)));
					} else {
						its -= bound;
						value -= bound;
						store<u16>(chance, <u16>(p - (p >> 5)));
						symbol |= 1;
						rep0 += 1 << bit;
					}
				}
			}
		} else {
			step = step < 7 ? 8 : 11;
		}
		if (<usize>rep0 >= (known > 0 ? known : to - dictionary)) {
			status = damaged;
			break;
		}
		left = length;
	}
	range = its;
	code = value;
	take(at);
	position = to;
	state = step;
	repeat0 = rep0;
	rest = left;
	return status;
}

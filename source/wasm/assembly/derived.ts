import {batchRows, ids, input, inputSize, textEnds, textStarts} from './batch';
import {enough} from './judge';
import {marksIn} from './judge-escaped';
import {areSame, buffer, bytesAt, lengthFound} from './text-records';
import {addressOf, pagesOf} from './texts';

/**
 * Derives strings from a table: parameters from URLs, networks from addresses, paths from shapes of URLs. Copies them to the input of the batch, writes
 * starts and ends to the cells of the first field, and the ids of the originals to `ids`. Stops at a string that JavaScript must
 * examine.
 */

const questionMark: u8 = 63;
const ampersand: u8 = 38;
const hash: u8 = 35;
const dot: u8 = 46;
const zero: u8 = 48;
const slash: u8 = 47;
const star: u8 = 42;
const openBrace: u8 = 123;
const closeBrace: u8 = 125;

/** Number of segments of the longest path. */
const maxSegments = 2;

/** `0/24` */
const networkEnd: u32 = 0x3432_2f30;

/** Maximum length of the first three numbers of an address, with the dot after each. */
const maxNumbers: usize = 12;

/** Number of derived strings. */
export let derivedTexts: i32 = 0;

/** Adds a derived string, whose bytes are at an address in the input. Returns the address after it. */
function add(start: usize, length: usize, id: u32): usize {
	const at = (<usize>derivedTexts) << 2;
	derivedTexts++;
	store<u32>(textStarts + at, <u32>(start - input));
	store<u32>(textEnds + at, <u32>(start - input + length));
	store<u32>(ids + at, id);
	return start + length;
}

/**
 * Finds the parameters of the URLs with ids from `first` up to but excluding `end`: the first `most` different parameters of
 * each, if they have at most `longest` bytes. Stops at a URL with `introducer`, which introduces escapes, with a fragment, or
 * with bytes beyond ASCII. Returns the first id that hasn't been examined.
 */
export function findParameters(
	table: usize,
	first: u32,
	end: u32,
	introducer: u8,
	most: i32,
	longest: usize,
): u32 {
	const pages = pagesOf(table);
	let left = enough;
	let to = input;
	let id = first;
	derivedTexts = 0;
	for (; id < end && left > 0 && derivedTexts + most <= batchRows; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		const length = lengthFound;
		left -= <i32>length;
		if (to + <usize>most * longest > input + inputSize || marksIn(start, length, introducer, hash) !== 0) {
			break;
		}
		const urlEnd = start + length;
		const ofUrl = derivedTexts;
		for (let from = behind(questionMark, start, urlEnd); from < urlEnd && derivedTexts < ofUrl + most; ) {
			const next = behind(ampersand, from, urlEnd);
			// No ampersand follows the last parameter.
			const size = next - from - (load<u8>(next - 1) === ampersand ? 1 : 0);
			if (size > 0 && size <= longest && !isAmong(ofUrl, from, size)) {
				memory.copy(to, from, size);
				to = add(to, size, id);
			}
			from = next;
		}
	}
	return id;
}

/** Returns the address after the first occurrence of a byte in `[at, end)`; `end` if it doesn't occur. */
function behind(byte: u8, at: usize, end: usize): usize {
	const wanted = i8x16.splat(byte);
	for (; at < end; at += 16) {
		const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
		if (found !== 0) {
			return min(at + <usize>ctz(found) + 1, end);
		}
	}
	return end;
}

/** Checks whether one of the derived strings from `first` on is the string at an address. */
function isAmong(first: i32, start: usize, length: usize): bool {
	for (let index = first; index < derivedTexts; index++) {
		const at = (<usize>index) << 2;
		const from = <usize>load<u32>(textStarts + at);
		if (<usize>load<u32>(textEnds + at) - from === length && areSame(input + from, start, length)) {
			return true;
		}
	}
	return false;
}

/**
 * Finds the /24 networks of the addresses with ids from `first` up to but excluding `end`. Stops at any string but an IPv4
 * address in the common notation. Returns the first id that hasn't been examined.
 */
export function findNetworks(table: usize, first: u32, end: u32): u32 {
	const pages = pagesOf(table);
	let to = input;
	let id = first;
	derivedTexts = 0;
	for (; id < end && derivedTexts < batchRows; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		const length = lengthOfNumbers(start, start + lengthFound);
		if (length === 0) {
			break;
		}
		v128.store(to, v128.load(start));
		store<u32>(to + length, networkEnd);
		to = add(to, length + 4, id);
	}
	return id;
}

/** Returns the length of the first three numbers of an IPv4 address with the dot after each; 0 for any other string. */
function lengthOfNumbers(start: usize, end: usize): usize {
	let dots = 0;
	let part: u32 = 0;
	let first = start;
	let length: usize = 0;
	if (end - start > maxNumbers + 3) {
		return 0;
	}
	for (let at = start; at < end; at++) {
		const byte = load<u8>(at);
		if (byte === dot && at > first) {
			dots++;
			part = 0;
			first = at + 1;
			length = first - start;
			continue;
		}
		const digit = <u32>byte - <u32>zero;
		part = part * 10 + digit;
		// No number begins with 0, except 0.
		if (digit > 9 || part > 255 || (at > first && load<u8>(first) === zero)) {
			return 0;
		}
	}
	return dots === 3 && first < end ? length : 0;
}

/**
 * Finds the paths of the shapes with ids from `first` up to but excluding `end`: the first one and the first two segments, each with
 * its slash and `*`, if they have at most `longest` bytes and no parameter. Returns the first id that hasn't been examined.
 */
export function findPaths(table: usize, first: u32, end: u32, longest: usize): u32 {
	const pages = pagesOf(table);
	let left = enough;
	let to = input;
	let id = first;
	derivedTexts = 0;
	for (; id < end && left > 0 && derivedTexts + maxSegments <= batchRows; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		// The last byte is for the star.
		const shapeEnd = start + min(lengthFound, longest - 1);
		if (to + maxSegments * longest > input + inputSize) {
			break;
		}
		let segments = 0;
		let last: u8 = slash;
		let at = start;
		for (; at < shapeEnd && segments < maxSegments; at++) {
			const byte = load<u8>(at);
			if (
				byte === openBrace ||
				byte === closeBrace ||
				(at === start) !== (byte === slash && last === slash)
			) {
				break;
			}
			if (byte === slash && at > start) {
				const length = at + 1 - start;
				memory.copy(to, start, length);
				store<u8>(to + length, star);
				to = add(to, length + 1, id);
				segments++;
			}
			last = byte;
		}
		left -= <i32>(at - start) + 1;
	}
	return id;
}

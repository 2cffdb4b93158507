import {batchRows} from './batch';
import {readBehind} from './blocks';
import {hashOf} from './hash';
import {areSame, beginningOf, bytesIfAlone, isShared, lengthFound, longestBeginning} from './text-records';

/**
 * Beginnings that texts of a table have had, so that the next text with the same needs but its rest: that up to the `?`,
 * or, without one and before a long query, to the last `/`, `?`, `&` or `=`. Where every URL is another one, most differ
 * only in what stands behind such a byte. A beginning has one place, by its hash, and a later one takes that: what is
 * forgotten costs memory and nothing else.
 */

/** How many are known, as a power of two. The address of a text that begins so for each, u32; 0 for none. */
const beginningsPower: u32 = 17;
export const beginningsBlock: u32 = beginningsPower + 2;

const slash: u8 = 47;
const equals: u8 = 61;
const question: u8 = 63;
const ampersand: u8 = 38;

/** Shorter ones aren't worth it. */
const shortest: usize = 12;

/** A longer query isn't left to the rest of a text. */
const longestQuery: usize = 32;

/** How long the beginning is that was found last. */
export let beginningFound: usize = 0;

/** Of the texts that are looked up together: how long the beginning of each is, u8, 0 without; its hash, u32. */
const lengths: usize = memory.data(batchRows, 16);
const hashes: usize = memory.data(batchRows * 4, 16);

/**
 * Looks at the texts to be looked up, as `intern` has them: their beginnings, and those of what is guessed, are in the
 * cache then. Measured where every URL is another one: alone, each took 150 ns. Returns what must be used.
 */
export function lookAtBeginnings(
	known: usize,
	starts: usize,
	textLengths: usize,
	guesses: usize,
	size: usize,
): u32 {
	let sum: u32 = 0;
	for (let index: usize = 0; index < size; index += 4) {
		const start = <usize>load<u32>(starts + index);
		const length = <usize>load<u32>(textLengths + index);
		const guess = <usize>load<u32>(guesses + index);
		const beginning: usize = guess === 0 ? beginningOfText(start, length) : 0;
		store<u8>(lengths + (index >> 2), <u8>beginning);
		if (beginning !== 0) {
			store<u32>(hashes + index, hashOf(start, beginning));
		} else if (isShared(guess)) {
			sum += load<u8>(beginningOf(guess));
		}
	}
	for (let index: usize = 0; index < size; index += 4) {
		const length = <usize>load<u8>(lengths + (index >> 2));
		if (length !== 0) {
			const place = <usize>load<u32>(slotOf(known, load<u32>(hashes + index)));
			sum += load<u8>(place) + load<u8>(place + min(length, <usize>readBehind));
		}
	}
	return sum;
}

/**
 * Finds the beginning of a text that has been looked at as number `index / 4`; it stands where it returns; 0 when it isn't
 * known.
 */
export function findBeginning(known: usize, start: usize, index: usize): usize {
	const length = <usize>load<u8>(lengths + (index >> 2));
	if (length === 0) {
		return 0;
	}
	const place = <usize>load<u32>(slotOf(known, load<u32>(hashes + index)));
	if (place === 0) {
		return 0;
	}
	const bytes = bytesIfAlone(place);
	if (lengthFound < length || !areSame(bytes, start, length)) {
		return 0;
	}
	beginningFound = length;
	return bytes;
}

/** Keeps the beginning of such a text, which has come to stand by itself at a place. */
export function keepBeginning(known: usize, index: usize, place: usize): void {
	if (load<u8>(lengths + (index >> 2)) !== 0) {
		store<u32>(slotOf(known, load<u32>(hashes + index)), <u32>place);
	}
}

function slotOf(known: usize, hash: u32): usize {
	return known + ((<usize>(hash >> (32 - beginningsPower))) << 2);
}

/** How long the beginning is that a text may share; 0 without. */
function beginningOfText(start: usize, length: usize): usize {
	if (length <= shortest) {
		return 0;
	}
	const end = start + min(length - 1, longestBeginning);
	for (let at = start; at < end; at += 16) {
		const marks = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(question)));
		if (marks !== 0) {
			const ofPath = at + 1 + <usize>ctz(marks) - start;
			if (ofPath >= shortest && ofPath + longestQuery >= length) {
				return ofPath;
			}
			break;
		}
	}
	for (let to = end; to >= start + shortest; to -= 16) {
		const bytes = v128.load(to - 16);
		const marks = i8x16.bitmask(
			v128.or(
				v128.or(i8x16.eq(bytes, i8x16.splat(question)), i8x16.eq(bytes, i8x16.splat(slash))),
				v128.or(i8x16.eq(bytes, i8x16.splat(equals)), i8x16.eq(bytes, i8x16.splat(ampersand))),
			),
		);
		if (marks !== 0) {
			// Bit 15 is that of the byte before `to`.
			const longest = to + 16 - <usize>clz(marks) - start;
			return longest < shortest || longest > longestBeginning ? 0 : longest;
		}
	}
	return 0;
}

import {batchRows} from './batch';
import {readBehind} from './blocks';
import {hashOf} from './hash';
import {areSame, beginningOf, bytesIfAlone, isShared, lengthFound, maxBeginningLength} from './text-records';

/**
 * Known beginnings of strings in a table. A new string with the same beginning stores only the rest. A beginning ends at the `?`.
 * Without a `?`, or if the query is long, it ends at the last `/`, `?`, `&` or `=`. If all URLs are distinct, most differ only
 * after such a byte. Each hash has one slot, and later beginnings replace earlier ones: forgetting one only costs memory.
 */

/** Number of slots, as a power of two. A slot has the address of a string with this beginning, u32; 0 if empty. */
const beginningsPower: u32 = 17;
export const beginningsBlock: u32 = beginningsPower + 2;

const slash: u8 = 47;
const equals: u8 = 61;
const question: u8 = 63;
const ampersand: u8 = 38;

/** Minimum length of a beginning: shorter ones aren't worth it. */
const shortest: usize = 12;

/** Maximum length of a query that is stored as the rest of a string. */
const maxQueryLength: usize = 32;

/** Length of the beginning found last. */
export let beginningFound: usize = 0;

/** For each string of the batch: the length of its beginning, u8 (0 for no beginning), and the hash of the beginning, u32. */
const lengths: usize = memory.data(batchRows, 16);
const hashes: usize = memory.data(batchRows * 4, 16);

/**
 * Prefetches the beginnings of the strings in `intern` and of the guessed strings into the cache. With all URLs distinct, each
 * took 150 ns without this. The caller must use the result; otherwise, the compiler removes the reads.
 */
export function prepareBeginnings(
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
			const record = <usize>load<u32>(slotOf(known, load<u32>(hashes + index)));
			sum += load<u8>(record) + load<u8>(record + min(length, <usize>readBehind));
		}
	}
	return sum;
}

/** Returns the address of the known beginning of string `index / 4` of the batch; 0 if it isn't known. */
export function findBeginning(known: usize, start: usize, index: usize): usize {
	const length = <usize>load<u8>(lengths + (index >> 2));
	if (length === 0) {
		return 0;
	}
	const record = <usize>load<u32>(slotOf(known, load<u32>(hashes + index)));
	if (record === 0) {
		return 0;
	}
	const bytes = bytesIfAlone(record);
	if (lengthFound < length || !areSame(bytes, start, length)) {
		return 0;
	}
	beginningFound = length;
	return bytes;
}

/** Records the beginning of string `index / 4`, which has been stored with all its bytes at `record`. */
export function keepBeginning(known: usize, index: usize, record: usize): void {
	if (load<u8>(lengths + (index >> 2)) !== 0) {
		store<u32>(slotOf(known, load<u32>(hashes + index)), <u32>record);
	}
}

function slotOf(known: usize, hash: u32): usize {
	return known + ((<usize>(hash >> (32 - beginningsPower))) << 2);
}

/** Returns the length of the beginning that a string may share; 0 if it can't share any. */
function beginningOfText(start: usize, length: usize): usize {
	if (length <= shortest) {
		return 0;
	}
	const end = start + min(length - 1, maxBeginningLength);
	for (let at = start; at < end; at += 16) {
		const marks = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(question)));
		if (marks !== 0) {
			const ofPath = at + 1 + <usize>ctz(marks) - start;
			if (ofPath >= shortest && ofPath + maxQueryLength >= length) {
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
			// Bit 15 is the byte before `to`.
			const longest = to + 16 - <usize>clz(marks) - start;
			return longest < shortest || longest > maxBeginningLength ? 0 : longest;
		}
	}
	return 0;
}

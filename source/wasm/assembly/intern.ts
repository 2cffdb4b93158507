import {batchRows, ids} from './batch';
import {beginningsBlock, prepareBeginnings} from './beginnings';
import {readBehind, take} from './blocks';
import {firstBytes, hashOf} from './hash';
import {isShortTextAt, isTextAt} from './text-records';
// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {add, addressOf, begin, keep, keepAlone, numberIn, Texts} from './texts';

/**
 * Number of strings in a table before beginnings are shared, and then only if more than half of the lookups are new strings.
 * Comparing with a string that shares its beginning takes twice the time.
 */
const few: u32 = 1 << 16;

/** The golden ratio as a fraction of 2^64: Fibonacci hashing, as in Knuth's The Art of Computer Programming, 6.4. */
const wordFactor: u64 = ((<u64>0x9e37_79b9) << 32) | 0x7f4a_7c15;

/** For each non-empty string: its start, its length, and four times its row number. */
const froms: usize = memory.data((batchRows + 1) * 4, 16);
const lengths: usize = memory.data((batchRows + 1) * 4, 16);
const rows: usize = memory.data((batchRows + 1) * 4, 16);

/** For each non-empty string: its hash; then the slot or id, and the address, of the string that may be equal. */
const hashes: usize = memory.data(batchRows * 4, 16);
const numbers: usize = memory.data(batchRows * 4, 16);
const records: usize = memory.data(batchRows * 4, 16);

/** Bytes of a word. Strings up to this length are looked up as numbers. */
const wordSize: u32 = 8;

/** Keeps the compiler from removing reads that only fill the cache. */
export let touched: u32 = 0;

/**
 * Interns the strings `[starts[n], ends[n])` for n from 0 to `count`: arrays of u32 to which `delta` must be added. Writes ids to
 * `ids`: a new id for a new string, 0 for an empty one. Returns false, and leaves `ids` unchanged, if all strings are empty.
 *
 * It works in rounds, each of which reads memory that the next one needs, so that the waits for memory overlap. With 200,000
 * distinct strings this takes 1/3 of the time of single lookups. Empty strings are skipped first: with branches for them in the
 * loops, referers took twice the time.
 */
export function intern(table: usize, starts: usize, ends: usize, count: i32, delta: usize): bool {
	const texts = changetype<Texts>(table);
	// If the first string is long, the maximum isn't needed.
	const first = load<u32>(ends) - load<u32>(starts);
	const longest = first > wordSize ? first : longestOf(starts, ends, count);
	if (longest === 0) {
		return false;
	}
	if (texts.slots === 0) {
		begin(texts);
	}
	if (longest <= wordSize) {
		internWords(texts, starts, ends, count, delta);
		return true;
	}
	const size = takeTexts(starts, ends, count, delta);
	for (let index: usize = 0; index < size; index += 4) {
		store<u32>(hashes + index, hashOf(<usize>load<u32>(froms + index), <usize>load<u32>(lengths + index)));
	}
	texts.lookups += count;
	if (texts.beginnings === 0 && texts.size >= few && <u64>texts.size * 2 > texts.lookups) {
		texts.beginnings = take(beginningsBlock);
		memory.fill(texts.beginnings, 0, 1 << beginningsBlock);
	}
	guess(texts, size);
	let sum: u32 = 0;
	for (let index: usize = 0; index < size; index += 4) {
		const record = <usize>load<u32>(records + index);
		sum += load<u8>(record) + load<u8>(record + min(<usize>load<u32>(lengths + index), <usize>readBehind));
	}
	if (texts.beginnings !== 0) {
		sum += prepareBeginnings(texts.beginnings, froms, lengths, records, size);
	}
	touched = sum;
	for (let index: usize = 0; index < size; index += 4) {
		const start = <usize>load<u32>(froms + index);
		const length = <usize>load<u32>(lengths + index);
		const record = <usize>load<u32>(records + index);
		const isGuessed =
			record !== 0 && (isShortTextAt(record, start, length) || isTextAt(record, start, length));
		store<u32>(
			ids + <usize>load<u32>(rows + index),
			isGuessed ? load<u32>(numbers + index) : numberOf(texts, start, length, index),
		);
	}
	return true;
}

/** Collects the non-empty strings and writes 0 for empty ones. Returns four times the number of strings collected. */
function takeTexts(starts: usize, ends: usize, count: i32, delta: usize): usize {
	const end = (<usize>count) << 2;
	let size: usize = 0;
	for (let index: usize = 0; index < end; index += 4) {
		const start = load<u32>(starts + index);
		const length = load<u32>(ends + index) - start;
		store<u32>(froms + size, start + <u32>delta);
		store<u32>(lengths + size, length);
		store<u32>(rows + size, <u32>index);
		size += (<usize>(length !== 0)) << 2;
	}
	if (size < end) {
		memory.fill(ids, 0, end);
	}
	return size;
}

/** Finds for each string the first stored string whose hash bits match. */
function guess(texts: Texts, size: usize): void {
	const slots = texts.slots;
	const pages = texts.pages;
	const mask: u32 = (1 << texts.power) - 1;
	for (let index: usize = 0; index < size; index += 4) {
		const slot = load<u32>(hashes + index) & mask;
		store<u32>(numbers + index, load<u32>(slots + ((<usize>slot) << 2)));
	}
	for (let index: usize = 0; index < size; index += 4) {
		const hash = load<u32>(hashes + index);
		let slot = load<u32>(numbers + index);
		for (let next = hash + 1; slot !== 0 && ((slot ^ hash) & ~mask) !== 0; next++) {
			slot = load<u32>(slots + ((<usize>(next & mask)) << 2));
		}
		store<u32>(numbers + index, slot & mask);
		store<u32>(records + index, slot === 0 ? 0 : <u32>addressOf(pages, slot & mask));
	}
}

/** Returns the id of the collected string `index / 4`: a new id for a new string. */
function numberOf(texts: Texts, start: usize, length: usize, index: usize): u32 {
	const hash = load<u32>(hashes + index);
	const id = numberIn(texts, start, length, hash);
	return id === 0 ? add(texts, keep(texts, start, length, index), length, hash) : id;
}

/** Returns the length of the longest string. */
function longestOf(starts: usize, ends: usize, count: i32): u32 {
	let longest: u32 = 0;
	for (let index: usize = 0; index < (<usize>count) << 2; index += 4) {
		longest = max(longest, load<u32>(ends + index) - load<u32>(starts + index));
	}
	return longest;
}

/** Cache of recent short strings, indexed by a hash: their eight bytes, then length and id, u32 each. */
const wordPower: u32 = 4;
const words: usize = memory.data(1 << (wordPower + 4), 16);

/**
 * Interns strings of up to eight bytes, such as methods and protocols. Few distinct words exist, so each is nearly always in the
 * cache of recent words. This takes 1/3 of the time.
 */
function internWords(texts: Texts, starts: usize, ends: usize, count: i32, delta: usize): void {
	memory.fill(words, 0, 1 << (wordPower + 4));
	for (let index: usize = 0; index < (<usize>count) << 2; index += 4) {
		const start = <usize>load<u32>(starts + index) + delta;
		const length = load<u32>(ends + index) - load<u32>(starts + index);
		let id: u32 = 0;
		if (length !== 0) {
			const word = load<u64>(start) & i64x2.extract_lane(firstBytes(length), 0);
			const known = words + ((<usize>((word * wordFactor) >> (64 - wordPower))) << 4);
			if (load<u64>(known) === word && load<u32>(known, 8) === length) {
				id = load<u32>(known, 12);
			} else {
				const hash = hashOf(start, length);
				id = numberIn(texts, start, length, hash);
				if (id === 0) {
					id = add(texts, keepAlone(texts, start, length), length, hash);
				}
				store<u64>(known, word);
				store<u32>(known, length, 8);
				store<u32>(known, id, 12);
			}
		}
		store<u32>(ids + index, id);
	}
}

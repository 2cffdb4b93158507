// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Block, blockFor, blockSize, give, take} from './blocks';
import {counted, reals} from './counts';
import {maxRows, values} from './rows';

/**
 * Counts the rows of a segment by index (a value or a time interval) and class (a status or a range of durations). Few pairs
 * occur, so counts are stored in chunks of 64 classes.
 */

/** 1 + the index of each row in `counted`, in the same order, u32. */
export const indexes: usize = memory.data(maxRows * 4, 16);

/**
 * Sets the index of each of the first `count` rows of `counted` to the interval of its time in `reals`. Drops rows outside the
 * `length` intervals of `step` from `from` on. Returns the number of remaining rows.
 */
export function indexByTime(count: u32, from: f64, step: f64, length: u32): u32 {
	// Close to the ends of an interval, the division decides.
	const margin: f64 = 0.001 + step * 1e-9;
	let low: f64 = Infinity;
	let high: f64 = -Infinity;
	let index: u32 = 0;
	let dropped: u32 = 0;
	for (let at: usize = 0; at < <usize>count; at++) {
		// Most rows are in the interval of the previous row: checks four at a time.
		const lows = f64x2.splat(low);
		const highs = f64x2.splat(high);
		while (at + 4 <= <usize>count && areBetween(reals + (at << 3), lows, highs)) {
			v128.store(indexes + (at << 2), i32x4.splat(index));
			at += 4;
		}
		if (at >= <usize>count) {
			break;
		}
		const time = load<f64>(reals + (at << 3));
		if (!(time > low && time < high)) {
			const number = floor((time - from) / step);
			const isCounted = number >= 0 && number < <f64>length;
			index = isCounted ? <u32>number + 1 : 0;
			low = isCounted ? from + number * step + margin : Infinity;
			high = from + (number + 1) * step - margin;
		}
		store<u32>(indexes + (at << 2), index);
		dropped += <u32>(index === 0);
	}
	return dropped === 0 ? count : dropUncounted(count);
}

/** Checks whether four adjacent numbers are between two others. */
function areBetween(at: usize, lows: v128, highs: v128): bool {
	const first = v128.load(at);
	const second = v128.load(at, 16);
	const areAbove = v128.and(f64x2.gt(first, lows), f64x2.gt(second, lows));
	const areBelow = v128.and(f64x2.lt(first, highs), f64x2.lt(second, highs));
	return i64x2.all_true(v128.and(areAbove, areBelow));
}

/** Drops the rows with the index 0 from the first `count` rows of `counted`. Returns the number of remaining rows. */
export function dropUncounted(count: u32): u32 {
	let left: usize = 0;
	for (let at: usize = 0; at < <usize>count; at++) {
		const index = load<u32>(indexes + (at << 2));
		store<u16>(counted + (left << 1), load<u16>(counted + (at << 1)));
		store<u32>(indexes + (left << 2), index);
		left += <usize>(index !== 0);
	}
	return <u32>left;
}

/** Counts of the rows of one index by class, for 64 classes from a multiple of 64 on. */
@unmanaged
class Chunk {
	/** Maximum and sum of the numbers. */
	max: f64;
	sum: f64;
	/** The index times the number of chunks for an index, plus the number of the chunk among them. */
	owner: u32;
	reserved: u32;
}

/** Offsets in a chunk: of its owner, and of the counts of its classes, u32. */
export const chunkOwner: i32 = 16;
export const chunkCounts: i32 = 24;
/** Size of a chunk in bytes. */
export const chunkSize: i32 = 24 + 64 * 4;

/** For each owner, the offset of its chunk in the chunks, u32; 0 if it has no chunk. All are 0 while there are no chunks. */
const offsetsBlock = changetype<Block>(memory.data(blockSize, 4));
const chunksBlock = changetype<Block>(memory.data(blockSize, 4));
/** Offset of the end of the chunks. The first chunk is unused, so that no chunk has the offset 0. */
export let chunksEnd: usize = chunkSize;
/** Number of chunks for an index. */
let chunksOfIndex: u32 = 1;

/** Returns the address of the chunks. */
export function chunks(): usize {
	return chunksBlock.at;
}

/** Removes all chunks. The next ones are for `classes` classes of indexes less than `size`. */
export function openChunks(size: u32, classes: u32): void {
	blockFor(chunksBlock, 32 * chunkSize);
	for (let offset: usize = chunkSize; offset < chunksEnd; offset += chunkSize) {
		const owner = changetype<Chunk>(chunksBlock.at + offset).owner;
		store<u32>(offsetsBlock.at + ((<usize>owner) << 2), 0);
	}
	chunksEnd = chunkSize;
	chunksOfIndex = (classes + 63) >> 6;
	const bytes = <usize>size * chunksOfIndex * 4;
	if (offsetsBlock.at === 0 || bytes > (<usize>1) << offsetsBlock.power) {
		const offsets = blockFor(offsetsBlock, bytes);
		memory.fill(offsets, 0, (<usize>1) << offsetsBlock.power);
	}
}

/** Creates the chunk of an owner. Returns its offset. All chunks may move. */
function newChunk(owner: u32): u32 {
	const offset = chunksEnd;
	chunksEnd += chunkSize;
	if (chunksEnd > (<usize>1) << chunksBlock.power) {
		const larger = take(chunksBlock.power + 1);
		memory.copy(larger, chunksBlock.at, offset);
		give(chunksBlock.at, chunksBlock.power);
		chunksBlock.at = larger;
		chunksBlock.power++;
	}
	store<u32>(offsetsBlock.at + ((<usize>owner) << 2), <u32>offset);
	const at = chunksBlock.at + offset;
	memory.fill(at, 0, chunkSize);
	const chunk = changetype<Chunk>(at);
	chunk.owner = owner;
	chunk.max = -Infinity;
	return <u32>offset;
}

function increment(chunk: usize, number: u32): void {
	const at = chunk + chunkCounts + ((<usize>number & 63) << 2);
	store<u32>(at, load<u32>(at) + 1);
}

/** The class of each number in `values`, u16. */
export const classOf: usize = memory.data(65_536 * 2, 16);

/**
 * Counts the first `count` rows of `counted` by index and class. The class of a row is `classOf` of its number in `values`, u8 or
 * u16, plus 64 times `firstChunk`. A width of 0 means that all rows have the number 0.
 */
export function countClasses(count: u32, width: i32, firstChunk: u32): void {
	if (width === 2) {
		countClassesOf<u16>(count, firstChunk);
		return;
	}
	if (width === 0) {
		memory.fill(values, 0, maxRows);
	}
	countClassesOf<u8>(count, firstChunk);
}

// The loops below keep addresses in variables: reading them for each row takes as long as counting it.

function countClassesOf<T>(count: u32, firstChunk: u32): void {
	const offsets = offsetsBlock.at;
	const chunksOf = chunksOfIndex;
	let all = chunksBlock.at;
	for (let at: usize = 0; at < <usize>count; at++) {
		const number = <usize>load<T>(values + <usize>load<u16>(counted + (at << 1)) * sizeof<T>());
		const found = <u32>load<u16>(classOf + (number << 1));
		const owner = (load<u32>(indexes + (at << 2)) - 1) * chunksOf + firstChunk + (found >> 6);
		let offset = load<u32>(offsets + ((<usize>owner) << 2));
		if (offset === 0) {
			offset = newChunk(owner);
			all = chunksBlock.at;
		}
		increment(all + offset, found);
	}
}

/** Ranges of numbers: see `Ranges` in `row-kernel.ts`. Cells are u16, bounds f64. */
const cellsBlock = changetype<Block>(memory.data(blockSize, 4));
const boundsBlock = changetype<Block>(memory.data(blockSize, 4));
let firstCell: i64 = 0;
let lastCell: i64 = 0;
const firstBits: i64 = 7;

/** Returns the address of a buffer for `size` cells. The first cell is for numbers with the first bits `first`. */
export function cellsFor(first: i32, size: i32): usize {
	firstCell = <i64>first;
	lastCell = <i64>size - 1;
	return blockFor(cellsBlock, (<usize>size) << 1);
}

/** Returns the address of a buffer for `size` bounds. */
export function boundsFor(size: i32): usize {
	return blockFor(boundsBlock, (<usize>size) << 3);
}

/**
 * Counts the first `count` rows of `counted` by index and range. Each chunk also has the maximum and the sum of its rows' numbers
 * in `reals`. The class of a row is its range plus 64 times `firstChunk`. Rows without a number don't count.
 */
export function countRanges(count: u32, firstChunk: u32): void {
	const offsets = offsetsBlock.at;
	const chunksOf = chunksOfIndex;
	const cells = cellsBlock.at;
	const bounds = boundsBlock.at;
	const first = firstCell;
	const last = lastCell;
	let all = chunksBlock.at;
	for (let at: usize = 0; at < <usize>count; at++) {
		const number = load<f64>(reals + (at << 3));
		if (!(number <= Infinity)) {
			continue;
		}
		const range = rangeOf(number, cells, bounds, first, last);
		const owner = (load<u32>(indexes + (at << 2)) - 1) * chunksOf + firstChunk + (range >> 6);
		let offset = load<u32>(offsets + ((<usize>owner) << 2));
		if (offset === 0) {
			offset = newChunk(owner);
			all = chunksBlock.at;
		}
		increment(all + offset, range);
		const chunk = changetype<Chunk>(all + offset);
		// A branch, because it is rarely taken.
		if (number > chunk.max) {
			chunk.max = number;
		}
		chunk.sum += number;
	}
}

function rangeOf(number: f64, cells: usize, bounds: usize, first: i64, last: i64): u32 {
	const cell = (reinterpret<i64>(number) >> (52 - firstBits)) - first;
	const near = <usize>(cell < 0 ? 0 : cell > last ? last : cell);
	const range = <u32>load<u16>(cells + (near << 1));
	return range + <u32>(number > load<f64>(bounds + ((<usize>range) << 3)));
}

/** The ranges of rows, u16. */
export const ranges: usize = memory.data(maxRows * 2, 16);

/** Writes the range of each of the first `count` numbers in `reals` to `ranges`; `none` for missing numbers and numbers above `max`. */
export function findRanges(count: u32, max: f64, none: u32): void {
	const cells = cellsBlock.at;
	const bounds = boundsBlock.at;
	const first = firstCell;
	const last = lastCell;
	for (let at: usize = 0; at < <usize>count; at++) {
		const number = load<f64>(reals + (at << 3));
		store<u16>(ranges + (at << 1), number <= max ? rangeOf(number, cells, bounds, first, last) : none);
	}
}

/** Adds the numbers in `reals` up to `max` to the sum of chunk number `chunk` of each row's index. */
export function sumNumbers(count: u32, max: f64, chunk: u32): void {
	const offsets = offsetsBlock.at;
	const chunksOf = chunksOfIndex;
	let all = chunksBlock.at;
	for (let at: usize = 0; at < <usize>count; at++) {
		const number = load<f64>(reals + (at << 3));
		if (!(number <= max)) {
			continue;
		}
		const owner = (load<u32>(indexes + (at << 2)) - 1) * chunksOf + chunk;
		let offset = load<u32>(offsets + ((<usize>owner) << 2));
		if (offset === 0) {
			offset = newChunk(owner);
			all = chunksBlock.at;
		}
		changetype<Chunk>(all + offset).sum += number;
	}
}

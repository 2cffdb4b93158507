// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Block, blockFor, blockSize, give, take} from './blocks';
import {column} from './columns';
import {counted} from './counts';
import {maxRows, values} from './rows';

/**
 * Counts the rows of a segment by index and class: by value or interval of time, and status or duration. Few of all pairs occur, so
 * counts are kept in chunks of 64 classes.
 */

/** 1 + the index of each row in `counted`, in order, u32; 0 for rows that don't count. */
export const indexes: usize = memory.data(maxRows * 4, 16);

/**
 * Sets the index of each of the first `count` rows of `counted` to its interval of time. Times are the numbers in `column`, with
 * `width` bytes (8 means f64, 0 that all are 0), times `unit`, plus `base`. There are `length` intervals of `step` from `from` on.
 */
export function indexByTime(
	count: u32,
	width: i32,
	base: f64,
	unit: f64,
	from: f64,
	step: f64,
	length: u32,
): void {
	if (width === 8) {
		findIntervals<f64>(count, base, unit, from, step, length);
	} else if (width === 4) {
		findIntervals<u32>(count, base, unit, from, step, length);
	} else if (width === 2) {
		findIntervals<u16>(count, base, unit, from, step, length);
	} else {
		if (width === 0) {
			memory.fill(column, 0, maxRows);
		}
		findIntervals<u8>(count, base, unit, from, step, length);
	}
}

function findIntervals<T>(count: u32, base: f64, unit: f64, from: f64, step: f64, length: u32): void {
	// Close to the ends of an interval, the division decides.
	const margin: f64 = 0.001 + step * 1e-9;
	let low: f64 = Infinity;
	let high: f64 = -Infinity;
	let index: u32 = 0;
	for (let at: usize = 0; at < <usize>count; at++) {
		const row = <usize>load<u16>(counted + (at << 1));
		const time = <f64>load<T>(column + row * sizeof<T>()) * unit + base;
		// Most rows are in the interval of the row before.
		if (!(time > low && time < high)) {
			const number = floor((time - from) / step);
			const isCounted = number >= 0 && number < <f64>length;
			index = isCounted ? <u32>number + 1 : 0;
			low = isCounted ? from + number * step + margin : Infinity;
			high = from + (number + 1) * step - margin;
		}
		store<u32>(indexes + (at << 2), index);
	}
}

/** Numbers of rows with the same index and classes from a multiple of 64 on. */
@unmanaged
class Chunk {
	/** The largest number, and the sum of the numbers. */
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

/** For each owner, the offset of its chunk in the chunks, u32; 0 if there is none. All are 0 while there are no chunks. */
const offsetsBlock = changetype<Block>(memory.data(blockSize, 4));
const chunksBlock = changetype<Block>(memory.data(blockSize, 4));
/** Offset of the end of the chunks. The first one is unused, so that none has the offset 0. */
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
 * Counts the first `count` rows of `counted` by index and class. The class of a row is the one in `classOf` for its number in
 * `values`, u8 or u16; a width of 0 means that all have the number 0.
 */
export function countClasses(count: u32, width: i32): void {
	if (width === 2) {
		countClassesOf<u16>(count);
		return;
	}
	if (width === 0) {
		memory.fill(values, 0, maxRows);
	}
	countClassesOf<u8>(count);
}

// The loops below keep addresses in variables: reading them for each row takes as long as counting it.

function countClassesOf<T>(count: u32): void {
	const offsets = offsetsBlock.at;
	const chunksOf = chunksOfIndex;
	let all = chunksBlock.at;
	for (let at: usize = 0; at < <usize>count; at++) {
		const index = load<u32>(indexes + (at << 2));
		if (index === 0) {
			continue;
		}
		const number = <usize>load<T>(values + <usize>load<u16>(counted + (at << 1)) * sizeof<T>());
		const found = <u32>load<u16>(classOf + (number << 1));
		const owner = (index - 1) * chunksOf + (found >> 6);
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

/** Returns the address of `size` cells. The first one is of the numbers with the first bits `first`. */
export function cellsFor(first: i32, size: i32): usize {
	firstCell = <i64>first;
	lastCell = <i64>size - 1;
	return blockFor(cellsBlock, (<usize>size) << 1);
}

/** Returns the address of `size` bounds. */
export function boundsFor(size: i32): usize {
	return blockFor(boundsBlock, (<usize>size) << 3);
}

/**
 * Counts the first `count` rows of `counted` by index and range, with the largest number and the sum of each chunk. Numbers are those in
 * `column`, with `width` bytes (8 means f64), times `unit`, plus `base`. Rows with the number `nan` in `column`, or with NaN, don't
 * count.
 */
export function countRanges(count: u32, width: i32, base: f64, unit: f64, nan: f64): void {
	if (width === 8) {
		countRangesOf<f64>(count, base, unit, nan);
	} else if (width === 4) {
		countRangesOf<u32>(count, base, unit, nan);
	} else if (width === 2) {
		countRangesOf<u16>(count, base, unit, nan);
	} else {
		if (width === 0) {
			memory.fill(column, 0, maxRows);
		}
		countRangesOf<u8>(count, base, unit, nan);
	}
}

function countRangesOf<T>(count: u32, base: f64, unit: f64, nan: f64): void {
	const offsets = offsetsBlock.at;
	const chunksOf = chunksOfIndex;
	const cells = cellsBlock.at;
	const bounds = boundsBlock.at;
	const first = firstCell;
	const last = lastCell;
	let all = chunksBlock.at;
	for (let at: usize = 0; at < <usize>count; at++) {
		const index = load<u32>(indexes + (at << 2));
		const stored = <f64>load<T>(column + <usize>load<u16>(counted + (at << 1)) * sizeof<T>());
		const number = stored * unit + base;
		if (index === 0 || stored === nan || !(number <= Infinity)) {
			continue;
		}
		const range = rangeOf(number, cells, bounds, first, last);
		const owner = (index - 1) * chunksOf + (range >> 6);
		let offset = load<u32>(offsets + ((<usize>owner) << 2));
		if (offset === 0) {
			offset = newChunk(owner);
			all = chunksBlock.at;
		}
		increment(all + offset, range);
		const chunk = changetype<Chunk>(all + offset);
		chunk.max = max(chunk.max, number);
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

/** Writes the range of each of the first `count` rows of `counted` to `ranges`; `none` for missing numbers and those above `max`. */
export function findRanges(
	count: u32,
	width: i32,
	base: f64,
	unit: f64,
	nan: f64,
	max: f64,
	none: u32,
): void {
	if (width === 8) {
		findRangesOf<f64>(count, base, unit, nan, max, none);
	} else if (width === 4) {
		findRangesOf<u32>(count, base, unit, nan, max, none);
	} else if (width === 2) {
		findRangesOf<u16>(count, base, unit, nan, max, none);
	} else {
		if (width === 0) {
			memory.fill(column, 0, maxRows);
		}
		findRangesOf<u8>(count, base, unit, nan, max, none);
	}
}

function findRangesOf<T>(count: u32, base: f64, unit: f64, nan: f64, max: f64, none: u32): void {
	const cells = cellsBlock.at;
	const bounds = boundsBlock.at;
	const first = firstCell;
	const last = lastCell;
	for (let at: usize = 0; at < <usize>count; at++) {
		const stored = <f64>load<T>(column + <usize>load<u16>(counted + (at << 1)) * sizeof<T>());
		const number = stored * unit + base;
		const isFound = stored !== nan && number <= max;
		store<u16>(ranges + (at << 1), isFound ? rangeOf(number, cells, bounds, first, last) : none);
	}
}

/** Sums up the numbers of the rows by index in chunks, like `countRanges`; of those up to `max`. */
export function sumNumbers(count: u32, width: i32, base: f64, unit: f64, nan: f64, max: f64): void {
	if (width === 8) {
		sumNumbersOf<f64>(count, base, unit, nan, max);
	} else if (width === 4) {
		sumNumbersOf<u32>(count, base, unit, nan, max);
	} else if (width === 2) {
		sumNumbersOf<u16>(count, base, unit, nan, max);
	} else {
		if (width === 0) {
			memory.fill(column, 0, maxRows);
		}
		sumNumbersOf<u8>(count, base, unit, nan, max);
	}
}

function sumNumbersOf<T>(count: u32, base: f64, unit: f64, nan: f64, max: f64): void {
	const offsets = offsetsBlock.at;
	let all = chunksBlock.at;
	for (let at: usize = 0; at < <usize>count; at++) {
		const index = load<u32>(indexes + (at << 2));
		const stored = <f64>load<T>(column + <usize>load<u16>(counted + (at << 1)) * sizeof<T>());
		const number = stored * unit + base;
		if (index === 0 || stored === nan || !(number <= max)) {
			continue;
		}
		let offset = load<u32>(offsets + ((<usize>index - 1) << 2));
		if (offset === 0) {
			offset = newChunk(index - 1);
			all = chunksBlock.at;
		}
		changetype<Chunk>(all + offset).sum += number;
	}
}

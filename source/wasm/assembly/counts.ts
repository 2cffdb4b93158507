// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Block, blockFor, blockSize} from './blocks';
import {column} from './columns';
import {maxRows, values} from './rows';

/** Counts the rows of a segment by value, or by status class and time. */

/** The numbers of the rows to count, u16. */
export const counted: usize = memory.data(maxRows * 2, 16);

const numbersBlock = changetype<Block>(memory.data(blockSize, 4));

/** Returns the address of a buffer for `size` counts, u32. Growing it loses its content. */
export function numbersFor(size: u32): usize {
	return blockFor(numbersBlock, <usize>size * 4);
}

/** Counts the first `count` rows of `counted`: each increments the count indexed by its number in `values` plus `base`. */
export function countNumbers(count: u32, width: i32, base: u32): void {
	if (width === 4) {
		countEach<u32>(count, base);
	} else if (width === 2) {
		countEach<u16>(count, base);
	} else {
		countEach<u8>(count, base);
	}
}

function countEach<T>(count: u32, base: u32): void {
	const from = numbersBlock.at + ((<usize>base) << 2);
	for (let at = counted; at < counted + ((<usize>count) << 1); at += 2) {
		const number = <usize>load<T>(values + <usize>load<u16>(at) * sizeof<T>());
		const counter = from + (number << 2);
		store<u32>(counter, load<u32>(counter) + 1);
	}
}

/** Number of status classes: the first digit from 1 to 5, and 0 for other statuses. */
const classes: u32 = 6;

/** Runs of consecutive rows in `counted` with the same time interval: the interval and the end of each run, u32. */
const runs: usize = memory.data(maxRows * 8, 16);

const countsBlock = changetype<Block>(memory.data(blockSize, 4));

/** The first and the last interval with rows. */
export let lowest: u32 = 0;
export let highest: u32 = 0;

/**
 * Counts the first `count` rows of `counted` by status class and time interval. Times are the numbers in `column`, with
 * `timeWidth` bytes (8 means f64), times `unit`, plus `base`. Statuses are the numbers in `values` plus `statusBase`. A width of
 * 0 means that all rows have the same. There are `length` intervals of `step` from `from` on. Returns the address of the counts,
 * u32, one class after the other.
 */
export function countTimes(
	count: u32,
	timeWidth: i32,
	base: f64,
	unit: f64,
	statusWidth: i32,
	statusBase: u32,
	from: f64,
	step: f64,
	length: u32,
): usize {
	const bytes = length * classes * 4;
	const counts = blockFor(countsBlock, bytes);
	memory.fill(counts, 0, bytes);
	lowest = length;
	highest = 0;
	let end = runs;
	if (timeWidth === 0) {
		memory.fill(column, 0, maxRows);
	}
	if (statusWidth === 0) {
		memory.fill(values, 0, maxRows);
	}
	if (timeWidth === 8) {
		end = findRuns<f64>(count, base, unit, from, step, length);
	} else if (timeWidth === 4) {
		end = findRuns<u32>(count, base, unit, from, step, length);
	} else if (timeWidth === 2) {
		end = findRuns<u16>(count, base, unit, from, step, length);
	} else {
		end = findRuns<u8>(count, base, unit, from, step, length);
	}
	if (statusWidth === 4) {
		countRuns<u32>(counts, end, statusBase, length);
	} else if (statusWidth === 2) {
		countRuns<u16>(counts, end, statusBase, length);
	} else {
		countRuns<u8>(counts, end, statusBase, length);
	}
	return counts;
}

/** Finds runs of consecutive rows in the same interval. Returns the end of the runs. */
function findRuns<T>(count: u32, base: f64, unit: f64, from: f64, step: f64, length: u32): usize {
	// Close to the ends of an interval, the division decides.
	const margin: f64 = 0.001 + step * 1e-9;
	let low: f64 = Infinity;
	let high: f64 = -Infinity;
	let interval: u32 = length;
	let to = runs;
	for (let index: u32 = 0; index < count; index++) {
		const row = <usize>load<u16>(counted + ((<usize>index) << 1));
		const time = <f64>load<T>(column + row * sizeof<T>()) * unit + base;
		if (time > low && time < high) {
			continue;
		}
		const number = floor((time - from) / step);
		const isCounted = number >= 0 && number < <f64>length;
		const next = isCounted ? <u32>number : length;
		low = isCounted ? from + number * step + margin : Infinity;
		high = from + (number + 1) * step - margin;
		if (next !== interval) {
			if (index > 0) {
				store<u32>(to, interval);
				store<u32>(to, index, 4);
				to += 8;
			}
			interval = next;
		}
	}
	store<u32>(to, interval);
	store<u32>(to, count, 4);
	return to + 8;
}

/** Maximum number of rows counted in 10 bits per class before the sums are added to the counts. */
const atOnce: u32 = 1023;

function countRuns<T>(counts: usize, runsEnd: usize, base: u32, length: u32): void {
	let index: u32 = 0;
	for (let run = runs; run < runsEnd; run += 8) {
		const interval = load<u32>(run);
		const end = load<u32>(run, 4);
		if (interval === length) {
			index = end;
			continue;
		}
		lowest = min(lowest, interval);
		highest = max(highest, interval);
		while (index < end) {
			let sums: u64 = 0;
			for (const stop = min(end, index + atOnce); index < stop; index++) {
				const row = <usize>load<u16>(counted + ((<usize>index) << 1));
				const hundreds = (<u32>load<T>(values + row * sizeof<T>()) + base) / 100;
				sums += (<u64>1) << (<u64>(hundreds < classes ? hundreds * 10 : 0));
			}
			for (let one: u32 = 0; one < classes; one++, sums >>= 10) {
				const at = counts + ((<usize>(one * length + interval)) << 2);
				store<u32>(at, load<u32>(at) + <u32>(sums & 1023));
			}
		}
	}
}

// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Block, blockFor, blockSize} from './blocks';
import {column} from './columns';
import {mostRows, values} from './rows';

/** How many rows of a segment there are of each kind. */

/** The numbers of the rows that are counted, u16. */
export const counted: usize = memory.data(mostRows * 2, 16);

const numbersBlock = changetype<Block>(memory.data(blockSize, 4));

/** Where there is room for so many counts, u32. What stood there is lost when it grows. */
export function numbersFor(size: u32): usize {
	return blockFor(numbersBlock, <usize>size * 4);
}

/** Adds the first `count` rows of `counted` to the counts: that of each has the number in `values`, with `base` added. */
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
		const place = from + (number << 2);
		store<u32>(place, load<u32>(place) + 1);
	}
}

/** Classes of statuses: their first digit, from 1 to 5, and 0 for all others. */
const classes: u32 = 6;

/** Stretches of rows, one behind the other in `counted`, that belong together: of what, and where each ends; u32. */
const runs: usize = memory.data(mostRows * 8, 16);

const countsBlock = changetype<Block>(memory.data(blockSize, 4));

/** The first and the last stretch that has any. */
export let lowest: u32 = 0;
export let highest: u32 = 0;

/**
 * Counts the first `count` rows of `counted` by class of status and stretch of time. Their times are in `column`: those
 * of `timeWidth` bytes, f64 for 8, times `unit`, with `base` added; statuses in `values`, with `statusBase` added. For a
 * width of 0 all are the same. There are `length` stretches of `step` from `from` on. Returns where the counts are, u32, one
 * class after the other.
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
		memory.fill(column, 0, mostRows);
	}
	if (statusWidth === 0) {
		memory.fill(values, 0, mostRows);
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

/** Finds rows that follow each other and are of the same stretch. Returns where the runs end. */
function findRuns<T>(count: u32, base: f64, unit: f64, from: f64, step: f64, length: u32): usize {
	// At the very ends of a stretch it is left to the division which one a time is of.
	const margin: f64 = 0.001 + step * 1e-9;
	let low: f64 = Infinity;
	let high: f64 = -Infinity;
	let stretch: u32 = length;
	let to = runs;
	for (let index: u32 = 0; index < count; index++) {
		const row = <usize>load<u16>(counted + ((<usize>index) << 1));
		const time = <f64>load<T>(column + row * sizeof<T>()) * unit + base;
		if (time > low && time < high) {
			continue;
		}
		const place = floor((time - from) / step);
		const isCounted = place >= 0 && place < <f64>length;
		const next = isCounted ? <u32>place : length;
		low = isCounted ? from + place * step + margin : Infinity;
		high = from + (place + 1) * step - margin;
		if (next !== stretch) {
			if (index > 0) {
				store<u32>(to, stretch);
				store<u32>(to, index, 4);
				to += 8;
			}
			stretch = next;
		}
	}
	store<u32>(to, stretch);
	store<u32>(to, count, 4);
	return to + 8;
}

/** So many rows are counted, in ten bits for each class, before the counts are taken out of these. */
const atOnce: u32 = 1023;

function countRuns<T>(counts: usize, runsEnd: usize, base: u32, length: u32): void {
	let index: u32 = 0;
	for (let run = runs; run < runsEnd; run += 8) {
		const stretch = load<u32>(run);
		const end = load<u32>(run, 4);
		if (stretch === length) {
			index = end;
			continue;
		}
		lowest = min(lowest, stretch);
		highest = max(highest, stretch);
		while (index < end) {
			let sums: u64 = 0;
			for (const stop = min(end, index + atOnce); index < stop; index++) {
				const row = <usize>load<u16>(counted + ((<usize>index) << 1));
				const hundreds = (<u32>load<T>(values + row * sizeof<T>()) + base) / 100;
				sums += (<u64>1) << (<u64>(hundreds < classes ? hundreds * 10 : 0));
			}
			for (let one: u32 = 0; one < classes; one++, sums >>= 10) {
				const at = counts + ((<usize>(one * length + stretch)) << 2);
				store<u32>(at, load<u32>(at) + <u32>(sums & 1023));
			}
		}
	}
}

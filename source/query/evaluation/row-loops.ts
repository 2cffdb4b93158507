import type {StoredValues} from '../../index/column.js';
import {bitsIn} from '../../index/row-bits.js';
import {type RowValues, rowKernel} from '../../wasm/row-kernel.js';
import type {RowTable} from '../../wasm/row-table.js';
import {judgement} from '../../wasm/text-matcher.js';
import {type Chunk, chunkBits} from './chunk.js';
import {type IdRuns, runAt} from './packed-ids.js';
import type {TextTable} from './text-table.js';

/** Rows found while `out` can't be written, because it may be `wanted`. */
const found = chunkBits();

/** The rows of a segment that a loop examines. */
type ChunkRows = Pick<Chunk, 'segment' | 'first' | 'words'>;

/** Returns the number of existing rows that the chunk has bits for. */
function rowsOf({segment, first, words}: ChunkRows): number {
	return Math.min(words * 32, segment.rows - first);
}

/** Finds rows whose value, an integer, has a 1 in the table. */
export function rowsInTable(
	{values, base}: StoredValues,
	table: RowTable,
	chunk: Chunk,
	wanted: Int32Array,
	out: Int32Array,
): void {
	if (values === undefined) {
		constant(table.bytes[base] === 1, chunk.words, wanted, out);
		return;
	}
	const kernel = rowKernel();
	kernel.load(values as RowValues, chunk.first, rowsOf(chunk), wanted);
	kernel.findInTable(table, base, 0);
	kernel.found(out);
}

/** Finds rows whose string matches. */
export function rowsWithText(
	{values, base}: StoredValues,
	table: TextTable,
	chunk: ChunkRows,
	wanted: Int32Array,
	out: Int32Array,
): void {
	table.widen();
	if (values === undefined) {
		constant(table.has(base), chunk.words, wanted, out);
		return;
	}
	const kernel = rowKernel();
	kernel.load(values as RowValues, chunk.first, rowsOf(chunk), wanted);
	for (let row = 0; row !== -1; ) {
		row = kernel.findInTable(table.table, base, row);
		if (row !== -1) {
			table.ask(base + (values[chunk.first + row] ?? 0));
		}
	}
	kernel.found(out);
}

/** Checks that at least half of a chunk's rows are wanted. */
export function areMany(wanted: Int32Array, chunk: Chunk): boolean {
	let count = 0;
	for (let word = 0; word < chunk.words; word++) {
		count += bitsIn(wanted[word] ?? 0);
	}
	return count * 2 >= rowsOf(chunk);
}

/**
 * Finds rows whose string matches, if their ids are runs. Tests the strings of all rows. Skips the rows of runs without a match.
 */
export function rowsOfRuns(
	runs: IdRuns,
	table: TextTable,
	chunk: Chunk,
	wanted: Int32Array,
	out: Int32Array,
): void {
	found.fill(0, 0, chunk.words);
	const {starts, ids, rows} = runs;
	const end = Math.min(chunk.first + chunk.words * 32, rows);
	for (let run = runAt(runs, chunk.first); run < starts.length && (starts[run] ?? 0) < end; run++) {
		const start = starts[run] ?? 0;
		const from = Math.max(start, chunk.first);
		const to = Math.min(starts[run + 1] ?? rows, end);
		const first = (ids[run] ?? 0) + from - start;
		const results = table.resultsOf(first, first + to - from);
		const match = results.indexOf(judgement.yes);
		for (let index = match; index !== -1 && index < results.length; index++) {
			if (results[index] === judgement.yes) {
				const row = from + index - chunk.first;
				found[row >>> 5] = (found[row >>> 5] ?? 0) | (1 << (row & 31));
			}
		}
	}
	for (let word = 0; word < chunk.words; word++) {
		out[word] = (found[word] ?? 0) & (wanted[word] ?? 0);
	}
}

/** Finds rows whose number is from `from` to `to`, inclusive. */
export function rowsInRange(
	{values, base, unit, nan}: StoredValues,
	from: number,
	to: number,
	chunk: Chunk,
	wanted: Int32Array,
	out: Int32Array,
): void {
	if (values === undefined) {
		constant(base >= from && base <= to, chunk.words, wanted, out);
		return;
	}
	if (values instanceof Float64Array) {
		rowsThat(
			row => {
				const value = values[row] ?? Number.NaN;
				const number = base + unit * value;
				return value !== nan && number >= from && number <= to;
			},
			chunk,
			wanted,
			out,
		);
		return;
	}
	// NaN is stored as the greatest value that fits. Exclude it, because the kernel would compare it like any number.
	const max = Number.isNaN(nan) ? 2 ** 32 - 1 : nan - 1;
	const low = Math.max(0, Math.ceil((from - base) / unit));
	const high = Math.min(max, Math.floor((to - base) / unit));
	if (low > high) {
		constant(false, chunk.words, wanted, out);
		return;
	}
	const kernel = rowKernel();
	kernel.load(values, chunk.first, rowsOf(chunk), wanted);
	kernel.findInRange(low, high);
	kernel.found(out);
}

/** Finds rows for which `isMatch` returns true. It is slow: use it only for rare tests. */
export function rowsThat(
	isMatch: (row: number) => boolean,
	{first, words}: Chunk,
	wanted: Int32Array,
	out: Int32Array,
): void {
	for (let word = 0; word < words; word++) {
		let left = wanted[word] ?? 0;
		let bits = 0;
		while (left !== 0) {
			const bit = 31 - Math.clz32(left & -left);
			left &= left - 1;
			if (isMatch(first + word * 32 + bit)) {
				bits |= 1 << bit;
			}
		}
		out[word] = bits;
	}
}

/** Handles a column in which all rows have the same value. */
export function constant(isMatch: boolean, words: number, wanted: Int32Array, out: Int32Array): void {
	for (let word = 0; word < words; word++) {
		out[word] = isMatch ? (wanted[word] ?? 0) : 0;
	}
}

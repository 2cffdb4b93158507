import type {StoredValues} from '../../index/column.js';
import type {Chunk} from './chunk.js';
import type {TextTable} from './text-table.js';

/**
 * The loops over rows. Each takes the column as it is stored: asking `Column.get` for each row takes three times as
 * long. Where a word's rows are all wanted they are simply counted through; else from bit to bit.
 */

/** Rows whose value, a whole number, has a 1 in the table. */
export const rowsInTable = (
	{values, base}: StoredValues,
	table: Uint8Array,
	{first, words}: Chunk,
	wanted: Int32Array,
	out: Int32Array,
): void => {
	if (values === undefined) {
		constant(table[base] === 1, words, wanted, out);
		return;
	}
	for (let word = 0; word < words; word++) {
		const row = first + word * 32;
		let left = wanted[word] ?? 0;
		let bits = 0;
		if (left === -1) {
			for (let bit = 0; bit < 32; bit++) {
				bits |= (table[base + (values[row + bit] ?? 0)] ?? 0) << bit;
			}
		} else {
			while (left !== 0) {
				const bit = 31 - Math.clz32(left & -left);
				left &= left - 1;
				bits |= (table[base + (values[row + bit] ?? 0)] ?? 0) << bit;
			}
		}
		out[word] = bits;
	}
};

/** Rows whose text matches. */
export const rowsWithText = (
	{values, base}: StoredValues,
	table: TextTable,
	{first, words}: Chunk,
	wanted: Int32Array,
	out: Int32Array,
): void => {
	table.widen();
	if (values === undefined) {
		constant(table.has(base), words, wanted, out);
		return;
	}
	const {states} = table;
	for (let word = 0; word < words; word++) {
		const row = first + word * 32;
		let left = wanted[word] ?? 0;
		let bits = 0;
		while (left !== 0) {
			const bit = 31 - Math.clz32(left & -left);
			left &= left - 1;
			const id = base + (values[row + bit] ?? 0);
			const state = states[id];
			if (state === 2 || (state === 0 && table.has(id))) {
				bits |= 1 << bit;
			}
		}
		out[word] = bits;
	}
};

/** Rows whose number is one from `from` to `to`. */
export const rowsInRange = (
	{values, base, nan}: StoredValues,
	from: number,
	to: number,
	{first, words}: Chunk,
	wanted: Int32Array,
	out: Int32Array,
): void => {
	if (values === undefined) {
		constant(base >= from && base <= to, words, wanted, out);
		return;
	}
	// What is stored for NaN would be a number like others.
	const [low, high] = [from - base, to - base];
	for (let word = 0; word < words; word++) {
		const row = first + word * 32;
		let left = wanted[word] ?? 0;
		let bits = 0;
		while (left !== 0) {
			const bit = 31 - Math.clz32(left & -left);
			left &= left - 1;
			const value = values[row + bit] ?? 0;
			if (value >= low && value <= high && value !== nan) {
				bits |= 1 << bit;
			}
		}
		out[word] = bits;
	}
};

/** Rows of which the answer says so: for what is asked rarely. */
export const rowsThat = (
	isMatch: (row: number) => boolean,
	{first, words}: Chunk,
	wanted: Int32Array,
	out: Int32Array,
): void => {
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
};

/** All rows have the same value. */
export const constant = (isMatch: boolean, words: number, wanted: Int32Array, out: Int32Array): void => {
	for (let word = 0; word < words; word++) {
		out[word] = isMatch ? (wanted[word] ?? 0) : 0;
	}
};

import type {StoredValues} from './column.js';

/**
 * Writes the first values of a column to an array. Loops over rows that read one kind of array take half of the time
 * of those that meet four, and the copy a tenth of that.
 */
export const copyValues = (
	{values, base, nan}: StoredValues,
	rows: number,
	target: Float64Array | Uint32Array,
): void => {
	if (values === undefined) {
		target.fill(base, 0, rows);
		return;
	}
	target.set(values.subarray(0, rows));
	if (!Number.isNaN(nan)) {
		for (let row = 0; row < rows; row++) {
			const value = target[row] ?? 0;
			target[row] = value === nan ? Number.NaN : value + base;
		}
	} else if (base !== 0) {
		for (let row = 0; row < rows; row++) {
			target[row] = (target[row] ?? 0) + base;
		}
	}
};

import type {ColumnPart, RowPart} from './column-part.js';

/** Puts the columns of so many rows together. */
export const rowPart = (count: number, columns: readonly ColumnPart[]): RowPart => {
	const sizes = columns.map(part =>
		part.kind === 'values' ? part.values.length + (part.nulls?.length ?? 0) : part.numbers.length,
	);
	return {count, columns, size: sizes.reduce((sum, size) => sum + size, 0)};
};

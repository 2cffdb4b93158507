import type {TextMap} from './text-map.js';

/** Values of a column, in their order: written one after the other, or as the numbers of texts. */
export type ColumnPart =
	| {
			readonly kind: 'values';
			/** For each a byte that says whether it is NULL (1), and then there is a value in its place; undefined: none may be. */
			readonly nulls: Buffer | undefined;
			readonly values: Buffer;
	  }
	| {
			readonly kind: 'texts';
			/** 0 is NULL, or no text; others are one more than their numbers among the texts. */
			readonly numbers: Int32Array;
			readonly texts: TextMap;
	  };

/** Rows that follow each other: so many, of so many bytes, and their columns. */
export type RowPart = {
	readonly count: number;
	readonly size: number;
	readonly columns: readonly ColumnPart[];
};

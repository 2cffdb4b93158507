import {ByteWriter} from './byte-writer.js';
import {Dictionary} from './dictionary.js';

/** Values of a column, in row order. */
export type ColumnPart =
	| {
			readonly kind: 'values';
			/** One byte per value: 1 for NULL, which still occupies a value. Undefined if the column isn't nullable. */
			readonly nulls: Buffer | undefined;
			readonly values: Buffer;
	  }
	| {
			readonly kind: 'texts';
			/** Numbers of strings in the dictionary; 0 for NULL or no string. */
			readonly numbers: Int32Array;
			readonly dictionary: Dictionary;
	  };

/** Consecutive rows: their number, size in bytes and columns. */
export type RowPart = {
	readonly count: number;
	readonly size: number;
	readonly columns: readonly ColumnPart[];
};

/** Combines the columns of `count` rows. */
export function rowPart(count: number, columns: readonly ColumnPart[]): RowPart {
	const sizes = columns.map(part =>
		part.kind === 'values' ? part.values.length + (part.nulls?.length ?? 0) : part.numbers.length,
	);
	return {count, columns, size: sizes.reduce((sum, size) => sum + size, 0)};
}

/** A column whose values are written in sequence. */
export class ValueColumn extends ByteWriter {
	takePart(): ColumnPart {
		return {kind: 'values', nulls: undefined, values: this.take()};
	}
}

/** A column of values that may be NULL. */
export class NullableColumn extends ByteWriter {
	readonly #nulls = new ByteWriter();
	readonly #width: number;

	/** @param width - bytes written for NULL: the size of a value, or of an empty string */
	constructor(width: number) {
		super();
		this.#width = width;
	}

	/** Records whether the next row has a value, which the caller must then write. Returns its argument. */
	hasValue(hasValue: boolean): boolean {
		this.#nulls.byte(hasValue ? 0 : 1);
		if (!hasValue) {
			this.zeros(this.#width);
		}
		return hasValue;
	}

	takePart(): ColumnPart {
		return {kind: 'values', nulls: this.#nulls.take(), values: this.take()};
	}
}

/** A column of strings that mostly repeat, each stored as its number. */
export class DictionaryColumn {
	readonly dictionary = new Dictionary();
	#numbers = new Int32Array(1 << 11);
	#length = 0;

	/** Writes the string with this number in the dictionary; 0 for NULL. */
	add(number: number): void {
		if (this.#length === this.#numbers.length) {
			const larger = new Int32Array(this.#numbers.length * 2);
			larger.set(this.#numbers);
			this.#numbers = larger;
		}
		this.#numbers[this.#length++] = number;
	}

	takePart(): ColumnPart {
		const numbers = this.#numbers.slice(0, this.#length);
		this.#length = 0;
		return {kind: 'texts', numbers, dictionary: this.dictionary};
	}
}

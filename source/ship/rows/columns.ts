import {ByteWriter} from './byte-writer.js';
import {Dictionary} from './dictionary.js';

/** Values of a column, in the order of the rows. */
export type ColumnPart =
	| {
			readonly kind: 'values';
			/** One byte for each value: 1 where it is NULL, and a value stands in its place all the same. Undefined: none may be. */
			readonly nulls: Buffer | undefined;
			readonly values: Buffer;
	  }
	| {
			readonly kind: 'texts';
			/** The numbers of texts in the dictionary; 0 for NULL, or no text. */
			readonly numbers: Int32Array;
			readonly dictionary: Dictionary;
	  };

/** Rows that follow each other: how many, how many bytes they have, and their columns. */
export type RowPart = {
	readonly count: number;
	readonly size: number;
	readonly columns: readonly ColumnPart[];
};

/** Puts the columns of `count` rows together. */
export function rowPart(count: number, columns: readonly ColumnPart[]): RowPart {
	const sizes = columns.map(part =>
		part.kind === 'values' ? part.values.length + (part.nulls?.length ?? 0) : part.numbers.length,
	);
	return {count, columns, size: sizes.reduce((sum, size) => sum + size, 0)};
}

/** A column whose values are written one after the other. */
export class ValueColumn extends ByteWriter {
	takePart(): ColumnPart {
		return {kind: 'values', nulls: undefined, values: this.take()};
	}
}

/** The same where a value may be NULL. */
export class NullableColumn extends ByteWriter {
	readonly #nulls = new ByteWriter();
	readonly #width: number;

	/** @param width Bytes that stand where a value is NULL: those of a value; of a text, of an empty one. */
	constructor(width: number) {
		super();
		this.#width = width;
	}

	/** Says whether the next row has a value, which is then to be written. Returns the same. */
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

/** A column of texts of which most come again and again, each written as its number. */
export class DictionaryColumn {
	readonly dictionary = new Dictionary();
	#numbers = new Int32Array(1 << 11);
	#length = 0;

	/** Writes the text with that number in the dictionary; 0 for NULL. */
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

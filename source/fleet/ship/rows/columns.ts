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
	  }
	| {
			readonly kind: 'maps';
			/** Number of entries of each map. */
			readonly lengths: Int32Array;
			/** Numbers of the names in the dictionary, and the strings, of all maps. */
			readonly names: Int32Array;
			readonly dictionary: Dictionary;
			readonly values: Buffer;
	  };

/** Consecutive rows: their number, size in bytes and columns. */
export type RowPart = {
	readonly count: number;
	readonly size: number;
	readonly columns: readonly ColumnPart[];
};

/** Combines the columns of `count` rows. */
export function rowPart(count: number, columns: readonly ColumnPart[]): RowPart {
	return {count, columns, size: columns.reduce((sum, part) => sum + sizeOf(part), 0)};
}

function sizeOf(part: ColumnPart): number {
	switch (part.kind) {
		case 'values':
			return part.values.length + (part.nulls?.length ?? 0);
		case 'texts':
			return part.numbers.length;
		case 'maps':
			return part.lengths.length * 8 + part.names.length + part.values.length;
	}
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

/** A list of numbers. It keeps its capacity. */
class NumberList {
	#numbers = new Int32Array(1 << 11);
	#length = 0;

	add(number: number): void {
		if (this.#length === this.#numbers.length) {
			const larger = new Int32Array(this.#numbers.length * 2);
			larger.set(this.#numbers);
			this.#numbers = larger;
		}
		this.#numbers[this.#length++] = number;
	}

	/** Returns the numbers and removes them. */
	take(): Int32Array {
		const numbers = this.#numbers.slice(0, this.#length);
		this.#length = 0;
		return numbers;
	}
}

/** A column of strings that mostly repeat, each stored as its number. */
export class DictionaryColumn {
	readonly dictionary = new Dictionary();
	readonly #numbers = new NumberList();

	/** Writes the string with this number in the dictionary; 0 for NULL. */
	add(number: number): void {
		this.#numbers.add(number);
	}

	takePart(): ColumnPart {
		return {kind: 'texts', numbers: this.#numbers.take(), dictionary: this.dictionary};
	}
}

/** A column of maps from names, which mostly repeat, to strings. */
export class MapColumn {
	readonly dictionary = new Dictionary();
	readonly #lengths = new NumberList();
	readonly #names = new NumberList();
	readonly #values = new ByteWriter();
	/** Numbers in the dictionary. */
	readonly #numbers = new Map<string, number>();
	#length = 0;

	/** Adds an entry to the current map. */
	set(name: string, value: string): void {
		let number = this.#numbers.get(name);
		if (number === undefined) {
			number = this.dictionary.numberOfText(name);
			this.#numbers.set(name, number);
		}
		this.#names.add(number);
		this.#values.text(value);
		this.#length++;
	}

	/** Ends the current map: the next entry is in the next row. */
	endRow(): void {
		this.#lengths.add(this.#length);
		this.#length = 0;
	}

	takePart(): ColumnPart {
		return {
			kind: 'maps',
			lengths: this.#lengths.take(),
			names: this.#names.take(),
			dictionary: this.dictionary,
			values: this.#values.take(),
		};
	}
}

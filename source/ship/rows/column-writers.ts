import {ByteWriter} from './byte-writer.js';
import type {ColumnPart} from './column-part.js';
import type {TextMap} from './text-map.js';
import type {ViewedBytes} from './viewed-bytes.js';

/** Writes the values of a column one after the other. */
export class ValueColumn {
	/** What is written by whoever has a value. */
	readonly values = new ByteWriter();
	/** Whether each value isn't there (1), where they may be NULL. */
	readonly #nulls: ByteWriter | undefined;
	/** Bytes that stand where a value is NULL. */
	readonly #width: number;

	/**
	 * @param nullable Whether a value may be NULL; then it is told of each, by `isThere`.
	 * @param width Bytes of a value; of a text, those of an empty one.
	 */
	constructor(nullable: boolean, width: number) {
		this.#nulls = nullable ? new ByteWriter() : undefined;
		this.#width = width;
	}

	/** Says whether the next one has a value, which is then to be written. */
	isThere(isThere: boolean): boolean {
		this.#nulls?.byte(isThere ? 0 : 1);
		if (!isThere) {
			this.values.zeros(this.#width);
		}
		return isThere;
	}

	take(): ColumnPart {
		return {kind: 'values', nulls: this.#nulls?.take(), values: this.values.take()};
	}
}

const firstRoom = 1 << 11;

/** Writes texts of which most come again and again, each as its number. */
export class TextColumn {
	#texts: TextMap;
	#numbers = new Int32Array(firstRoom);
	#length = 0;

	/** @param texts Whatever else knows them may share them. */
	constructor(texts: TextMap) {
		this.#texts = texts;
	}

	/** From now on the texts are others: only where nothing is written. */
	renew(texts: TextMap): void {
		this.#texts = texts;
	}

	/** Writes the text with that number so many times. */
	repeated(number: number, times: number): void {
		while (this.#numbers.length < this.#length + times) {
			this.#grow();
		}
		this.#numbers.fill(number + 1, this.#length, this.#length + times);
		this.#length += times;
	}

	/** Writes NULL. */
	none(): void {
		this.#push(0);
	}

	/** Writes the text with that number. */
	known(number: number): void {
		this.#push(number + 1);
	}

	/** Writes a text, and gives its number. */
	write(bytes: ViewedBytes, start: number, end: number): number {
		const number = this.#texts.numberOf(bytes, start, end);
		this.#push(number + 1);
		return number;
	}

	take(): ColumnPart {
		const numbers = this.#numbers.slice(0, this.#length);
		this.#length = 0;
		return {kind: 'texts', numbers, texts: this.#texts};
	}

	#push(value: number): void {
		if (this.#length === this.#numbers.length) {
			this.#grow();
		}
		this.#numbers[this.#length++] = value;
	}

	#grow(): void {
		const larger = new Int32Array(this.#numbers.length * 2);
		larger.set(this.#numbers);
		this.#numbers = larger;
	}
}

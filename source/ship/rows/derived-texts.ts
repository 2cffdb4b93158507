import type {LineKernel} from './line-kernel.js';
import type {ViewedBytes} from './viewed-bytes.js';

/** What is derived of the texts of a field. */
export type DerivedOptions = {
	/** By its number among `textFields`. */
	readonly field: number;
	/** Whether it is of URLs, and no more than their paths matter. */
	readonly isPath?: boolean;
	/** How many words are derived of a text. */
	readonly width: number;
	/** Those of no text; they are 0 where it isn't said. */
	readonly none?: ArrayLike<number>;
	/** Called once for each text. */
	readonly derive: (bytes: ViewedBytes, start: number, end: number) => ArrayLike<number>;
};

const firstTexts = 1 << 10;

/**
 * What is made of the texts of a field, some words: once of each, as most come again. They stand side by side: to find
 * them took three times as long where each text had an object.
 */
export class DerivedTexts {
	readonly #kernel: LineKernel;
	readonly #options: DerivedOptions;
	readonly #table: number;
	/** By the numbers that the kernel gives texts, from 1 on; 0 is for none. */
	#words: Int32Array;
	#count = 0;
	#none = new Uint32Array();

	constructor(kernel: LineKernel, options: DerivedOptions) {
		this.#kernel = kernel;
		this.#options = options;
		this.#table = kernel.openTable();
		this.#words = new Int32Array(firstTexts * options.width);
		this.#words.set(options.none ?? []);
	}

	/** How many texts there are. */
	get count(): number {
		return this.#count;
	}

	/** What was derived: of a text that has a number, from the number times the width on. */
	get words(): Int32Array {
		return this.#words;
	}

	/**
	 * The numbers of the texts of so many rows of the lines that were read last, from one on; 0 for none. Good until others
	 * are asked for.
	 */
	numbers(first: number, count: number): Uint32Array {
		const {field, isPath} = this.#options;
		const kernel = this.#kernel;
		const numbers =
			isPath === true
				? kernel.pathNumbers(this.#table, field, first, count)
				: kernel.numbers(this.#table, field, first, count);
		if (numbers === undefined) {
			this.#none = this.#none.length < count ? new Uint32Array(count) : this.#none;
			return this.#none;
		}
		for (let index = 0; index < count; index++) {
			// New ones have the next numbers.
			if ((numbers[index] ?? 0) > this.#count) {
				this.#add(first + index);
			}
		}
		return numbers;
	}

	#add(row: number): void {
		const {field, isPath, width, derive} = this.#options;
		const kernel = this.#kernel;
		const end = isPath === true ? kernel.pathEnd(row) : kernel.textEnd(field, row);
		const place = ++this.#count * width;
		if (place + width > this.#words.length) {
			const larger = new Int32Array(this.#words.length * 2);
			larger.set(this.#words);
			this.#words = larger;
		}
		this.#words.set(derive(kernel.bytes, kernel.textStart(field, row), end), place);
	}
}

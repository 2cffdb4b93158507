import type {FormatReader} from './format.js';
import {LineTexts, type Needs, textNeeds} from './line-texts.js';

/** What begins colours and JSON: without the colours, or its escapes, a line holds other texts. */
const hidingNeeds: readonly Needs[] = ['\u001B', '#033[', '{'].map(textNeeds);

/** Tells which of some readers may read a line, or what is left of it when something is taken off. */
export class LikelyReaders {
	static readonly #known = new WeakMap<readonly FormatReader[], LikelyReaders>();
	readonly #candidates: readonly FormatReader[];
	readonly #texts = new LineTexts();
	/** Asked of all readers when the first line is looked at. */
	#needs: ReadonlyArray<readonly Needs[] | undefined> | undefined;
	/** For each first byte, 1 in the place of each reader of lines that may begin with it. */
	readonly #begins: Array<Uint8Array | undefined> = [];
	/** The places of the readers that may read the line that was looked at: the first `count` of these. */
	readonly indexes: Uint16Array;
	count = 0;

	private constructor(candidates: readonly FormatReader[]) {
		this.#candidates = candidates;
		this.indexes = new Uint16Array(candidates.length);
	}

	/** Those among some readers. Made once for the same readers: there may be hundreds of files. */
	static of(candidates: readonly FormatReader[]): LikelyReaders {
		const known = LikelyReaders.#known.get(candidates) ?? new LikelyReaders(candidates);
		LikelyReaders.#known.set(candidates, known);
		return known;
	}

	/**
	 * Finds those that may read a part of the line `bytes[start, end)`. `certain`: the place of one that may read anything;
	 * -1: there is none.
	 */
	look(bytes: Buffer, start: number, end: number, certain: number): void {
		this.#texts.look(bytes, start, end);
		this.#needs ??= this.#candidates.map(({needs}) => needs);
		this.count = 0;
		for (let index = 0; index < this.#needs.length; index++) {
			const needs = this.#needs[index];
			if (index === certain || needs === undefined || this.#hasOne(needs)) {
				this.indexes[this.count++] = index;
			}
		}
	}

	/** Whether something may stand in the line that was looked at that hides what else is there. */
	get mayHide(): boolean {
		return this.#hasOne(hidingNeeds);
	}

	/** Takes all for likely. */
	setAll(): void {
		this.count = this.indexes.length;
		for (let index = 0; index < this.count; index++) {
			this.indexes[index] = index;
		}
	}

	/** Whether the reader at a place is one of them. */
	has(place: number): boolean {
		for (let index = 0; index < this.count; index++) {
			if (this.indexes[index] === place) {
				return true;
			}
		}
		return false;
	}

	/** 1 in the place of each reader of lines that may begin with a byte. */
	beginningWith(byte: number): Uint8Array {
		const begins = this.#begins[byte] ?? this.#find(String.fromCharCode(byte));
		this.#begins[byte] = begins;
		return begins;
	}

	#find(first: string): Uint8Array {
		return Uint8Array.from(this.#candidates, ({begins}) => (begins?.includes(first) === false ? 0 : 1));
	}

	#hasOne(all: readonly Needs[]): boolean {
		for (let index = 0; index < all.length; index++) {
			if (this.#texts.has(all[index] ?? [])) {
				return true;
			}
		}
		return false;
	}
}

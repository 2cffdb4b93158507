import {textFields} from '../entries/entry-record.js';
import type {Era} from './era.js';
import type {ToldTexts} from './told-texts.js';

/** So many texts are copied at a time: 3 ms or less, about. */
const textsAtOnce = 8192;

/** Numbers, and how many of them there are: those behind are room for more. */
type Numbers = {known: number; ids: Uint32Array};

/** The numbers that another thread's texts have here. */
export class AdoptedTexts {
	#dictionaries = '';
	#era: Era | undefined;
	#fields: readonly Numbers[] = [];

	/**
	 * Copies texts into the dictionaries of an era, in pieces of some milliseconds. Then, for each of `textFields`, gives
	 * the number that each of the other thread's texts has there, by its number with the other thread; undefined where
	 * texts that were told earlier haven't come.
	 */
	*adopting(texts: ToldTexts, era: Era): Generator<void, readonly Uint32Array[] | undefined> {
		if (texts.dictionaries !== this.#dictionaries || era !== this.#era) {
			this.#dictionaries = texts.dictionaries;
			this.#era = era;
			this.#fields = textFields.map(() => ({known: 0, ids: new Uint32Array(1)}));
		}
		const fields = this.#fields;
		for (const [field, given] of texts.fields.entries()) {
			const numbers = fields[field];
			if (numbers === undefined || numbers.known !== given.before) {
				return undefined;
			}
			const room = roomFor(numbers, given.ends.length);
			for (let first = 0; first < given.ends.length; first += textsAtOnce) {
				era.dictionaries[field]?.adoptSome(given, first, textsAtOnce, room);
				numbers.known = given.before + Math.min(given.ends.length, first + textsAtOnce);
				yield;
			}
		}
		return fields.map(({ids}) => ids);
	}
}

/** Where the numbers of so many more texts go, behind that of the last. */
const roomFor = (numbers: Numbers, more: number): Uint32Array => {
	const needed = numbers.known + more + 1;
	if (needed > numbers.ids.length) {
		const ids = new Uint32Array(Math.max(needed, 2 * numbers.ids.length));
		ids.set(numbers.ids);
		numbers.ids = ids;
	}
	return numbers.ids.subarray(numbers.known);
};

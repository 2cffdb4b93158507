import type {Era} from './era.js';
import type {ToldTexts} from './told-texts.js';

/** So many texts are copied at a time: 3 ms or less, about. */
const textsAtOnce = 8192;

/** Gives texts of another thread their numbers here: lists in the kernel, by the numbers there. */
export class AdoptedTexts {
	#dictionaries = '';
	#era: Era | undefined;

	/**
	 * Copies texts into the dictionaries of an era, in pieces of some milliseconds. Then its kernel has a list, for each of
	 * `textFields`, of the number that each of the other thread's texts has there, by its number with the other thread; false
	 * where texts that were told earlier haven't come, and when the era is over after a piece.
	 */
	*adopting(texts: ToldTexts, era: Era, isOver: () => boolean): Generator<void, boolean> {
		if (texts.dictionaries !== this.#dictionaries || era !== this.#era) {
			this.#era?.forgetListed();
			this.#dictionaries = texts.dictionaries;
			this.#era = era;
			era.forgetListed();
		}
		for (const [field, given] of texts.fields.entries()) {
			const dictionary = era.dictionaries[field];
			if (dictionary?.kernel.exports.listed(field) !== given.before) {
				return false;
			}
			for (let first = 0; first < given.ends.length; first += textsAtOnce) {
				dictionary.adoptListed(given, first, textsAtOnce, field);
				yield;
				if (isOver()) {
					return false;
				}
			}
		}
		return true;
	}
}

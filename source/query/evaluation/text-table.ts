import {type Dictionary, noText} from '../../index/dictionary.js';
import {endIfOverdue} from './overdue.js';

const unknown = 0;
const no = 1;
const yes = 2;

/**
 * What is known of the texts of a dictionary: whether they match. A text is asked about when a row has it that matters,
 * and never again.
 */
export class TextTable {
	readonly #dictionary: Dictionary;
	readonly #isMatch: (id: number) => boolean;
	readonly #isSlow: boolean;
	/** By number: 0 unknown, 1 no, 2 yes. */
	states = new Uint8Array(256).fill(no, noText, noText + 1);

	/** `isMatch` is asked with the numbers of texts of the dictionary; `isSlow`: it may take milliseconds for one. */
	constructor(dictionary: Dictionary, isMatch: (id: number) => boolean, isSlow: boolean) {
		this.#dictionary = dictionary;
		this.#isMatch = isMatch;
		this.#isSlow = isSlow;
	}

	/** Makes room for all texts that there are now. To be called before `states` is looked at. */
	widen(): void {
		const {size} = this.#dictionary;
		if (size >= this.states.length) {
			const wider = new Uint8Array(Math.max(size + 1, this.states.length * 2));
			wider.set(this.states);
			this.states = wider;
		}
	}

	/** Whether the text with that number matches. */
	has(id: number): boolean {
		const state = this.states[id];
		return state === yes || (state === unknown && this.#ask(id));
	}

	#ask(id: number): boolean {
		const isMatch = this.#isMatch(id);
		this.states[id] = isMatch ? yes : no;
		if (this.#isSlow) {
			// Looking at the clock for each of 578,000 URLs takes as long as searching for a part in them.
			endIfOverdue();
		}
		return isMatch;
	}
}

import type {Escapes} from '../../entries/values/decode-text.js';
import {type Dictionary, noText, TextSpan} from '../../index/dictionary.js';

const unknown = 0;
const no = 1;
const yes = 2;

const span = new TextSpan();

/**
 * What is known of the texts of a dictionary: whether they match. A text is asked about when a row has it that matters,
 * and never again.
 */
export class TextTable {
	readonly #dictionary: Dictionary;
	readonly #escapes: Escapes;
	readonly #isMatch: (span: TextSpan, escapes: Escapes) => boolean;
	/** By number: 0 unknown, 1 no, 2 yes. */
	states = new Uint8Array(256).fill(no, noText, noText + 1);

	constructor(
		dictionary: Dictionary,
		escapes: Escapes,
		isMatch: (span: TextSpan, escapes: Escapes) => boolean,
	) {
		this.#dictionary = dictionary;
		this.#escapes = escapes;
		this.#isMatch = isMatch;
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
		this.#dictionary.locate(id, span);
		const isMatch = this.#isMatch(span, this.#escapes);
		this.states[id] = isMatch ? yes : no;
		return isMatch;
	}
}

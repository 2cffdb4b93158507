import {type Dictionary, noText} from '../../index/dictionary.js';
import {RowTable} from '../../wasm/row-table.js';
import {judgement, mostJudged} from '../../wasm/text-matcher.js';
import {endIfOverdue} from './slice.js';

/** What is asked of the texts of a dictionary, by their numbers. */
export type Question = {
	/** Whether a text matches. */
	isMatch(id: number): boolean;
	/**
	 * Judges texts from `first` on, no more than up to `end`: writes a `judgement` for each, in its place, and returns the
	 * number that it has come to.
	 */
	judge?(first: number, end: number, judged: Uint8Array): number;
	/** Whether it may take milliseconds to ask about one. */
	readonly isSlow: boolean;
};

/**
 * So many texts are judged together: few where rows want few of them, twice as many each time where they want those next
 * to one another. For 578,000 texts, all of which were wanted, it takes 5 ms less than with the few.
 */
const [few, many] = [256, mostJudged];

/** Texts that are asked about by themselves until the clock is looked at, which takes a tenth of the time of one. */
const askedAtOnce = 16;

/**
 * What is known of the texts of a dictionary: whether they match. A text is asked about when a row has it that matters,
 * or one of its neighbours, and never again.
 */
export class TextTable {
	/** By number: a `judgement`. */
	readonly table = new RowTable(new Uint8Array(few).fill(judgement.unknown));
	readonly #dictionary: Dictionary;
	readonly #question: Question;
	#asked = 0;
	#block: number = few;

	constructor(dictionary: Dictionary, question: Question) {
		this.#dictionary = dictionary;
		this.#question = question;
		this.table.bytes[noText] = judgement.no;
	}

	/** Makes room for all texts that there are now. To be called before `table` is looked at. */
	widen(): void {
		const {size} = this.#dictionary;
		const room = this.table.bytes.length;
		if (size >= room) {
			this.table.widen(Math.max(size + 1, room * 2), judgement.unknown);
		}
	}

	/** Whether the text with that number matches. */
	has(id: number): boolean {
		const {bytes} = this.table;
		if ((bytes[id] ?? 0) > judgement.yes) {
			this.ask(id);
		}
		return bytes[id] === judgement.yes;
	}

	/** Finds out whether the text with that number matches. */
	ask(id: number): void {
		const {bytes} = this.table;
		if (bytes[id] === judgement.unknown) {
			this.#judgeAround(id);
		}
		if (bytes[id] === judgement.alone) {
			bytes[id] = this.#question.isMatch(id) ? judgement.yes : judgement.no;
			this.table.changed(id, id + 1);
			if (this.#question.isSlow || ++this.#asked % askedAtOnce === 0) {
				endIfOverdue();
			}
		}
	}

	/** Judges a text together with those next to it of which nothing is known either. */
	#judgeAround(id: number): void {
		const {bytes} = this.table;
		const least = id - (id % few);
		let first = id;
		while (first > least && bytes[first - 1] === judgement.unknown) {
			first--;
		}
		const isNext = bytes[first - 1] !== judgement.unknown;
		this.#block = isNext ? Math.min(many, this.#block * 2) : few;
		const most = Math.min(this.#dictionary.size + 1, least + this.#block);
		let end = id + 1;
		while (end < most && bytes[end] === judgement.unknown) {
			end++;
		}
		if (this.#question.judge === undefined) {
			bytes.fill(judgement.alone, first, end);
			this.table.changed(first, end);
			return;
		}
		while (bytes[id] === judgement.unknown) {
			const come = this.#question.judge(first, end, bytes);
			this.table.changed(first, come);
			first = come;
			endIfOverdue();
		}
	}
}

import {type Dictionary, noText} from '../../index/dictionary.js';
import {segmentRows} from '../../index/row-numbers.js';
import {RowTable} from '../../wasm/row-table.js';
import {judgement, maxJudged} from '../../wasm/text-matcher.js';
import {endIfOverdue} from './slice.js';

/** A test of the strings of a dictionary, by their numbers. */
export type Question = {
	/** Returns true if the string matches. */
	isMatch(id: number): boolean;
	/**
	 * Tests strings from `first` up to at most `end`, of at most `maxJudged`: writes a `judgement` for each to `results`, which has
	 * exactly as many elements. Returns the number of the first string that it didn't test.
	 */
	judge?(first: number, end: number, results: Uint8Array): number;
	/** True if a test of one string may take milliseconds. */
	readonly isSlow: boolean;
};

/**
 * Number of strings tested together. A block is small if rows need few of its strings, and doubles each time while they need
 * adjacent ones. If all of 578,000 strings are needed, that takes 5 ms less than small blocks.
 */
const [few, many] = [256, maxJudged];

/** Number of strings tested one by one between two checks of the clock. A check takes 10 % of the time of a test. */
const askedAtOnce = 16;

/** Results that aren't cached. */
const uncached = Buffer.alloc(segmentRows);

/**
 * Results of testing the strings of a dictionary. A string is tested when a row needs it or one of its neighbours, and then the
 * result is cached. Only `resultsOf` doesn't cache results as long as all strings can be judged quickly.
 */
export class TextTable {
	/** A `judgement` for each string, by number. */
	readonly table = new RowTable(new Uint8Array(few).fill(judgement.unknown));
	readonly #dictionary: Dictionary;
	readonly #question: Question;
	#asked = 0;
	#block: number = few;
	/** True if `resultsOf` must cache results. */
	#mustCache = false;

	constructor(dictionary: Dictionary, question: Question) {
		this.#dictionary = dictionary;
		this.#question = question;
		this.table.bytes[noText] = judgement.no;
	}

	/** Grows the table to the current size of the dictionary. Call it before reading `table`. */
	widen(): void {
		const {size} = this.#dictionary;
		const capacity = this.table.bytes.length;
		if (size >= capacity) {
			this.table.widen(Math.max(size + 1, capacity * 2), judgement.unknown);
		}
	}

	/** True if the string with this number matches. */
	has(id: number): boolean {
		const {bytes} = this.table;
		if ((bytes[id] ?? 0) > judgement.yes) {
			this.ask(id);
		}
		return bytes[id] === judgement.yes;
	}

	/**
	 * Tests the strings from `first` up to but excluding `end`, at most the number of rows of a segment. Returns a `judgement` for
	 * each: yes or no. Valid until the next call.
	 */
	resultsOf(first: number, end: number): Buffer {
		return this.#uncachedResults(first, end) ?? this.#cachedResults(first, end);
	}

	/**
	 * Tests strings without a table: for 5 million distinct strings, a table takes longer than the tests. Returns undefined if
	 * results must be cached: some strings must be tested separately, or the time limit was exceeded before and would be exceeded
	 * again.
	 */
	#uncachedResults(first: number, end: number): Buffer | undefined {
		const {judge} = this.#question;
		if (judge === undefined || this.#mustCache) {
			return undefined;
		}
		const results = uncached.subarray(0, end - first);
		results[0] = judgement.no;
		// Set in case `endIfOverdue` throws.
		this.#mustCache = true;
		for (let id = Math.max(first, noText + 1); id < end; ) {
			const max = Math.min(end, id + maxJudged);
			id = judge(id, max, results.subarray(id - first, max - first));
			endIfOverdue();
		}
		this.#mustCache = results.includes(judgement.alone);
		return this.#mustCache ? undefined : results;
	}

	#cachedResults(first: number, end: number): Buffer {
		this.widen();
		const results = this.#results(first, end);
		for (const untested of [judgement.unknown, judgement.alone]) {
			for (let at = results.indexOf(untested); at !== -1; at = results.indexOf(untested, at + 1)) {
				this.ask(first + at);
			}
		}
		return results;
	}

	/** Tests the string with this number unless its result is known. */
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

	/** Tests a string together with adjacent untested strings. */
	#judgeAround(id: number): void {
		const {bytes} = this.table;
		const min = id - (id % few);
		let first = id;
		while (first > min && bytes[first - 1] === judgement.unknown) {
			first--;
		}
		const isNext = bytes[first - 1] !== judgement.unknown;
		this.#block = isNext ? Math.min(many, this.#block * 2) : few;
		const max = Math.min(this.#dictionary.size + 1, min + this.#block);
		const end = this.#nextKnown(id, max);
		if (this.#question.judge === undefined) {
			bytes.fill(judgement.alone, first, end);
			this.table.changed(first, end);
			return;
		}
		while (bytes[id] === judgement.unknown) {
			const judgedEnd = this.#question.judge(first, end, this.#results(first, end));
			this.table.changed(first, judgedEnd);
			first = judgedEnd;
			endIfOverdue();
		}
	}

	/** Returns the number of the first string from `first` on that has been tested; `end` if no string before it has been tested. */
	#nextKnown(first: number, end: number): number {
		const results = this.#results(first, end);
		const indexes = [judgement.no, judgement.yes, judgement.alone].map(known => results.indexOf(known));
		return first + Math.min(results.length, ...indexes.filter(index => index !== -1));
	}

	/** Returns a part of the table as a Buffer, which finds a byte many times as fast as a Uint8Array. */
	#results(first: number, end: number): Buffer {
		const {buffer, byteOffset} = this.table.bytes;
		return Buffer.from(buffer, byteOffset + first, end - first);
	}
}

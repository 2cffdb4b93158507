import type {FormatReader} from './format.js';
import {LineTexts, type Needs, textNeeds} from './line-texts.js';

/** What begins colours and JSON: without the colours, or its escapes, a line holds other texts. */
const hidingNeeds: readonly Needs[] = ['\u001B', '#033[', '{'].map(textNeeds);

/** Needs of readers that have a part in common: where that is missing, none of them is met. */
type NeedsGroup = {readonly shared: Needs; readonly all: readonly Needs[]};

const noGroup: NeedsGroup = {shared: [], all: []};

/** All that some readers need, in few groups: noise comes in many lines, and meets hardly any. */
function groupedNeeds(readers: readonly FormatReader[]): readonly NeedsGroup[] {
	const groups = new Map<number | undefined, Needs[]>();
	for (const need of readers.flatMap(({needs = [[]]}) => needs)) {
		// The first part of most is the first sign of the format, the last one is a rarer one.
		const shared = need.at(-1);
		groups.set(shared, [...(groups.get(shared) ?? []), need]);
	}
	return Array.from(groups, ([shared, all]) => ({shared: shared === undefined ? [] : [shared], all}));
}

/** Answers of `mayBegin`. */
const [unknown, may, never] = [0, 1, 2];

/** Tells which of some readers may read a line, or what is left of it when something is taken off. */
export class LikelyReaders {
	static readonly #known = new WeakMap<readonly FormatReader[], LikelyReaders>();
	readonly #candidates: readonly FormatReader[];
	readonly #texts = new LineTexts();
	/** For each first byte, an answer in the place of each reader. */
	readonly #begins: Array<Uint8Array | undefined> = [];
	/** The place of the reader that may read the line that was looked at whatever is in it; -1: there is none. */
	#certain = -1;
	/** Whether all are taken for likely. */
	#areAll = false;
	/** What the readers need, made when a line is likely noise. */
	#allNeeds: readonly NeedsGroup[] | undefined;

	private constructor(candidates: readonly FormatReader[]) {
		this.#candidates = candidates;
	}

	/** Those among some readers. Made once for the same readers: there may be hundreds of files. */
	static of(candidates: readonly FormatReader[]): LikelyReaders {
		const known = LikelyReaders.#known.get(candidates) ?? new LikelyReaders(candidates);
		LikelyReaders.#known.set(candidates, known);
		return known;
	}

	/**
	 * Looks at the line `bytes[start, end)`. `certain`: the place of a reader that may read anything; -1: there is none.
	 */
	look(bytes: Buffer, start: number, end: number, certain: number): void {
		this.#texts.look(bytes, start, end);
		this.#certain = certain;
		this.#areAll = false;
	}

	/** Whether something may stand in the line that was looked at that hides what else is there. */
	get mayHide(): boolean {
		return this.#hasOne(hidingNeeds);
	}

	/** Takes all for likely. */
	setAll(): void {
		this.#areAll = true;
	}

	/**
	 * Whether the reader at a place may read the line that was looked at, or a part of it. What a reader needs is found out
	 * when it is asked first: finding out all took 6 ms of the start.
	 */
	has(place: number): boolean {
		const needs = this.#candidates[place]?.needs;
		return this.#areAll || place === this.#certain || needs === undefined || this.#hasOne(needs);
	}

	/** Whether any reader may read it. */
	hasAny(): boolean {
		if (this.#areAll || this.#certain !== -1) {
			return true;
		}
		if (this.#allNeeds === undefined) {
			// A log that begins with requests needs no groups: making them takes 7 ms.
			if (this.#candidates.some((_, place) => this.has(place))) {
				return true;
			}
			this.#allNeeds = groupedNeeds(this.#candidates);
		}
		for (let index = 0; index < this.#allNeeds.length; index++) {
			const {shared, all} = this.#allNeeds[index] ?? noGroup;
			if (this.#texts.has(shared) && this.#hasOne(all)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether lines of the reader at a place may begin with a byte. Found out when it is asked first: asking all readers took
	 * 4 ms of the start.
	 */
	mayBegin(place: number, byte: number): boolean {
		let answers = this.#begins[byte];
		if (answers === undefined) {
			answers = new Uint8Array(this.#candidates.length);
			this.#begins[byte] = answers;
		}
		if (answers[place] === unknown) {
			const {begins} = this.#candidates[place] ?? {};
			answers[place] = begins?.includes(String.fromCharCode(byte)) === false ? never : may;
		}
		return answers[place] === may;
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

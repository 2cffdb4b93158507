import {EntryIndex} from './entry-index.js';
import {indexLimits} from './index-limits.js';
import {matchingRows} from './matching-rows.js';
import type {RowFilter} from './row-bits.js';
import type {Segment} from './segment.js';

/**
 * Where more than one row in so many matches, a segment stays as it is: a row that is copied takes a hundred times as long
 * as one that is read.
 */
const rowsForOne = 32;

/** What texts may take before they go with all but the entries that match, bytes: those of a GB of usual log, about. */
const usualTexts = 32 << 20;

/** The limits where nothing goes: there is one era, in which each text is kept once. */
const unlimited = indexLimits(Number.POSITIVE_INFINITY);

/**
 * Holds the entries that match a search alone, where nothing else is asked for, and of the others nothing but their number:
 * where few match, a log of any size takes no memory.
 */
export class MatchingIndex extends EntryIndex {
	readonly #matching: () => RowFilter;
	readonly #texts: number;
	/** At how many bytes of texts an era ends: sooner only where most of what is read goes. */
	readonly #era: {most: number};
	/** Segments of which nothing goes any more. */
	readonly #done = new WeakSet<Segment>();
	/** How many segments there were when they were looked at. */
	#looked = 0;
	#passed = 0;

	/** `matching` gives the entries that match of those held, as of now. */
	constructor(matching: () => RowFilter, texts: number = usualTexts) {
		const era = {most: unlimited.era(Number.POSITIVE_INFINITY)};
		super({...unlimited, era: () => era.most});
		this.#era = era;
		this.#texts = texts;
		this.#matching = matching;
	}

	/** All entries, those included that aren't held. */
	override get count(): number {
		return super.count + this.#passed;
	}

	override evict(cap: number): boolean {
		this.#passOver();
		return super.evict(cap);
	}

	/**
	 * Another one is begun when one is sealed. Called with each chunk that is read: looking at all took a tenth of the
	 * time.
	 */
	#passOver(): void {
		if (this.#segments === this.#looked) {
			return;
		}
		const due = this.eras.flatMap(({segments}) =>
			segments.filter(segment => segment.sealed && !this.#done.has(segment)),
		);
		const matching = this.#matching();
		for (const segment of due) {
			const wanted = matching.countOf(segment);
			this.#done.add(segment);
			if (wanted * rowsForOne <= segment.rows) {
				this.#passed += segment.rows - wanted;
				const copy = this.pick(segment, matchingRows(segment, matching.of(segment)));
				if (copy !== undefined) {
					this.#done.add(copy);
				}
			}
		}
		this.#looked = this.#segments;
		if (this.#passed > super.count) {
			this.#era.most = this.#texts;
		}
	}

	get #segments(): number {
		return this.eras.reduce((sum, {segments}) => sum + segments.length, 0);
	}
}

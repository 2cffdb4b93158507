import {textFields} from '../entries/entry-record.js';
import {newDictionaries} from './dictionary.js';
import type {Segment} from './segment.js';

/**
 * Segments that were begun around the same time, and the dictionaries of their texts. A dictionary can't forget single
 * texts: an epoch goes as a whole, once all of its entries are gone.
 */
export class Epoch {
	/** A dictionary for each of `textFields`. */
	readonly dictionaries = newDictionaries(textFields.length);
	#segments: Segment[] = [];
	/** Entries held when it was closed. */
	#heldAtClose = 0;

	/** In the order in which they were added. */
	get segments(): readonly Segment[] {
		return this.#segments;
	}

	/** Bytes of memory that its texts take. */
	get memory(): number {
		return this.dictionaries[0]?.kernel.used ?? 0;
	}

	/** How much of that is for entries that have been let go since it was closed, about. */
	get garbage(): number {
		return this.#heldAtClose === 0 ? 0 : this.memory * (1 - this.#held / this.#heldAtClose);
	}

	/** Takes an empty segment, or one whose texts are numbered here; returns it. */
	add(segment: Segment): Segment {
		this.#segments.push(segment);
		return segment;
	}

	/** Adds segments whose texts are numbered here. */
	addAll(segments: readonly Segment[]): void {
		this.#segments.push(...segments);
	}

	/** Gives segments up. */
	remove(gone: ReadonlySet<Segment>): void {
		this.#segments = this.#segments.filter(segment => !gone.has(segment));
	}

	/** Gives the memory of its texts back, once none of its segments is in use. */
	release(): void {
		for (const dictionary of this.dictionaries) {
			dictionary.release();
		}
	}

	/** What is numbered elsewhere isn't numbered here any more: see `AdoptedTexts`. */
	forgetListed(): void {
		const [dictionary] = this.dictionaries;
		if (dictionary !== undefined && !dictionary.isReleased) {
			dictionary.kernel.exports.clearLists();
		}
	}

	/** No more rows will come, in none of its segments. */
	close(): void {
		for (const segment of this.segments) {
			segment.seal();
		}
		this.#heldAtClose = this.#held;
	}

	get #held(): number {
		return this.segments.reduce((sum, {held}) => sum + held, 0);
	}
}

import {textFields} from '../fields/fields.js';
import {newDictionaries} from './dictionary.js';
import type {Segment} from './segment.js';

/**
 * Segments started around the same time, with the dictionaries of their strings. A dictionary can't drop single strings, so an
 * epoch is freed as a unit once all its entries are evicted.
 */
export class Epoch {
	/** A dictionary for each of `textFields`. */
	readonly dictionaries = newDictionaries(textFields.length);
	#segments: Segment[] = [];
	/** Number of stored entries at the time of closing. */
	#heldAtClose = 0;

	/** The segments, oldest first. */
	get segments(): readonly Segment[] {
		return this.#segments;
	}

	/** Bytes of memory that its strings take. */
	get memory(): number {
		return this.dictionaries[0]?.kernel.used ?? 0;
	}

	/** Approximate bytes of the strings of entries evicted since the epoch was closed. */
	get garbage(): number {
		return this.#heldAtClose === 0 ? 0 : this.memory * (1 - this.#held / this.#heldAtClose);
	}

	/** Adds a segment that is empty or uses this epoch's dictionaries, and returns it. */
	add(segment: Segment): Segment {
		this.#segments.push(segment);
		return segment;
	}

	/** Adds segments that use this epoch's dictionaries. */
	addAll(segments: readonly Segment[]): void {
		this.#segments.push(...segments);
	}

	/** Removes segments. */
	remove(gone: ReadonlySet<Segment>): void {
		this.#segments = this.#segments.filter(segment => !gone.has(segment));
	}

	/** Frees the memory of its strings. None of its segments may be in use. */
	release(): void {
		for (const dictionary of this.dictionaries) {
			dictionary.release();
		}
	}

	/** Clears the kernel's lists that map ids of other dictionaries to ids of this epoch: see `AdoptedTexts`. */
	forgetListed(): void {
		const [dictionary] = this.dictionaries;
		if (dictionary !== undefined && !dictionary.isReleased) {
			dictionary.kernel.exports.clearLists();
		}
	}

	/** Closes the epoch. No rows may be added to its segments afterwards. */
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

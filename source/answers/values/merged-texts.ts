import type {Dictionary} from '../../index/dictionary.js';
import {TextSpan} from '../../wasm/text-span.js';
import type {Scan} from '../scan.js';

/** How many entries have each text of a dictionary, by its number. Each text is printed as it stands there. */
export type PlainCounts = {readonly dictionary: Dictionary; readonly counts: Uint32Array};

const span = new TextSpan();
const other = new TextSpan();

/** Counts of texts of several dictionaries, those of the same text put together. An open hash table of their hashes. */
export class MergedTexts {
	readonly #parts: readonly PlainCounts[];
	/** By hash: a place in the lists below, and one; 0 is free. */
	readonly #slots: Uint32Array;
	/** Which of the parts a text is of, and its number there. */
	readonly #partOf: Uint16Array;
	readonly #idOf: Uint32Array;
	readonly #counts: Uint32Array;
	#size = 0;

	/** Room for so many different texts. */
	constructor(parts: readonly PlainCounts[], most: number) {
		this.#parts = parts;
		this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
		this.#partOf = new Uint16Array(most);
		this.#idOf = new Uint32Array(most);
		this.#counts = new Uint32Array(most);
	}

	/** How many different texts there are. */
	get size(): number {
		return this.#size;
	}

	/**
	 * Adds the counts of a part, those from `least` to `largest`; of no more than `most` texts. Returns of how many.
	 * Where each is now, is written to `places`, if there are any: by number, 1 more than the place.
	 */
	async addAll(
		scan: Scan,
		part: number,
		{least = 1, largest = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY} = {},
		places?: Uint32Array,
	): Promise<number> {
		const {dictionary, counts} = this.#parts[part] ?? {};
		if (dictionary === undefined || counts === undefined) {
			return 0;
		}
		let added = 0;
		for (let id = 1; id < counts.length && added < most; id++) {
			const count = counts[id] ?? 0;
			if (count >= least && count <= largest && !dictionary.isReleased) {
				const place = this.#add(dictionary, part, id, count);
				if (places !== undefined) {
					places[id] = place + 1;
				}
				added++;
			}
			if (scan.isOverAfterStep()) {
				await scan.rest();
			}
		}
		return added;
	}

	/**
	 * Calls `visit` with each text's dictionary and number there, its count and its place; not with those that are gone.
	 */
	async each(
		scan: Scan,
		visit: (dictionary: Dictionary, id: number, count: number, place: number) => void,
	): Promise<void> {
		for (let place = 0; place < this.#size; place++) {
			const dictionary = this.#parts[this.#partOf[place] ?? 0]?.dictionary;
			if (dictionary !== undefined && !dictionary.isReleased) {
				visit(dictionary, this.#idOf[place] ?? 0, this.#counts[place] ?? 0, place);
			}
			if (scan.isOverAfterStep()) {
				await scan.rest();
			}
		}
	}

	/** Returns the place. */
	#add(dictionary: Dictionary, part: number, id: number, count: number): number {
		const slots = this.#slots;
		const mask = slots.length - 1;
		for (let slot = dictionary.hash(id) & mask; ; slot = (slot + 1) & mask) {
			const place = (slots[slot] ?? 0) - 1;
			if (place === -1) {
				slots[slot] = ++this.#size;
				this.#partOf[this.#size - 1] = part;
				this.#idOf[this.#size - 1] = id;
				this.#counts[this.#size - 1] = count;
				return this.#size - 1;
			}
			if (this.#isAt(place, dictionary, part, id)) {
				this.#counts[place] = (this.#counts[place] ?? 0) + count;
				return place;
			}
		}
	}

	#isAt(place: number, dictionary: Dictionary, part: number, id: number): boolean {
		const ownPart = this.#partOf[place] ?? 0;
		const own = this.#parts[ownPart]?.dictionary;
		const ownId = this.#idOf[place] ?? 0;
		// Texts of one dictionary are different ones.
		if (own === undefined || ownPart === part || own.isReleased || own.hash(ownId) !== dictionary.hash(id)) {
			return false;
		}
		dictionary.locate(id, span);
		own.locate(ownId, other);
		return span.bytes.compare(other.bytes, other.start, other.end, span.start, span.end) === 0;
	}
}

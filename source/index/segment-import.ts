import {textFields} from '../entries/entry-record.js';
import type {SharedArena} from '../wasm/shared-arena.js';
import {type Dictionary, type DictionaryExtent, newDictionaries, nothing, type Texts} from './dictionary.js';
import type {Epoch} from './epoch.js';
import type {Epochs} from './epochs.js';
import {Segment, type SegmentParts} from './segment.js';

/**
 * Segments of one stretch of a file with those of their texts that are new, as plain data that one thread can hand to
 * another.
 */
export type Block = {
	readonly segments: readonly SegmentParts[];
	readonly texts: ToldTexts;
	/** Entries that weren't wanted. */
	readonly passed: number;
};

/** Texts that one thread tells another: of each of `textFields` those behind the first `before`, which it has told. */
export type ToldTexts = {
	/** Which dictionaries have them: those of a thread, until it begins anew. */
	readonly dictionaries: string;
	readonly fields: ReadonlyArray<Texts & {readonly before: number}>;
};

/**
 * Dictionaries of a thread that reads for another, which is told each text once. Measured with 1.2 GB of log: with
 * new dictionaries for each block of it, the other thread looked texts up for a seventh of its time.
 */
export class TellingDictionaries {
	readonly #name: string;
	readonly #mostMemory: number;
	#renewed = 0;
	#dictionaries = newDictionaries(textFields.length);
	#told = none();

	/** `name` must be that of no others; with more than `mostMemory` bytes of texts they are begun anew. */
	constructor(name: string, mostMemory: number) {
		this.#name = name;
		this.#mostMemory = mostMemory;
	}

	/** What the texts that come next are looked up in; `isLost`: the other thread doesn't know what it was told. */
	next(isLost: boolean): readonly Dictionary[] {
		const [first] = this.#dictionaries;
		if (isLost || (first?.kernel.used ?? 0) > this.#mostMemory) {
			for (const dictionary of this.#dictionaries) {
				dictionary.release();
			}
			this.#renewed++;
			this.#dictionaries = newDictionaries(textFields.length);
			this.#told = none();
		}
		return this.#dictionaries;
	}

	/** The texts that haven't been told yet, in arrays made in the room. */
	tell(room: SharedArena): ToldTexts {
		const fields = this.#dictionaries.map((dictionary, field) => {
			const told = this.#told[field] ?? nothing;
			return {...dictionary.texts(room, told), before: told.count};
		});
		this.#told = this.#dictionaries.map(({extent}) => extent);
		return {dictionaries: `${this.#name}-${this.#renewed}`, fields};
	}
}

function none(): DictionaryExtent[] {
	return textFields.map(() => nothing);
}

/** So many texts are copied at a time: 3 ms or less, about. */
const textsAtOnce = 8192;

/** Gives texts of another thread their numbers here: lists in the kernel, by the numbers there. */
export class AdoptedTexts {
	#dictionaries = '';
	#epoch: Epoch | undefined;

	/**
	 * Copies texts into the dictionaries of an epoch, in pieces of some milliseconds. Then its kernel has a list, for each of
	 * `textFields`, of the number that each of the other thread's texts has there, by its number with the other thread; false
	 * where texts that were told earlier haven't come, and when the epoch is over after a piece.
	 */
	*adopting(texts: ToldTexts, epoch: Epoch, isOver: () => boolean): Generator<void, boolean> {
		if (texts.dictionaries !== this.#dictionaries || epoch !== this.#epoch) {
			this.#epoch?.forgetListed();
			this.#dictionaries = texts.dictionaries;
			this.#epoch = epoch;
			epoch.forgetListed();
		}
		for (const [field, given] of texts.fields.entries()) {
			const dictionary = epoch.dictionaries[field];
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

/** Takes over what another thread has read, into the current epoch. */
export class Adoption {
	readonly #epochs: Epochs;
	readonly #texts = new AdoptedTexts();

	constructor(epochs: Epochs) {
		this.#epochs = epochs;
	}

	/** See `EntryIndex.adopting`. */
	*adopting(file: number, block: Block): Generator<void, boolean> {
		const epoch = this.#epochs.current;
		const isOver = (): boolean => this.#epochs.current !== epoch;
		const segments = yield* this.#taking(file, block, epoch, isOver);
		if (segments === undefined) {
			this.#epochs.dropUnused();
			return false;
		}
		epoch.addAll(segments);
		return true;
	}

	/** Makes segments of a block with the numbers that its texts have in an epoch; undefined when that is over meanwhile. */
	*#taking(
		file: number,
		{segments, texts}: Block,
		epoch: Epoch,
		isOver: () => boolean,
	): Generator<void, readonly Segment[] | undefined> {
		if (!(yield* this.#texts.adopting(texts, epoch, isOver))) {
			return undefined;
		}
		const origin = {file, live: false, dictionaries: epoch.dictionaries};
		const taken: Segment[] = [];
		for (const parts of segments) {
			taken.push(Segment.from(origin, parts));
			yield;
			if (isOver()) {
				return undefined;
			}
		}
		return taken;
	}
}

import {textFields} from '../fields/fields.js';
import type {SharedArena} from '../wasm/shared-arena.js';
import {type Dictionary, type DictionaryExtent, newDictionaries, nothing, type Texts} from './dictionary.js';
import type {Epoch} from './epoch.js';
import type {Epochs} from './epochs.js';
import {Segment, type SegmentParts} from './segment.js';

/** Segments of one range of a file with their new strings, as plain data that can be transferred between threads. */
export type Block = {
	readonly segments: readonly SegmentParts[];
	readonly texts: SentTexts;
	/** Number of unwanted entries. */
	readonly passed: number;
};

/** Strings that one thread sends to another: for each of `textFields`, the strings after the first `before`, which were sent earlier. */
export type SentTexts = {
	/** Name of the sending thread's dictionaries. It changes when they are replaced. */
	readonly dictionaries: string;
	readonly fields: ReadonlyArray<Texts & {readonly before: number}>;
};

/**
 * Dictionaries of a thread that reads for another thread and sends it each string once. With new dictionaries for each block of a
 * 1.2 GB log, the receiving thread spent 1/7 of its time on lookups.
 */
export class SendingDictionaries {
	readonly #name: string;
	readonly #maxMemory: number;
	#renewed = 0;
	#dictionaries = newDictionaries(textFields.length);
	#sent = none();

	/** Creates empty dictionaries. `name` must be unique. They are replaced when their strings exceed `maxMemory` bytes. */
	constructor(name: string, maxMemory: number) {
		this.#name = name;
		this.#maxMemory = maxMemory;
	}

	/** Returns the dictionaries for the next strings. Replaces them if `isLost`: the receiver has lost the strings sent before. */
	next(isLost: boolean): readonly Dictionary[] {
		const [first] = this.#dictionaries;
		if (isLost || (first?.kernel.used ?? 0) > this.#maxMemory) {
			for (const dictionary of this.#dictionaries) {
				dictionary.release();
			}
			this.#renewed++;
			this.#dictionaries = newDictionaries(textFields.length);
			this.#sent = none();
		}
		return this.#dictionaries;
	}

	/** Returns the strings that haven't been sent, in arrays allocated in `arena`. */
	takeNew(arena: SharedArena): SentTexts {
		const fields = this.#dictionaries.map((dictionary, field) => {
			const sent = this.#sent[field] ?? nothing;
			return {...dictionary.texts(arena, sent), before: sent.count};
		});
		this.#sent = this.#dictionaries.map(({extent}) => extent);
		return {dictionaries: `${this.#name}-${this.#renewed}`, fields};
	}
}

function none(): DictionaryExtent[] {
	return textFields.map(() => nothing);
}

/** Number of strings copied per step: at most about 3 ms. */
const textsAtOnce = 8192;

/** Maps ids of the other thread's strings to ids here, with lists in the kernel indexed by the other thread's ids. */
export class AdoptedTexts {
	#dictionaries = '';
	#epoch: Epoch | undefined;

	/**
	 * Copies strings into the dictionaries of an epoch, in steps of a few milliseconds. Afterwards the epoch's kernel has, for each
	 * of `textFields`, a list of the ids here, indexed by the other thread's ids. Returns false if strings sent earlier are
	 * missing, or if the epoch has ended after a step.
	 */
	*adopting(texts: SentTexts, epoch: Epoch, isOver: () => boolean): Generator<void, boolean> {
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

/** Adopts the blocks of another thread into the current epoch. */
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

	/**
	 * Creates segments of a block with the string ids of an epoch. Returns undefined if the epoch ends before that or strings are
	 * missing.
	 */
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

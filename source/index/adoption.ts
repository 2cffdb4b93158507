import {AdoptedTexts} from './adopted-texts.js';
import type {Block} from './block.js';
import type {Era} from './era.js';
import type {Eras} from './eras.js';
import {Segment} from './segment.js';

/** Takes over what another thread has read, into the current era. */
export class Adoption {
	readonly #eras: Eras;
	readonly #texts = new AdoptedTexts();

	constructor(eras: Eras) {
		this.#eras = eras;
	}

	/** See `EntryIndex.adopting`. */
	*adopting(file: number, block: Block): Generator<void, boolean> {
		const era = this.#eras.current;
		const isOver = (): boolean => this.#eras.current !== era;
		const segments = yield* this.#taking(file, block, era, isOver);
		if (segments === undefined) {
			this.#eras.dropUnused();
			return false;
		}
		era.addAll(segments);
		return true;
	}

	/** Makes segments of a block with the numbers that its texts have in an era; undefined when that is over meanwhile. */
	*#taking(
		file: number,
		{segments, texts}: Block,
		era: Era,
		isOver: () => boolean,
	): Generator<void, readonly Segment[] | undefined> {
		if (!(yield* this.#texts.adopting(texts, era, isOver))) {
			return undefined;
		}
		const origin = {file, live: false, dictionaries: era.dictionaries};
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

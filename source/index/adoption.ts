import {AdoptedTexts} from './adopted-texts.js';
import type {Block} from './block.js';
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
	*adopting(file: number, {segments, texts}: Block): Generator<void, boolean> {
		const era = this.#eras.current;
		const origin = {file, live: false, dictionaries: era.dictionaries};
		const isOver = (): boolean => this.#eras.current !== era;
		const numbering = this.#texts.adopting(texts, era);
		let numbered = numbering.next();
		for (; numbered.done !== true; numbered = numbering.next()) {
			yield;
			if (isOver()) {
				this.#eras.dropUnused();
				return false;
			}
		}
		if (!numbered.value) {
			return false;
		}
		const copies: Segment[] = [];
		for (const parts of segments) {
			copies.push(Segment.from(origin, parts));
			yield;
			if (isOver()) {
				this.#eras.dropUnused();
				return false;
			}
		}
		era.addAll(copies);
		return true;
	}
}

import type {FormatReader, Shape} from './format.js';
import {LineTexts, type Needs, textNeeds} from './line-texts.js';
import {methods} from './unreadable.js';

/** Needs of escape codes and JSON. If a line meets one, it contains other strings once it is unwrapped. */
const hidingNeeds: readonly Needs[] = ['\u001B', '#033[', '{'].map(textNeeds);

const requestSigns: readonly Needs[] = [...methods, '://', '="/'].map(textNeeds);

/** Needs of readers that share one element. If a line lacks it, it meets none of them. */
type NeedsGroup = {readonly shared: Needs; readonly all: readonly Needs[]};

const noGroup: NeedsGroup = {shared: [], all: []};

/** A shape, and the index of its reader. */
type IndexedShape = Shape & {readonly index: number};

/** The shapes of a reader, and their shared needs. A line that doesn't meet these has no such shape. */
type ShapeGroup = {readonly shared: Needs; readonly all: readonly IndexedShape[]};

function groupedShapes(readers: readonly FormatReader[]): readonly ShapeGroup[] {
	return readers.flatMap(({shapes = [{needs: []}]}, index) => {
		const [first] = shapes;
		const shared = first?.needs.filter(need => shapes.every(({needs}) => needs.includes(need))) ?? [];
		const all = shapes.map(({needs, begins}) => ({
			needs: needs.filter(need => !shared.includes(need)),
			begins,
			index,
		}));
		// The last need is the rarest.
		return shapes.length === 0 ? [] : [{shared: shared.toReversed(), all}];
	});
}

/** Groups the needs of readers. Noise often spans many lines and meets hardly any needs, so a few groups rule it out quickly. */
function groupedNeeds(readers: readonly FormatReader[]): readonly NeedsGroup[] {
	const groups = new Map<number | undefined, Needs[]>();
	for (const need of readers.flatMap(({needs = [[]]}) => needs)) {
		// The first element of most needs is the first character of the format; the last one is rarer.
		const shared = need.at(-1);
		groups.set(shared, [...(groups.get(shared) ?? []), need]);
	}
	return Array.from(groups, ([shared, all]) => ({shared: shared === undefined ? [] : [shared], all}));
}

/** Determines which of some readers could read a line, or its rest after a prefix. */
export class LikelyReaders {
	static readonly #known = new WeakMap<readonly FormatReader[], LikelyReaders>();
	readonly #candidates: readonly FormatReader[];
	readonly #texts = new LineTexts();
	/** Index of the reader that could read the scanned line regardless of its content, or -1. */
	#certain = -1;
	/** True if all readers count as likely. */
	#areAll = false;
	/** True if the line may have parts that can't be read. */
	isTolerant = false;
	/** Needs of all readers, built when a line is probably noise. */
	#allNeeds: readonly NeedsGroup[] | undefined;
	/** Shapes of all readers, built for the first line that may be a request with a part that can't be read. */
	#allShapes: readonly ShapeGroup[] | undefined;
	/** The shapes of the scanned line. */
	readonly #met: IndexedShape[] = [];

	private constructor(candidates: readonly FormatReader[]) {
		this.#candidates = candidates;
	}

	/** Returns the instance for `candidates`, shared because there may be hundreds of files. */
	static of(candidates: readonly FormatReader[]): LikelyReaders {
		const known = LikelyReaders.#known.get(candidates) ?? new LikelyReaders(candidates);
		LikelyReaders.#known.set(candidates, known);
		return known;
	}

	/** Scans the line `bytes[start, end)`. `certain`: index of a reader that could read any line, or -1. */
	scan(bytes: Buffer, start: number, end: number, certain: number): void {
		this.#texts.scan(bytes, start, end);
		if (this.isTolerant) {
			this.findShapes(bytes, start, end);
		}
		this.#certain = certain;
		this.#areAll = false;
	}

	/** Determines the shapes of the scanned line `bytes[start, end)`. Returns false if it has no sign of a request. */
	findShapes(bytes: Buffer, start: number, end: number): boolean {
		const mayBeRequest = this.#texts.addRequests(bytes, start, end);
		this.#allShapes ??= groupedShapes(this.#candidates);
		if (this.#met.length > 0) {
			this.#met.length = 0;
		}
		for (let index = 0; index < this.#allShapes.length; index++) {
			const group = this.#allShapes[index];
			if (group !== undefined && this.#texts.has(group.shared)) {
				for (const shape of group.all) {
					if (this.#texts.has(shape.needs)) {
						this.#met.push(shape);
					}
				}
			}
		}
		return mayBeRequest;
	}

	/** True if the scanned line could contain a common method, or another sign of a request. */
	get mayBeRequest(): boolean {
		return this.#areAll || this.#hasOne(requestSigns);
	}

	/** True if the scanned line could contain escape codes or JSON that hide other strings. */
	get mayHide(): boolean {
		return this.#hasOne(hidingNeeds);
	}

	/** Marks all readers as likely. */
	setAll(): void {
		this.#areAll = true;
	}

	/**
	 * Checks that the reader at an index could read the scanned line, or a part of it. The needs of a reader are computed on first
	 * use: computing all took 6 ms of the start.
	 */
	has(index: number): boolean {
		const needs = this.#candidates[index]?.needs;
		return this.#areAll || index === this.#certain || needs === undefined || this.#hasOne(needs);
	}

	/**
	 * Returns the indexes of the readers that could read the scanned line, or a rest of it that starts with a byte, if a part of it
	 * can't be read.
	 */
	shaped(byte: number): readonly number[] {
		if (this.#areAll) {
			return [...this.#candidates.keys()];
		}
		const first = String.fromCharCode(byte);
		const found = this.#met.filter(({begins}) => begins?.includes(first) !== false).map(({index}) => index);
		if (this.#certain !== -1) {
			found.push(this.#certain);
		}
		return found.length < 2 ? found : [...new Set(found)].sort((a, b) => a - b);
	}

	/** Checks that at least one reader could read the scanned line. */
	hasAny(): boolean {
		if (this.#areAll || this.#certain !== -1) {
			return true;
		}
		if (this.isTolerant) {
			return this.#met.length > 0;
		}
		if (this.#allNeeds === undefined) {
			// A log that starts with requests needs no groups. Building them takes 7 ms.
			if (this.#candidates.some((_, index) => this.has(index))) {
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

	/** Checks that lines of the reader at an index can start with a byte. */
	mayBegin(index: number, byte: number): boolean {
		if (this.isTolerant) {
			return true;
		}
		return this.#candidates[index]?.begins?.includes(String.fromCharCode(byte)) !== false;
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

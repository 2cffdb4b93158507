/** Takes the offsets of lines that no format reads. */
export type OffsetSink = {
	/** Called for each such line: nothing is allocated. */
	add(offset: number): void;
};

/** Where a line stands: the number of its log, and the offset of its first byte. */
export type LinePlace = {readonly log: number; readonly offset: number};

/** The last offsets of a stretch of the past, in the order of the file. `time` is the newest in it, or -Infinity. */
export type BackfillOffsets = {readonly log: number; readonly time: number; readonly offsets: Float64Array};

/** How many are known: more than anyone looks through, and 20 KB. */
export const maxPlaces = 1000;

/**
 * Remembers where the newest lines stand that no format reads, as numbers only, and so many at most: a log of any
 * size that has nothing else takes no more memory. What was written while we watch is newer than all that is past.
 */
export class UnrecognisedPlaces {
	readonly #logs = new Uint32Array(maxPlaces);
	readonly #offsets = new Float64Array(maxPlaces);
	/** How many were written while we watch; the last ones are in the arrays, each at its number modulo their length. */
	#written = 0;
	/** Newest first. */
	#past: readonly BackfillOffsets[] = [];

	/** What takes the offsets of what is written to a log. */
	written(log: number): OffsetSink {
		return {
			add: offset => {
				const place = this.#written++ % maxPlaces;
				this.#logs[place] = log;
				this.#offsets[place] = offset;
			},
		};
	}

	/** Takes those of a stretch of the past, in whatever order the stretches come. */
	addBackfill(stretch: BackfillOffsets): void {
		let room = maxPlaces;
		this.#past = [...this.#past, stretch].sort(newestFirst).flatMap(other => {
			const offsets = room > 0 ? other.offsets.slice(-room) : new Float64Array();
			room -= offsets.length;
			return offsets.length > 0 ? [{...other, offsets}] : [];
		});
	}

	/** The newest so many, newest first. */
	newest(limit: number): LinePlace[] {
		const places: LinePlace[] = [];
		const oldest = Math.max(0, this.#written - maxPlaces);
		for (let number = this.#written - 1; number >= oldest && places.length < limit; number--) {
			const place = number % maxPlaces;
			places.push({log: this.#logs[place] ?? 0, offset: this.#offsets[place] ?? 0});
		}
		for (const {log, offsets} of this.#past) {
			const wanted = offsets.slice(-Math.max(1, limit - places.length)).reverse();
			places.push(...Array.from(wanted, offset => ({log, offset})));
		}
		return places.slice(0, limit);
	}
}

function newestFirst(a: BackfillOffsets, b: BackfillOffsets): number {
	if (a.time !== b.time) {
		return a.time < b.time ? 1 : -1;
	}
	return b.log - a.log || (b.offsets.at(-1) ?? 0) - (a.offsets.at(-1) ?? 0);
}

/** Keeps the last offsets that it is given, up to `maxPlaces`. Takes no memory before the first. */
export class LastOffsets implements OffsetSink {
	#offsets: Float64Array | undefined;
	#count = 0;

	add(offset: number): void {
		this.#offsets ??= new Float64Array(maxPlaces);
		this.#offsets[this.#count++ % maxPlaces] = offset;
	}

	/** Gives those kept away, in the order in which they came. */
	take(): Float64Array<ArrayBuffer> {
		const count = this.#count;
		const first = Math.max(0, count - maxPlaces);
		this.#count = 0;
		return Float64Array.from(
			{length: count - first},
			(_, index) => this.#offsets?.[(first + index) % maxPlaces] ?? 0,
		);
	}
}

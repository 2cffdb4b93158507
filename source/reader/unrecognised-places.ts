/** Takes the offsets of lines that no format matches. */
export type OffsetSink = {
	/** Called for each such line, so it must not allocate. */
	add(offset: number): void;
};

/** Position of a line: the number of its log and the offset of its first byte. */
export type LinePlace = {readonly log: number; readonly offset: number};

/** The last offsets in a part of the backfill, ascending. `time` is the newest time in that part, or -Infinity. */
export type BackfillOffsets = {readonly log: number; readonly time: number; readonly offsets: Float64Array};

/** Maximum number of stored positions: more than users read, and 20 KB. */
export const maxPlaces = 1000;

/**
 * Stores the positions of the newest lines that no format matches. Stores at most `maxPlaces` numbers, so memory is constant even
 * if no line of a large log matches. Live lines count as newer than the backfill.
 */
export class UnrecognisedPlaces {
	readonly #logs = new Uint32Array(maxPlaces);
	readonly #offsets = new Float64Array(maxPlaces);
	/** Number of live lines so far. The arrays hold the last ones, each at its number modulo the array length. */
	#written = 0;
	/** Sorted from newest to oldest. */
	#past: readonly BackfillOffsets[] = [];

	/** Creates the receiver of offsets of live lines of a log. */
	written(log: number): OffsetSink {
		return {
			add: offset => {
				const place = this.#written++ % maxPlaces;
				this.#logs[place] = log;
				this.#offsets[place] = offset;
			},
		};
	}

	/** Adds the offsets of a part of the backfill. Parts may be added in any order. */
	addBackfill(added: BackfillOffsets): void {
		let room = maxPlaces;
		this.#past = [...this.#past, added].sort(newestFirst).flatMap(other => {
			const offsets = room > 0 ? other.offsets.slice(-room) : new Float64Array();
			room -= offsets.length;
			return offsets.length > 0 ? [{...other, offsets}] : [];
		});
	}

	/** Returns at most `limit` positions, newest first. */
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

/** Stores the last `maxPlaces` offsets. Uses no memory before the first one. */
export class LastOffsets implements OffsetSink {
	#offsets: Float64Array | undefined;
	#count = 0;

	add(offset: number): void {
		this.#offsets ??= new Float64Array(maxPlaces);
		this.#offsets[this.#count++ % maxPlaces] = offset;
	}

	/** Returns the stored offsets, oldest first, and clears the store. */
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

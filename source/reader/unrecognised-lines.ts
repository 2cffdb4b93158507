/** Takes the offsets of lines that no format matches. */
export type OffsetSink = {
	/** Called for each such line, so it must not allocate. */
	add(offset: number): void;
};

/** Position of a line: the number of its log and the offset of its first byte. */
export type LinePosition = {readonly log: number; readonly offset: number};

/** The last offsets in a part of the backfill, ascending. `time` is the newest time in that part, or -Infinity. */
export type BackfillOffsets = {readonly log: number; readonly time: number; readonly offsets: Float64Array};

/** Maximum number of stored positions: more than users read, and 20 KB. */
export const maxUnrecognised = 1000;

/**
 * Stores the positions of the newest lines that no format matches. Stores at most `maxUnrecognised` numbers, so memory is constant even
 * if no line of a large log matches. Live lines count as newer than the backfill.
 */
export class UnrecognisedLines {
	readonly #logs = new Uint32Array(maxUnrecognised);
	readonly #offsets = new Float64Array(maxUnrecognised);
	/** Number of live lines so far. The arrays hold the last ones, each at its number modulo the array length. */
	#written = 0;
	/** Sorted from newest to oldest. */
	#backfills: readonly BackfillOffsets[] = [];

	/** Creates the receiver of offsets of live lines of a log. */
	written(log: number): OffsetSink {
		return {
			add: offset => {
				const index = this.#written++ % maxUnrecognised;
				this.#logs[index] = log;
				this.#offsets[index] = offset;
			},
		};
	}

	/** Adds the offsets of a part of the backfill. Parts may be added in any order. */
	addBackfill(added: BackfillOffsets): void {
		let left = maxUnrecognised;
		this.#backfills = [...this.#backfills, added].sort(newestFirst).flatMap(other => {
			const offsets = left > 0 ? other.offsets.slice(-left) : new Float64Array();
			left -= offsets.length;
			return offsets.length > 0 ? [{...other, offsets}] : [];
		});
	}

	/** Returns at most `limit` positions, newest first. */
	newest(limit: number): LinePosition[] {
		const positions: LinePosition[] = [];
		const oldest = Math.max(0, this.#written - maxUnrecognised);
		for (let number = this.#written - 1; number >= oldest && positions.length < limit; number--) {
			const index = number % maxUnrecognised;
			positions.push({log: this.#logs[index] ?? 0, offset: this.#offsets[index] ?? 0});
		}
		for (const {log, offsets} of this.#backfills) {
			const wanted = offsets.slice(-Math.max(1, limit - positions.length)).reverse();
			positions.push(...Array.from(wanted, offset => ({log, offset})));
		}
		return positions.slice(0, limit);
	}
}

function newestFirst(a: BackfillOffsets, b: BackfillOffsets): number {
	if (a.time !== b.time) {
		return a.time < b.time ? 1 : -1;
	}
	return b.log - a.log || (b.offsets.at(-1) ?? 0) - (a.offsets.at(-1) ?? 0);
}

/** Stores the last `maxUnrecognised` offsets. Uses no memory before the first one. */
export class LastOffsets implements OffsetSink {
	#offsets: Float64Array | undefined;
	#count = 0;

	add(offset: number): void {
		this.#offsets ??= new Float64Array(maxUnrecognised);
		this.#offsets[this.#count++ % maxUnrecognised] = offset;
	}

	/** Returns the stored offsets, oldest first, and clears the store. */
	take(): Float64Array<ArrayBuffer> {
		const count = this.#count;
		const first = Math.max(0, count - maxUnrecognised);
		this.#count = 0;
		return Float64Array.from(
			{length: count - first},
			(_, index) => this.#offsets?.[(first + index) % maxUnrecognised] ?? 0,
		);
	}
}

import {mostPlaces, type OffsetSink} from './unrecognised-places.js';

/** Keeps the last offsets that it is given, up to `mostPlaces`. Takes no memory before the first. */
export class LastOffsets implements OffsetSink {
	#offsets: Float64Array | undefined;
	#count = 0;

	add(offset: number): void {
		this.#offsets ??= new Float64Array(mostPlaces);
		this.#offsets[this.#count++ % mostPlaces] = offset;
	}

	/** Gives those kept away, in the order in which they came. */
	take(): Float64Array<ArrayBuffer> {
		const count = this.#count;
		const first = Math.max(0, count - mostPlaces);
		this.#count = 0;
		return Float64Array.from(
			{length: count - first},
			(_, index) => this.#offsets?.[(first + index) % mostPlaces] ?? 0,
		);
	}
}

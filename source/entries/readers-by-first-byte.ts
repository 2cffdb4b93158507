import type {FormatReader} from './format.js';

/** For each byte, the readers of lines that may begin with it. */
export class ReadersByFirstByte {
	static readonly #known = new WeakMap<readonly FormatReader[], ReadersByFirstByte>();
	readonly #candidates: readonly FormatReader[];
	/** Found when the first such line is to be read: finding those of all bytes took 5 ms of the start, in each thread. */
	readonly #indexes: Array<readonly number[] | undefined> = [];

	private constructor(candidates: readonly FormatReader[]) {
		this.#candidates = candidates;
	}

	/** Those among some readers. Made once for the same readers: there may be hundreds of files. */
	static of(candidates: readonly FormatReader[]): ReadersByFirstByte {
		const known = ReadersByFirstByte.#known.get(candidates) ?? new ReadersByFirstByte(candidates);
		ReadersByFirstByte.#known.set(candidates, known);
		return known;
	}

	/** The places of the readers among all. */
	indexes(byte: number): readonly number[] {
		const indexes = this.#indexes[byte] ?? this.#find(String.fromCharCode(byte));
		this.#indexes[byte] = indexes;
		return indexes;
	}

	#find(first: string): readonly number[] {
		return this.#candidates.flatMap(({begins}, index) => (begins?.includes(first) === false ? [] : [index]));
	}
}

type Open = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
type Packed = Uint8Array | Uint16Array | Uint32Array;

/** What a column holds: whole numbers of 32 bits, or any number and NaN. */
export type ColumnKind = 'whole' | 'real';

/** Room for so many values at first: a file with few lines takes little. */
const firstLength = 256;

/** The room of a full segment. */
const fullLength = 65_536;

/** Arrays of full length that are free again. Their pages are in memory already; new ones cost more than filling them. */
const free: Record<ColumnKind, Open[]> = {whole: [], real: []};

const open = (kind: ColumnKind, length: number): Open => {
	const reused = length === fullLength ? free[kind].pop() : undefined;
	return reused ?? (kind === 'real' ? new Float64Array(length) : new Uint32Array(length));
};

/**
 * One number a row. While all rows hold the same number (no line of the file has a user, say) it takes no memory.
 * While a segment grows the numbers are kept as they come; when no more come they are packed, as their distance from
 * the smallest in 8, 16 or 32 bits if that is enough.
 */
export class Column {
	readonly #kind: ColumnKind;
	#open: Open | undefined;
	#packed: Packed | undefined;
	/** The number of all rows while there is only one, later what is added to a packed number. */
	#base = 0;
	/** The packed number that stands for NaN. */
	#nan = -1;

	constructor(kind: ColumnKind) {
		this.#kind = kind;
	}

	/** Sets the value of `row`, which is the one after the last. */
	push(row: number, value: number): void {
		const values = this.#open;
		if (values !== undefined && row < values.length) {
			values[row] = value;
		} else if (values !== undefined || row === 0 || !Object.is(value, this.#base)) {
			this.#pushSlowly(row, value);
		}
	}

	/** Sets the values of `count` rows from `firstRow` on, which is the one after the last. */
	pushAll(firstRow: number, values: Uint32Array, count: number): void {
		let index = 0;
		if (this.#open === undefined) {
			while (index < count && firstRow > 0 && values[index] === this.#base) {
				index++;
			}
		}
		for (; index < count; index++) {
			this.push(firstRow + index, values[index] ?? 0);
		}
	}

	get(row: number): number {
		if (this.#open !== undefined) {
			return this.#open[row] ?? 0;
		}
		if (this.#packed === undefined) {
			return this.#base;
		}
		const value = this.#packed[row] ?? 0;
		return value === this.#nan ? Number.NaN : this.#base + value;
	}

	/** Packs the first `rows` values: no more will come. */
	pack(rows: number): void {
		const values = this.#open;
		if (values === undefined) {
			return;
		}
		const {smallest, largest, missing} = extent(values, rows);
		const packed = packedRoom(largest - smallest + missing, rows);
		if (packed === undefined) {
			this.#open = values.slice(0, rows);
		} else {
			const nan = missing === 0 ? -1 : 2 ** (8 * packed.BYTES_PER_ELEMENT) - 1;
			for (let row = 0; row < rows; row++) {
				const value = values[row] ?? 0;
				packed[row] = Number.isNaN(value) ? nan : value - smallest;
			}
			this.#base = smallest;
			this.#nan = nan;
			this.#packed = packed;
			this.#open = undefined;
		}
		if (values.length === fullLength) {
			free[this.#kind].push(values);
		}
	}

	#pushSlowly(row: number, value: number): void {
		const values = this.#open;
		if (values === undefined) {
			if (row === 0) {
				this.#base = value;
			}
			if (!Object.is(value, this.#base)) {
				this.#open = open(this.#kind, row < firstLength ? firstLength : fullLength).fill(this.#base, 0, row);
				this.#open[row] = value;
			}
			return;
		}
		const larger = open(this.#kind, Math.min(fullLength, values.length * 4));
		larger.set(values);
		larger[row] = value;
		this.#open = larger;
	}
}

/** Smallest and largest of the first values, and 1 if there is a NaN among them. */
const extent = (values: Open, rows: number): {smallest: number; largest: number; missing: number} => {
	let smallest = Number.POSITIVE_INFINITY;
	let largest = Number.NEGATIVE_INFINITY;
	let missing = 0;
	for (let row = 0; row < rows; row++) {
		const value = values[row] ?? 0;
		if (value < smallest) {
			smallest = value;
		}
		if (value > largest) {
			largest = value;
		}
		if (Number.isNaN(value)) {
			missing = 1;
		} else if (!Number.isInteger(value)) {
			// Can't be packed.
			return {smallest: 0, largest: Number.POSITIVE_INFINITY, missing};
		}
	}
	return {smallest, largest, missing};
};

/** An array for whole numbers from 0 to `largest`, or nothing when 32 bits are too few. */
const packedRoom = (largest: number, rows: number): Packed | undefined => {
	if (largest < 2 ** 8) {
		return new Uint8Array(rows);
	}
	if (largest < 2 ** 16) {
		return new Uint16Array(rows);
	}
	return largest < 2 ** 32 ? new Uint32Array(rows) : undefined;
};

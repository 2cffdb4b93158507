/** A row as an index should know it. */
export type ModelRow = {
	/** Number of the row among all rows. Its URL contains it. */
	readonly id: number;
	readonly file: number;
	/** The live part or the backfill block of a file that the row belongs to. */
	readonly span: number;
	readonly offset: number;
	readonly live: boolean;
	/** Time of the row, or of the previous row if this one has no time. */
	readonly time: number;
	readonly timeless: boolean;
	readonly status: number;
};

/** The position of a row, or a position without a row. */
export type ModelKey = Pick<ModelRow, 'time' | 'file' | 'offset'>;

export type ModelFile = {readonly source: string; readonly path: string};

function compare(a: string | number, b: string | number): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** A simple model of an index: an array that is sorted again for the first read after a change. */
export class IndexModel {
	readonly rows: ModelRow[] = [];
	/** Evicted rows. */
	readonly gone = new Set<ModelRow>();
	readonly #files: readonly ModelFile[];
	readonly #unsettled: ModelRow[] = [];
	#held: readonly ModelRow[] | undefined;

	constructor(files: readonly ModelFile[]) {
		this.#files = files;
	}

	/** Rows in memory, oldest first. */
	get held(): readonly ModelRow[] {
		this.#held ??= this.rows.filter(row => !this.gone.has(row)).sort((a, b) => this.#compareRows(a, b));
		return this.#held;
	}

	get arrived(): number {
		return this.rows.filter(({live}) => live).length;
	}

	add(row: ModelRow): void {
		this.#held = undefined;
		this.rows.push(row);
		this.#unsettled.push(row);
	}

	/** Completes additions. An added row is dropped if it is older than an evicted row with the same `span`. */
	settle(): void {
		for (const row of this.#unsettled.splice(0)) {
			const isTooOld = [...this.gone].some(
				gone => gone.span === row.span && this.#compareRows(row, gone) < 0,
			);
			if (isTooOld) {
				this.#held = undefined;
				this.gone.add(row);
			}
		}
	}

	evict(cap: number): void {
		const {held} = this;
		this.#held = undefined;
		for (const row of held.slice(0, Math.max(0, held.length - cap))) {
			this.gone.add(row);
		}
	}

	/** Returns the rows older than `key`, newest first. `andAt` includes a row at `key`. */
	older(key: ModelKey, andAt: boolean): ModelRow[] {
		return this.held.filter(row => this.#compareRows(row, key) < (andAt ? 1 : 0)).reverse();
	}

	/** Returns the rows newer than `key`, oldest first. */
	newer(key: ModelKey): ModelRow[] {
		return this.held.filter(row => this.#compareRows(row, key) > 0);
	}

	#compareFiles(a: number, b: number): number {
		const [one, two] = [this.#files[a], this.#files[b]];
		return (
			compare(one?.source ?? '', two?.source ?? '') || compare(one?.path ?? '', two?.path ?? '') || a - b
		);
	}

	#compareRows(a: ModelKey, b: ModelKey): number {
		return a.time - b.time || this.#compareFiles(a.file, b.file) || a.offset - b.offset;
	}
}

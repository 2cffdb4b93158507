/** A row as an index should know it. */
export type ModelRow = {
	/** Place among all rows, which its URL tells too. */
	readonly id: number;
	readonly file: number;
	/** The stretch of the file that it was added with. */
	readonly stretch: number;
	readonly offset: number;
	readonly live: boolean;
	/** Its time, or for a timeless row that of the one before. */
	readonly time: number;
	readonly timeless: boolean;
	readonly status: number;
};

/** The place of a row, or one where none is. */
export type ModelKey = Pick<ModelRow, 'time' | 'file' | 'offset'>;

export type ModelFile = {readonly source: string; readonly path: string};

function compare(a: string | number, b: string | number): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** What an index does, said plainly: an array that is sorted anew whenever something is asked after a change. */
export class IndexModel {
	readonly rows: ModelRow[] = [];
	/** Rows let go. */
	readonly gone = new Set<ModelRow>();
	readonly #files: readonly ModelFile[];
	readonly #unsettled: ModelRow[] = [];
	#held: readonly ModelRow[] | undefined;

	constructor(files: readonly ModelFile[]) {
		this.#files = files;
	}

	/** Rows held, oldest first. */
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

	/** Completes what was added: what is older than a row already let go of its stretch goes too. */
	settle(): void {
		for (const row of this.#unsettled.splice(0)) {
			const isTooOld = [...this.gone].some(
				gone => gone.stretch === row.stretch && this.#compareRows(row, gone) < 0,
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

	/** The rows that are older than a key, newest first. */
	older(key: ModelKey, andAt: boolean): ModelRow[] {
		return this.held.filter(row => this.#compareRows(row, key) < (andAt ? 1 : 0)).reverse();
	}

	/** The rows that are newer than a key, oldest first. */
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

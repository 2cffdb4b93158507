import {shippedColumns} from '../../clickhouse/schema.js';
import type {RowPart} from './column-part.js';
import type {TextColumn, ValueColumn} from './column-writers.js';
import {KnownTexts, knownColumns} from './known-texts.js';
import {makeTexts, makeValues} from './row-columns.js';
import {rowPart} from './row-part.js';

/**
 * The columns that the rows of all logs are written in, as only one log is written at a time: they keep the room that they
 * have grown to. With such columns for each of 200 logs that took 1 GB.
 */
export class SharedColumns {
	readonly values = makeValues();
	#known = new KnownTexts();
	readonly texts = makeTexts(this.#known);
	/** Whose rows haven't been taken yet. */
	#log: object | undefined;

	/** What is known of texts; another one after rows have been taken, where it had become too much. */
	get known(): KnownTexts {
		return this.#known;
	}

	/** The rows that are written from now on are of a log, which is told from others by being another object. */
	begin(log: object): void {
		if (this.#log !== undefined && this.#log !== log) {
			throw new Error('the rows of another log have not been taken');
		}
		this.#log = log;
	}

	/** Gives the rows away, which are so many. */
	take(count: number): RowPart {
		const columns: Readonly<Record<string, ValueColumn | TextColumn>> = {...this.values, ...this.texts};
		const rows = rowPart(
			count,
			shippedColumns.flatMap(({name}) => columns[name]?.take() ?? []),
		);
		this.#log = undefined;
		if (this.#known.isTooMuch) {
			this.#known = new KnownTexts();
			for (const name of knownColumns) {
				this.texts[name].renew(this.#known.columns[name]);
			}
		}
		return rows;
	}
}

import type {StoredValues} from '../../index/column.js';
import {segmentRows} from '../../index/row-numbers.js';

const room = new Uint32Array(segmentRows);

/** The ids of a full segment in 0 to 3 bytes each. */
export class PackedIds {
	readonly #base: number;
	readonly #low: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | undefined;
	/** The third byte of each id. */
	readonly #high: Uint8Array<ArrayBuffer> | undefined;

	/** Packs ids below 2^24 + the smallest of them. */
	constructor(ids: Uint32Array) {
		let [least, most] = [Number.POSITIVE_INFINITY, 0];
		for (const id of ids) {
			least = Math.min(least, id);
			most = Math.max(most, id);
		}
		this.#base = ids.length === 0 ? 0 : least;
		const extent = most - this.#base;
		if (extent > 0) {
			this.#low = extent < 256 ? new Uint8Array(ids.length) : new Uint16Array(ids.length);
			this.#high = extent < 65_536 ? undefined : new Uint8Array(ids.length);
			for (let row = 0; row < ids.length; row++) {
				const distance = (ids[row] ?? 0) - this.#base;
				this.#low[row] = distance;
				if (this.#high !== undefined) {
					this.#high[row] = distance >>> 16;
				}
			}
		}
	}

	/** Bytes of memory. */
	get memory(): number {
		return (this.#low?.byteLength ?? 0) + (this.#high?.byteLength ?? 0);
	}

	/** Returns the id of a row. */
	get(row: number): number {
		return this.#base + (this.#low?.[row] ?? 0) + ((this.#high?.[row] ?? 0) << 16);
	}

	/** Returns the ids for loops over many rows. Valid until the next call for any ids. */
	stored(): StoredValues {
		const low = this.#low;
		const high = this.#high;
		if (high === undefined || low === undefined) {
			return {values: low, base: this.#base, unit: 1, nan: Number.NaN};
		}
		for (let row = 0; row < low.length; row++) {
			room[row] = (low[row] ?? 0) + ((high[row] ?? 0) << 16);
		}
		return {values: room, base: this.#base, unit: 1, nan: Number.NaN};
	}
}

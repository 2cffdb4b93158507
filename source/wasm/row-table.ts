/**
 * What the values of rows stand for, a byte for each value: see `RowTable.bytes`. What changes in it is noted, so that
 * only that has to be copied to where rows are looked up.
 */
export class RowTable {
	/** By value: bit 0 says that it is looked for, bit 1 that it isn't known whether it is. */
	bytes: Uint8Array;
	#changedFrom = 0;
	#changedTo = 0;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}

	/** Makes room for more values, of which each is given the same byte. */
	widen(length: number, byte: number): void {
		const before = this.bytes.length;
		const wider = new Uint8Array(length).fill(byte, before);
		wider.set(this.bytes);
		this.bytes = wider;
		this.changed(before, length);
	}

	/** To be called when the bytes of values from `from` on, up to but without `to`, are others. */
	changed(from: number, to: number): void {
		this.#changedFrom = Math.min(this.#changedFrom, from);
		this.#changedTo = Math.max(this.#changedTo, to);
	}

	/** Writes to a copy what has changed since this was called last, or all of it to something else. */
	copyTo(target: Uint8Array, isCopy: boolean): void {
		const {bytes} = this;
		if (!isCopy) {
			target.set(bytes);
		} else if (this.#changedFrom < this.#changedTo) {
			target.set(bytes.subarray(this.#changedFrom, this.#changedTo), this.#changedFrom);
		}
		this.#changedFrom = Number.POSITIVE_INFINITY;
		this.#changedTo = 0;
	}
}

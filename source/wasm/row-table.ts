/**
 * A table with a byte for each value of a column: see `RowTable.bytes`. Records changes, so that only changed bytes have to be
 * copied to the kernel.
 */
export class RowTable {
	/** Indexed by value: bit 0 marks a wanted value, bit 1 a value that hasn't been checked. */
	bytes: Uint8Array;
	#changedFrom = 0;
	#changedTo = 0;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}

	/** Grows the table to `length` values and sets the new ones to `byte`. */
	widen(length: number, byte: number): void {
		const before = this.bytes.length;
		const wider = new Uint8Array(length).fill(byte, before);
		wider.set(this.bytes);
		this.bytes = wider;
		this.changed(before, length);
	}

	/** Records that the bytes from `from` up to but excluding `to` have changed. */
	changed(from: number, to: number): void {
		this.#changedFrom = Math.min(this.#changedFrom, from);
		this.#changedTo = Math.max(this.#changedTo, to);
	}

	/** Updates `target` with the changes since the last call if it is a copy (`isCopy`); otherwise copies everything. */
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

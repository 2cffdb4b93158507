import {comma, quote, space, tab} from '../../ascii.js';

/** Splits a line into columns, which are separated by tabs, spaces or commas. A column may be in quotes; quotes inside are doubled. */
export class Columns {
	/** Range of each column, without surrounding quotes. */
	starts = new Int32Array(64);
	ends = new Int32Array(64);
	/** Number of columns in the line. */
	count = 0;
	/** True if a column contains doubled quotes. */
	hasDoubled = false;
	/** False after a search for a closing quote reached the end of the line. */
	#hasQuoted = true;

	/**
	 * Splits the line `bytes[start, end)`. Returns false if it has more than `max` columns; then the first `max` are stored.
	 *
	 * @param hasCommas The separator is a comma.
	 */
	split(bytes: Buffer, start: number, end: number, max: number, hasCommas = false): boolean {
		if (max > this.starts.length) {
			this.starts = new Int32Array(max);
			this.ends = new Int32Array(max);
		}
		const {starts, ends} = this;
		const separator = hasCommas ? comma : firstSeparator(bytes, start, end);
		let position = start;
		let count = 0;
		this.hasDoubled = false;
		this.#hasQuoted = true;
		while (position < end) {
			if (count === max) {
				this.count = count;
				return false;
			}
			const closing =
				bytes[position] === quote && this.#hasQuoted
					? this.#closingQuote(bytes, position + 1, end, separator)
					: -1;
			if (closing === -1) {
				starts[count] = position;
				while (position < end && bytes[position] !== separator) {
					position++;
				}
				ends[count] = position;
			} else {
				starts[count] = position + 1;
				ends[count] = closing;
				position = closing + 1;
			}
			count++;
			position++;
			while (separator === space && position < end && bytes[position] === space) {
				position++;
			}
		}
		this.count = count;
		return true;
	}

	/** Replaces doubled quotes by single ones in all columns, in place. The buffer must be writable. */
	undoDoubled(bytes: Buffer): void {
		const {starts, ends, count} = this;
		// Skips the first column: no byte before it shows whether it was quoted.
		for (let index = 1; index < count; index++) {
			const from = starts[index] ?? 0;
			const to = ends[index] ?? 0;
			if (bytes[from - 1] === quote && bytes[to] === quote) {
				ends[index] = withoutDoubled(bytes, from, to);
			}
		}
	}

	/** Start of a column, or -1 if the line doesn't have it. */
	startOf(column: number): number {
		return column >= 0 && column < this.count ? (this.starts[column] ?? -1) : -1;
	}

	/** End of a column, or -1 if the line doesn't have it. */
	endOf(column: number): number {
		return column >= 0 && column < this.count ? (this.ends[column] ?? -1) : -1;
	}

	/** Returns the offset of the quote that ends the column starting at `start`, or -1 if the column isn't quoted. */
	#closingQuote(bytes: Buffer, start: number, end: number, separator: number): number {
		let index = start;
		let isDoubled = false;
		while (index < end) {
			if (bytes[index] !== quote) {
				index++;
			} else if (index + 1 === end || bytes[index + 1] === separator) {
				this.hasDoubled ||= isDoubled;
				return index;
			} else if (bytes[index + 1] === quote) {
				isDoubled = true;
				index += 2;
			} else {
				return -1;
			}
		}
		this.#hasQuoted = false;
		return -1;
	}
}

function firstSeparator(bytes: Buffer, start: number, end: number): number {
	let index = start;
	while (index < end && bytes[index] !== space && bytes[index] !== tab) {
		index++;
	}
	return index < end && bytes[index] === tab ? tab : space;
}

/** Replaces doubled quotes by single ones in `bytes[start, end)`. Returns the new end. */
function withoutDoubled(bytes: Buffer, start: number, end: number): number {
	let to = start;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		bytes[to++] = byte;
		if (byte === quote && bytes[index + 1] === quote) {
			index++;
		}
	}
	return to;
}

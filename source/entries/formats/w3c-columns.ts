import {quote, space, tab} from '../../ascii.js';

/** Finds the columns of a line: separated by tabs, or by spaces; in quotes, with quotes in them doubled, or without. */
export class Columns {
	/** Where the texts of the columns begin and end, without the quotes around them. */
	starts = new Int32Array(64);
	ends = new Int32Array(64);
	/** How many the line has. */
	count = 0;
	/** Whether quotes are doubled in one of them. */
	hasDoubled = false;
	/** False once a quoted text was searched for up to the end of the line, in vain. */
	#hasQuoted = true;

	/** Splits the line `bytes[start, end)`. False when there are more than so many: then these have been found. */
	split(bytes: Buffer, start: number, end: number, most: number): boolean {
		if (most > this.starts.length) {
			this.starts = new Int32Array(most);
			this.ends = new Int32Array(most);
		}
		const {starts, ends} = this;
		const separator = firstSeparator(bytes, start, end);
		let position = start;
		let count = 0;
		this.hasDoubled = false;
		this.#hasQuoted = true;
		while (position < end) {
			if (count === most) {
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

	/** Makes one quote of every two in the columns found, where they stand: in a buffer that may be written to. */
	undoDoubled(bytes: Buffer): void {
		const {starts, ends, count} = this;
		// The first has no separator before it that would tell.
		for (let index = 1; index < count; index++) {
			const from = starts[index] ?? 0;
			const to = ends[index] ?? 0;
			if (bytes[from - 1] === quote && bytes[to] === quote) {
				ends[index] = withoutDoubled(bytes, from, to);
			}
		}
	}

	/** Where a column begins; -1 when the line hasn't got it. */
	startOf(column: number): number {
		return column >= 0 && column < this.count ? (this.starts[column] ?? -1) : -1;
	}

	/** Where it ends. */
	endOf(column: number): number {
		return column >= 0 && column < this.count ? (this.ends[column] ?? -1) : -1;
	}

	/** Position of the quote that ends the column whose text begins at `start`; -1 if it isn't a quoted one. */
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

/** Makes one quote of every two in `bytes[start, end)`. Returns where the text ends then. */
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

import {chunkRows} from './chunk.js';

/** Rows that are looked at first in one go, when nothing is known yet: a regular expression may take 0.6 ms for each. */
const firstRows = 64;

/** The fewest: a word of bits. */
const leastRows = 32;

/** What looking at some rows in one go should take, milliseconds: well less than a slice. */
const [short, long] = [1, 4];

/** How many rows can be looked at in one go, found out by how long the last ones took. */
export class Pace {
	/** A multiple of 32. */
	rows = firstRows;

	/** The last ones, as many as `rows` or fewer, took so long, milliseconds. */
	took(milliseconds: number): void {
		if (milliseconds > long) {
			this.rows = Math.max(leastRows, this.rows / 2);
		} else if (milliseconds < short) {
			this.rows = Math.min(chunkRows, this.rows * 2);
		}
	}
}

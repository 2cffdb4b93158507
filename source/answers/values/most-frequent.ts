import {type CountedValue, compareCounts} from './compare-values.js';
import {FirstValues} from './first-values.js';

/** The most frequent of any number of values. */
export class MostFrequent extends FirstValues<CountedValue> {
	/** `size`: how many are kept. */
	constructor(size: number) {
		super(size, compareCounts);
	}

	/** Those that are less frequent than this needn't be offered. */
	get least(): number {
		return this.isFull ? (this.last?.n ?? Number.POSITIVE_INFINITY) : 1;
	}
}

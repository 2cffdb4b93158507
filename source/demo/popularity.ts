import type {Random} from './random.js';

/** Draws an index, small ones more often. */
export type Popularity = (random: Random) => number;

/**
 * Zipf's law over `count` items: the item at index i is drawn in proportion to 1 / (i + 1 + `flatten`). The
 * larger `flatten`, the less the first few stand out.
 */
export function popularity(count: number, flatten = 0): Popularity {
	const upTo = new Float64Array(count);
	let sum = 0;
	for (let index = 0; index < count; index++) {
		sum += 1 / (index + 1 + flatten);
		upTo[index] = sum;
	}
	return random => {
		const wanted = random.fraction() * sum;
		let low = 0;
		let high = count - 1;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((upTo[middle] ?? sum) <= wanted) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	};
}

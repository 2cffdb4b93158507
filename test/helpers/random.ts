/** Reproducible random numbers: the same seed gives the same numbers on every machine. */
export type Random = {
	/** Returns a number of at least 0 and below 1. */
	fraction(): number;
	/** Returns an integer from `low` to `high`, inclusive. */
	between(low: number, high: number): number;
	/** Returns true with probability `share`: 0 is never, 1 always. */
	chance(share: number): boolean;
	/** Picks an item with equal probability. Throws if the list is empty. */
	pick<T>(items: readonly T[]): T;
	/** Returns a waiting time with this mean, as between independent events. */
	wait(mean: number): number;
};

/** Returns the generator mulberry32 (Tommy Ettinger, public domain): 32 bits of state are enough for artificial traffic. */
export function seededRandom(seed: number): Random {
	let state = seed | 0;
	const fraction = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	return {
		fraction,
		between: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
		chance: share => fraction() < share,
		pick<T>(items: readonly T[]): T {
			if (items.length === 0) {
				throw new RangeError('No items to pick from');
			}
			return items[Math.floor(fraction() * items.length)] as T;
		},
		wait: mean => -Math.log(1 - fraction()) * mean,
	};
}

/** Picks an index, small ones more often. */
type Popularity = (random: Random) => number;

/**
 * Returns Zipf's law over `count` items: the probability of index i is proportional to 1 / (i + 1 + `flatten`). A larger
 * `flatten` makes the first few less prominent.
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

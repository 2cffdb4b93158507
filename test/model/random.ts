/** Random numbers, reproducible by seed: mulberry32, by Tommy Ettinger (public domain). */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** Returns a number from 0 (inclusive) to 1 (exclusive). */
	next(): number {
		this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
		let mixed = this.#state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** Returns an integer from 0 (inclusive) to `end` (exclusive). */
	below(end: number): number {
		return Math.floor(this.next() * end);
	}

	/** Returns a random name, with a probability proportional to its weight. */
	weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
		const names = Object.keys(weights) as Name[];
		let rest = this.next() * names.reduce((sum, name) => sum + weights[name], 0);
		for (const name of names) {
			rest -= weights[name];
			if (rest < 0) {
				return name;
			}
		}
		throw new Error('no weights');
	}
}

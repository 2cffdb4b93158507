import type {BigIntStats} from 'node:fs';
import {type Identity, identityOf} from '../files/identity.js';
import type {State} from '../follow-types.js';

/** Why the file that is at a path can't be read: remembered, so that it isn't tried again at every look. */
export class Refusal {
	readonly state: State;
	readonly #identity: Identity;
	readonly #modified: bigint;
	readonly #until: number;

	/** @param until When to try again, by `performance.now()`; Infinity: not before the file has changed. */
	constructor(stats: BigIntStats, state: State, until: number) {
		this.state = state;
		this.#identity = identityOf(stats);
		this.#modified = stats.mtimeNs;
		this.#until = until;
	}

	/** True while the file is the same and it isn't time to try again. */
	stands(stats: BigIntStats): boolean {
		return (
			this.#identity === identityOf(stats) &&
			(this.#until === Number.POSITIVE_INFINITY
				? this.#modified === stats.mtimeNs
				: performance.now() < this.#until)
		);
	}
}

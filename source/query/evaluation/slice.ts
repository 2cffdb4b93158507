import {setImmediate as nextTurn} from 'node:timers/promises';

/**
 * How long anything may work before keys, frames and the reading of logs have their turn, milliseconds. Several may be
 * at work at the same time, and a key is to be answered within 50 ms.
 */
const length = 8;

/** A piece of work's share of the thread: it works while the slice isn't over, and goes on in the next one. */
export class Slice {
	#end = performance.now() + length;

	/** Whether others have to have their turn now. Takes 40 ns: not to be asked for every row. */
	get isOver(): boolean {
		return performance.now() >= this.#end;
	}

	/** Lets the others have their turn. Rejects with the signal's reason. */
	async next(signal?: AbortSignal): Promise<void> {
		await nextTurn();
		signal?.throwIfAborted();
		this.#end = performance.now() + length;
	}
}

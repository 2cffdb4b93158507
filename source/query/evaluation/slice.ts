/**
 * How long anything may work before keys, frames and the reading of logs have their turn, milliseconds. A key is to be
 * answered within 50 ms.
 */
const length = 8;

/** Those that wait for their next slice. */
const waiting: Array<() => void> = [];
let isPlanned = false;

const planNext = (): void => {
	if (!isPlanned && waiting.length > 0) {
		isPlanned = true;
		setImmediate(beginNext);
	}
};

/** In one turn of the event loop goes on only one: six at work at once took 72 ms of it. */
const beginNext = (): void => {
	isPlanned = false;
	turnEnd = performance.now() + length;
	waiting.shift()?.();
	planNext();
};

/** When the slice of this turn of the event loop is over. */
let turnEnd = Number.NEGATIVE_INFINITY;
let isTurn = false;

/** A screen asks for count and page in one turn: had each a slice of its own, a key would wait for both. */
const endOfTurn = (): number => {
	if (!isTurn) {
		isTurn = true;
		turnEnd = performance.now() + length;
		setImmediate(() => {
			isTurn = false;
		});
	}
	return turnEnd;
};

/**
 * A piece of work's share of the thread: it works while the slice isn't over, and goes on in the next one. Whoever is
 * at work at the same time goes on by turns.
 */
export class Slice {
	#end = endOfTurn();

	/** Whether others have to have their turn now. Takes 40 ns: not to be asked for every row. */
	get isOver(): boolean {
		return performance.now() >= this.#end;
	}

	/** Lets the others have their turn. Rejects with the signal's reason. */
	async next(signal?: AbortSignal): Promise<void> {
		await new Promise<void>(resolve => {
			waiting.push(resolve);
			planNext();
		});
		signal?.throwIfAborted();
		this.#end = turnEnd;
	}
}

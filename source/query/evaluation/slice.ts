import {chunkRows} from './chunk.js';

/** Thrown to abort an evaluation of rows that takes too long. Results for single strings are kept. */
export class Overdue extends Error {
	override readonly name = 'Overdue';
}

/** Time limit for testing the strings of some rows at once, in ms. */
const maxSlice = 8;

let end = Number.POSITIVE_INFINITY;

/**
 * Runs `work` and aborts it when it takes too long. One regular expression may take 30 ms for a string of 400 characters, and a
 * thousand rows may have such strings.
 * @throws Overdue
 */
export function inTime<Result>(work: () => Result): Result {
	end = performance.now() + maxSlice;
	try {
		return work();
	} finally {
		end = Number.POSITIVE_INFINITY;
	}
}

/** Throws `Overdue` after the time limit. Call it after the test of a string: each attempt then leaves one string less. */
export function endIfOverdue(): void {
	if (end !== Number.POSITIVE_INFINITY && performance.now() > end) {
		throw new Overdue();
	}
}

/** Number of rows in the first batch, before the speed is known. A regular expression may take 0.6 ms per row. */
const firstRows = 64;

/** Minimum batch: one word of bits. */
const minRows = 32;

/** Target duration of a batch, in ms: much shorter than a slice. */
const [short, long] = [1, 4];

/** Adjusts the number of rows per batch to the duration of the previous batches. */
export class Pace {
	/** Rows per batch, a multiple of 32. */
	rows = firstRows;

	/** Records the duration of the last batch, in ms. The batch had at most `rows` rows. */
	took(milliseconds: number): void {
		if (milliseconds > long) {
			this.rows = Math.max(minRows, this.rows / 2);
		} else if (milliseconds < short) {
			this.rows = Math.min(chunkRows, this.rows * 2);
		}
	}
}

/** Time slice before yielding to keys, rendering and log reading, in ms. A key must be answered within 50 ms. */
const length = 8;

/** Tasks that wait for their next slice. */
const waiting: Array<() => void> = [];
let isPlanned = false;

/** Maximum pause of tasks for the frame of an input, in ms: an input may change nothing. */
const maxPause = 20;

/** Time until which tasks wait. */
let pauseEnd = Number.NEGATIVE_INFINITY;
/** True if a task has run since the last pause began: a rapid sequence of keys doesn't stop the work. */
let hasWorked = true;

/**
 * Pauses tasks until the frame for an input is drawn. Drawing takes several turns of the event loop; with a slice in each, the
 * frame was drawn 20 ms later.
 */
export function pauseForInput(): void {
	if (hasWorked) {
		hasWorked = false;
		pauseEnd = performance.now() + maxPause;
	}
}

/** Lets tasks continue, because a frame was drawn. */
export function endPause(): void {
	pauseEnd = Number.NEGATIVE_INFINITY;
}

function planNext(): void {
	if (!isPlanned && waiting.length > 0) {
		isPlanned = true;
		setImmediate(beginNext);
	}
}

/** Runs one task per turn of the event loop: six concurrent tasks in one turn took 72 ms. */
function beginNext(): void {
	const now = performance.now();
	if (now < pauseEnd) {
		// A frame that is drawn before the timer fires ends the pause.
		setTimeout(beginNext, 1);
		return;
	}
	isPlanned = false;
	hasWorked = true;
	turnEnd = now + length;
	waiting.shift()?.();
	planNext();
}

/** End of the slice in this turn of the event loop. */
let turnEnd = Number.NEGATIVE_INFINITY;
let isTurn = false;

/**
 * All tasks started in one turn share a slice. A screen requests a count and a page in one turn: with separate slices, a key
 * would wait for both.
 */
function endOfTurn(): number {
	if (!isTurn) {
		isTurn = true;
		turnEnd = performance.now() + length;
		setImmediate(() => {
			isTurn = false;
		});
	}
	return turnEnd;
}

/** A time slice for cooperative scheduling. A task runs until `isOver`, then awaits `next()`. Concurrent tasks alternate. */
export class Slice {
	#end = endOfTurn();

	/** True if the task must yield. Takes 40 ns, so don't check it for every row. */
	get isOver(): boolean {
		return performance.now() >= this.#end;
	}

	/** Yields to other tasks. Rejects with the signal's reason. */
	async next(signal?: AbortSignal): Promise<void> {
		await new Promise<void>(resolve => {
			waiting.push(resolve);
			planNext();
		});
		signal?.throwIfAborted();
		this.#end = turnEnd;
	}
}

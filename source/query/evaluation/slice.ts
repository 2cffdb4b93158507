import {chunkRows} from './chunk.js';

/** Thrown out of the evaluation of rows that takes too long; what is known of texts by then stays known. */
export class Overdue extends Error {
	override readonly name = 'Overdue';
}

/** How long the texts of some rows may be asked about in one go, milliseconds. */
const longest = 8;

let end = Number.POSITIVE_INFINITY;

/**
 * Does something that asks about texts, which is ended in between when it takes too long: a regular expression may take
 * 30 ms for a text of 400 characters, and a thousand rows may have such texts.
 * @throws Overdue
 */
export function inTime<Result>(work: () => Result): Result {
	end = performance.now() + longest;
	try {
		return work();
	} finally {
		end = Number.POSITIVE_INFINITY;
	}
}

/** To be called when a text has been asked about: so each time, there is one less to ask about the next time. */
export function endIfOverdue(): void {
	if (end !== Number.POSITIVE_INFINITY && performance.now() > end) {
		throw new Overdue();
	}
}

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

/**
 * How long anything may work before keys, frames and the reading of logs have their turn, milliseconds. A key is to be
 * answered within 50 ms.
 */
const length = 8;

/** Those that wait for their next slice. */
const waiting: Array<() => void> = [];
let isPlanned = false;

function planNext(): void {
	if (!isPlanned && waiting.length > 0) {
		isPlanned = true;
		setImmediate(beginNext);
	}
}

/** In one turn of the event loop goes on only one: six at work at once took 72 ms of it. */
function beginNext(): void {
	isPlanned = false;
	turnEnd = performance.now() + length;
	waiting.shift()?.();
	planNext();
}

/** When the slice of this turn of the event loop is over. */
let turnEnd = Number.NEGATIVE_INFINITY;
let isTurn = false;

/** A screen asks for count and page in one turn: had each a slice of its own, a key would wait for both. */
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

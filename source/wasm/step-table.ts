/** What a text of ASCII is walked through with, a byte at a time. */
export type Automaton<State extends object> = {
	/** The kind of each byte below 128, from 0 to `kindCount - 1`: bytes of one kind make no difference. */
	readonly kinds: Uint8Array;
	readonly kindCount: number;
	readonly start: State;
	/**
	 * Where a byte of a kind leads to, or the end of the text, which is kind `kindCount`; true or false where nothing that
	 * follows makes a difference any more, and at the end. Undefined when that would take too much memory.
	 */
	next(state: State, kind: number): State | boolean | undefined;
};

/** Stands for a step that isn't known yet, and for one that a byte doesn't have: see `assembly/judge-steps.ts`. */
const unknown = 3;
const alone = 2;

/** As many cells as a kernel has room for: `stepsSize`. */
const mostCells = 2 ** 16;

/** The steps of an automaton as the kernel wants them. Each is found out when a text takes it for the first time. */
export class StepTable<State extends object = object> {
	/** By byte: the place of its kind in a row, bytes; 0 for bytes that aren't ASCII. */
	readonly kinds = new Uint16Array(256);
	readonly #automaton: Automaton<State>;
	/** Cells of a row: one for bytes that don't stand for themselves, one for each kind, one for the end. */
	readonly #rowLength: number;
	#cells: Uint32Array;
	readonly #numbers = new Map<State, number>();
	readonly #states: State[] = [];
	#isFull = false;

	constructor(automaton: Automaton<State>) {
		this.#automaton = automaton;
		this.#rowLength = automaton.kindCount + 2;
		this.#cells = new Uint32Array(this.#rowLength * 16);
		for (const [byte, kind] of automaton.kinds.entries()) {
			this.kinds[byte] = 4 * (kind + 1);
		}
		this.#numberOf(automaton.start);
	}

	/** The rows of all states that are known, one after the other, behind an empty one. */
	get cells(): Uint32Array {
		return this.#cells.subarray(0, this.#rowLength * (this.#states.length + 1));
	}

	/** The state that a text begins in: the place of its row, bytes. */
	get start(): number {
		return 4 * this.#rowLength;
	}

	/** The place in a row of what the end of a text leads to, bytes. */
	get endKind(): number {
		return 4 * (this.#rowLength - 1);
	}

	/** True once a step can't be found out for want of room. */
	get isFull(): boolean {
		return this.#isFull;
	}

	/** Finds out a step, by its place in bytes. */
	find(place: number): void {
		const cell = place / 4;
		const state = this.#states[Math.floor(cell / this.#rowLength) - 1];
		if (state === undefined || this.#cells[cell] !== unknown) {
			return;
		}
		const next = this.#automaton.next(state, (cell % this.#rowLength) - 1);
		const number = typeof next === 'object' ? this.#numberOf(next) : next;
		if (number === undefined) {
			this.#isFull = true;
		} else {
			this.#cells[cell] = Number(number);
		}
	}

	/** The number of a state, a new one for one that hasn't come yet; undefined when there is no room for that. */
	#numberOf(state: State): number | undefined {
		const known = this.#numbers.get(state);
		if (known !== undefined) {
			return known;
		}
		const first = this.#rowLength * (this.#states.length + 1);
		const end = first + this.#rowLength;
		if (end > mostCells) {
			return undefined;
		}
		if (end > this.#cells.length) {
			const wider = new Uint32Array(Math.min(mostCells, 2 * this.#cells.length));
			wider.set(this.#cells);
			this.#cells = wider;
		}
		this.#cells.fill(unknown, first, end);
		this.#cells[first] = alone;
		this.#states.push(state);
		this.#numbers.set(state, 4 * first);
		return 4 * first;
	}
}

/** An automaton that reads an ASCII string byte by byte. */
export type Automaton<State extends object> = {
	/** Class of each byte below 128, from 0 to `kindCount - 1`. Bytes of one class are equivalent. */
	readonly kinds: Uint8Array;
	readonly kindCount: number;
	readonly start: State;
	/**
	 * Returns the next state after a byte of a class, or after the end of the string, which is class `kindCount`. Returns true or
	 * false when the rest of the string no longer matters, and at the end. Returns undefined if the state would take too much
	 * memory.
	 */
	next(state: State, kind: number): State | boolean | undefined;
};

/** Marks a step that isn't known yet, or that a byte doesn't have: see `assembly/judge-steps.ts`. */
const unknown = 3;
const alone = 2;

/** Maximum number of cells in a kernel: `stepsSize`. */
const maxCells = 2 ** 16;

/** The steps of an automaton in the kernel's layout. Each step is computed when a string first takes it. */
export class StepTable<State extends object = object> {
	/** Byte offset within a row for the class of each byte; 0 for bytes that aren't ASCII. */
	readonly kinds = new Uint16Array(256);
	readonly #automaton: Automaton<State>;
	/** Cells per row: one for bytes that must be decoded, one for each class, one for the end. */
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

	/** The concatenated rows of all known states, after an empty row. */
	get cells(): Uint32Array {
		return this.#cells.subarray(0, this.#rowLength * (this.#states.length + 1));
	}

	/** The initial state: the byte offset of its row. */
	get start(): number {
		return 4 * this.#rowLength;
	}

	/** Byte offset within a row for the end of a string. */
	get endKind(): number {
		return 4 * (this.#rowLength - 1);
	}

	/** True after a step couldn't be computed because the table is full. */
	get isFull(): boolean {
		return this.#isFull;
	}

	/** Computes the step at a byte offset. */
	find(offset: number): void {
		const cell = offset / 4;
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

	/** Returns the number of a state, a new number for a new state; undefined if the table is full. */
	#numberOf(state: State): number | undefined {
		const known = this.#numbers.get(state);
		if (known !== undefined) {
			return known;
		}
		const first = this.#rowLength * (this.#states.length + 1);
		const end = first + this.#rowLength;
		if (end > maxCells) {
			return undefined;
		}
		if (end > this.#cells.length) {
			const wider = new Uint32Array(Math.min(maxCells, 2 * this.#cells.length));
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

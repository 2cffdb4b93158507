import {isBareByte} from '../values/json-syntax.js';

/** The position of values in objects: a name within the object or array at a certain place. Its values are of one kind. */
export class Place {
	/** Identifies the place. */
	readonly number: number;
	/** Kind of the values, see `kinds` in named-values.ts. */
	readonly kind: number;
	/** Number of the name in the table of known names. */
	readonly entry: number;
	/** State of that table, see `NamedValues.states`. */
	readonly state: string;
	/** Places in the objects or arrays at this place, by kind and name. */
	readonly inner = new Map<string, Place>();
	/** The last step from this place, which links to the other steps. */
	last: Step | undefined;
	/** Number of these steps. */
	steps = 0;

	constructor(number: number, kind: number, entry: number, state: string) {
		this.number = number;
		this.kind = kind;
		this.entry = entry;
		this.state = state;
	}
}

/** The step from a value to the next one, or to the end of the line's object. */
export type Step = {
	/**
	 * Range in `Places.bytes` of all bytes between them: quotes and brackets of both, commas, the name and white space.
	 */
	readonly start: number;
	readonly length: number;
	/** Range of the name in these bytes, or -1. */
	readonly name: number;
	readonly afterName: number;
	/** Offsets after the brackets that close objects and arrays. */
	readonly closings: readonly number[];
	/** True if the next value has no quotes. */
	readonly isBare: boolean;
	/** Place of the next value; undefined at the end. */
	readonly place: Place | undefined;
	/** Another step from the same place. */
	other: Step | undefined;
};

/** A step to be stored. The ranges are relative to the line's buffer. */
export type NewStep = Pick<Step, 'name' | 'afterName' | 'closings' | 'isBare'> & {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
};

/** Memory limits. Further places and steps aren't stored. */
const maxPlaces = 2048;
const maxSteps = 24;
const maxSize = 1 << 17;

/** Bytes that keep a name from being stored: escapes, and possible parts of colour codes. */
const oddBytes = /[^ -"$-[\]-\xFF]/;

/**
 * The places of values in the objects of a log, and the steps between them. The objects have the same names in nearly the same
 * order, so most steps are known: comparing their bytes takes less time than reading them.
 */
export class Places {
	/** Place of the object that is the line. */
	readonly root: Place;
	#count = 0;
	/** The bytes of all steps. */
	readonly #bytes = new Uint8Array(maxSize);
	readonly #view = new DataView(this.#bytes.buffer);
	#size = 0;

	/** @param state - state of the table of known names in the object */
	constructor(state: string) {
		this.root = this.#create(0, 0, state);
	}

	/**
	 * Stores a step from a place to the next value. Returns the value's place, or undefined if it can't be stored.
	 *
	 * @param from - undefined if the place is unknown: then no step is stored, and only a known place is returned
	 * @param outer - place of the object or array with the next value
	 */
	add(
		from: Place | undefined,
		step: NewStep,
		outer: Place,
		kind: number,
		entry: number,
		state: string,
	): Place | undefined {
		const name = step.bytes.toString('latin1', Math.max(0, step.name), Math.max(0, step.afterName));
		const id = `${kind}${step.name === -1 ? '' : `"${name}`}`;
		const known = outer.inner.get(id);
		if (from === undefined || (known === undefined && (this.#count > maxPlaces || oddBytes.test(name)))) {
			return known;
		}
		const place = known ?? this.#create(kind, entry, state);
		if (!this.#add(from, step, place)) {
			return known;
		}
		outer.inner.set(id, place);
		return place;
	}

	/** Stores the step to the end of the line's object. */
	addEnd(from: Place, step: NewStep): void {
		this.#add(from, step, undefined);
	}

	#add(
		from: Place,
		{bytes, start, end, name, afterName, closings, isBare}: NewStep,
		place: Place | undefined,
	): boolean {
		const length = end - start;
		if (from.steps === maxSteps || this.#size + length > maxSize) {
			return false;
		}
		from.last = {
			start: this.#size,
			length,
			name: name === -1 ? -1 : name - start,
			afterName: afterName - start,
			closings: closings.map(at => at - start),
			isBare,
			place,
			other: from.last,
		};
		from.steps++;
		this.#bytes.set(bytes.subarray(start, end), this.#size);
		this.#size += length;
		return true;
	}

	#create(kind: number, entry: number, state: string): Place {
		return new Place(this.#count++, kind, entry, state);
	}

	/**
	 * Returns the known step from a value at `from` that ends at `start`, or undefined.
	 *
	 * @param view - view of the buffer of `bytes`: comparing four bytes at once takes a quarter of the time
	 * @param viewed - the offset in the view
	 */
	next(
		from: Place,
		bytes: Uint8Array,
		start: number,
		end: number,
		view: DataView,
		viewed: number,
	): Step | undefined {
		let before: Step | undefined;
		for (let step = from.last; step !== undefined; step = step.other) {
			const {start: first, length} = step;
			let at = start + length > end ? length + 1 : 0;
			while (at + 4 <= length && this.#view.getInt32(first + at) === view.getInt32(viewed + at)) {
				at += 4;
			}
			while (at < length && this.#bytes[first + at] === bytes[start + at]) {
				at++;
			}
			if (at === length && (!step.isBare || isBareByte(bytes[start + at]))) {
				if (before !== undefined) {
					before.other = step.other;
					step.other = from.last;
					from.last = step;
				}
				return step;
			}
			before = step;
		}
		return undefined;
	}
}

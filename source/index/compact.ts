import type {StoredValues} from './column.js';
import type {Dictionary} from './dictionary.js';
import {segmentRows} from './row-numbers.js';
import {largestStretch, Segment, type SegmentOrigin} from './segment.js';

// Loops over rows that read one kind of array take half of the time of those that meet four; the copy takes a tenth of
// that. There is a function for each kind of target for the same reason.

/** Writes the first values of a column of whole numbers, from 0 to 2^32 - 1 and of which the unit is 1, to an array. */
export function copyWholes({values, base}: StoredValues, rows: number, target: Uint32Array): void {
	if (values === undefined) {
		target.fill(base, 0, rows);
		return;
	}
	target.set(values.subarray(0, rows));
	for (let row = base === 0 ? rows : 0; row < rows; row++) {
		target[row] = (target[row] ?? 0) + base;
	}
}

/** As `copyWholes`, but for what has to be added to all of them, which is returned: adding it takes as long as a copy. */
export function copyDistances({values, base}: StoredValues, rows: number, target: Uint32Array): number {
	if (values === undefined) {
		target.fill(0, 0, rows);
	} else {
		target.set(values.subarray(0, rows));
	}
	return base;
}

/** Writes the first values of a column to an array. */
export function copyReals({values, base, unit, nan}: StoredValues, rows: number, target: Float64Array): void {
	if (values === undefined) {
		target.fill(base, 0, rows);
		return;
	}
	target.set(values.subarray(0, rows));
	if (!Number.isNaN(nan)) {
		for (let row = 0; row < rows; row++) {
			const value = target[row] ?? 0;
			target[row] = value === nan ? Number.NaN : value * unit + base;
		}
		return;
	}
	for (let row = base === 0 && unit === 1 ? rows : 0; row < rows; row++) {
		target[row] = (target[row] ?? 0) * unit + base;
	}
}

/** Segments that hold no more than this are put together with others, but not more than so many at a time. */
const few = segmentRows / 4;
const mostTogether = 64;

/**
 * A copy of what segments of one file, neighbours in their order, still hold: one segment, sealed. `rowsOf` gives the rows of
 * each, in the order of the file, where only some are to be copied.
 */
export function compact(
	segments: readonly Segment[],
	origin: SegmentOrigin,
	rowsOf: (segment: Segment) => Uint16Array = heldRows,
): Segment {
	const copy = Segment.open(origin, segments[0]?.baseOffset ?? 0);
	for (const segment of segments) {
		const rows = rowsOf(segment);
		addHeld(copy, segment, rows, numbersOf(segment, rows, origin));
	}
	copy.seal();
	return copy;
}

/** The numbers that texts have in other dictionaries, for each field; undefined: the same. */
type NewNumbers = ReadonlyArray<ReadonlyMap<number, number>> | undefined;

/** What is copied of entries besides their place and their texts. */
const copiedColumns = ['status', 'zone', 'format', 'flags', 'bytes', 'durationMs'] as const;

/** Adds rows of a segment to one whose lines stand before its lines, and that has room for so many. */
function addHeld(target: Segment, segment: Segment, rows: Uint16Array, numbers: NewNumbers): void {
	for (const from of rows) {
		const row = target.add(segment.time.get(from), segment.offset(from));
		for (const column of copiedColumns) {
			target[column].push(row, segment[column].get(from));
		}
		for (const [field, column] of target.texts.entries()) {
			const id = segment.texts[field]?.get(from) ?? 0;
			column.push(row, numbers === undefined ? id : (numbers[field]?.get(id) ?? 0));
		}
	}
	target.settle();
}

/** The rows that haven't been let go, in the order of the file. */
function heldRows(segment: Segment): Uint16Array {
	const rows = new Uint16Array(segment.held);
	for (let index = 0; index < rows.length; index++) {
		rows[index] = segment.rowAt(segment.evicted + index);
	}
	return rows.sort();
}

/** Of the texts of its rows; undefined when the dictionaries are those of the segment. */
function numbersOf(segment: Segment, rows: Uint16Array, {dictionaries}: SegmentOrigin): NewNumbers {
	if (dictionaries === segment.dictionaries) {
		return undefined;
	}
	return segment.texts.map((column, field) => {
		const numbers = new Map<number, number>();
		for (const row of rows) {
			numbers.set(column.get(row), 0);
		}
		// The number of no text stays what it is.
		numbers.delete(0);
		const own = segment.dictionaries[field];
		if (own !== undefined) {
			adoptInto(numbers, own, dictionaries[field]);
		}
		return numbers;
	});
}

function adoptInto(numbers: Map<number, number>, from: Dictionary, to: Dictionary | undefined): void {
	const ids = [...numbers.keys()];
	const adopted = to?.adopt(from.textsOf(ids));
	for (const [index, id] of ids.entries()) {
		numbers.set(id, adopted?.[index + 1] ?? 0);
	}
}

/**
 * The segments that can be rewritten as one: a segment, and those next to it in its file that hold little, as many as
 * fit. `all` are those that there are.
 */
export function compactedTogether(segment: Segment, all: Iterable<Segment>): Segment[] {
	const ofFile = [...all]
		.filter(({file, live}) => file === segment.file && live === segment.live)
		.sort((a, b) => a.baseOffset - b.baseOffset);
	const place = ofFile.indexOf(segment);
	const together = [segment];
	for (const other of ofFile.slice(0, place).reverse()) {
		if (!canJoin(other, [other, ...together])) {
			break;
		}
		together.unshift(other);
	}
	for (const other of ofFile.slice(place + 1)) {
		if (!canJoin(other, [...together, other])) {
			break;
		}
		together.push(other);
	}
	return together;
}

/** Whether `together`, those that there would be with `other`, fit in a segment. */
function canJoin(other: Segment, together: readonly Segment[]): boolean {
	const [first = other] = together;
	const last = together.at(-1) ?? other;
	return (
		other.sealed &&
		other.held <= few &&
		together.length <= mostTogether &&
		together.reduce((sum, {held}) => sum + held, 0) <= segmentRows &&
		lastOffset(last) - first.baseOffset < largestStretch &&
		// A block of the past may be written yet that stands between two that were put together.
		together.every(
			(segment, place) => segment === first || lastOffset(together[place - 1]) < segment.baseOffset,
		)
	);
}

function lastOffset(segment: Segment | undefined): number {
	return segment?.offset(segment.rows - 1) ?? 0;
}

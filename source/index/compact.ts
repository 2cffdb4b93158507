import type {RowNumbers} from '../wasm/row-kernel.js';
import type {StoredValues} from './column.js';
import type {Dictionary} from './dictionary.js';
import {numberColumns} from './entry-columns.js';
import {segmentRows} from './row-numbers.js';
import {maxSegmentRange, Segment, type SegmentOrigin} from './segment.js';

// A loop over rows takes half the time if it reads one kind of array instead of four; the copy takes 10 % of the saving. Each
// kind of target has its own function for the same reason.

/** Copies the first `rows` values of a column to an array. The column must have integers from 0 to 2^32 - 1 and a unit of 1. */
export function copyWholes({values, base}: RowNumbers, rows: number, target: Uint32Array): void {
	if (values === undefined) {
		target.fill(base, 0, rows);
		return;
	}
	target.set(values.subarray(0, rows));
	for (let row = base === 0 ? rows : 0; row < rows; row++) {
		target[row] = (target[row] ?? 0) + base;
	}
}

/** Copies values like `copyWholes`, but without adding the base, and returns the base. Adding it takes as long as a copy. */
export function copyDistances({values, base}: StoredValues, rows: number, target: Uint32Array): number {
	if (values === undefined) {
		target.fill(0, 0, rows);
	} else {
		target.set(values.subarray(0, rows));
	}
	return base;
}

/** Copies the first `rows` values of a column to an array. */
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

/**
 * Maximum entries of a segment that may be merged with its neighbours. `maxTogether` is the maximum number of segments per
 * merge.
 */
const few = segmentRows / 4;
const maxTogether = 64;

/**
 * Copies the remaining entries of neighbouring segments of one file into one sealed segment. `rowsOf` selects the rows to copy,
 * in file order.
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

/** For each field, the ids of strings in other dictionaries by their old ids. Undefined if the ids stay the same. */
type NewNumbers = ReadonlyArray<ReadonlyMap<number, number>> | undefined;

/** Columns copied verbatim: all except time, offset and strings. */
const copiedColumns = numberColumns.filter(name => name !== 'time' && name !== 'offset');

/** Appends rows of a segment to `target`, whose lines must precede them and which must have enough capacity. */
function addHeld(target: Segment, segment: Segment, rows: Uint16Array, numbers: NewNumbers): void {
	for (const from of rows) {
		const row = target.add(segment.time.get(from), segment.offset(from));
		for (const column of copiedColumns) {
			target.numbers[column].push(row, segment.numbers[column].get(from));
		}
		for (const [field, column] of target.texts.entries()) {
			const id = segment.texts[field]?.get(from) ?? 0;
			column.push(row, numbers === undefined ? id : (numbers[field]?.get(id) ?? 0));
		}
	}
	target.settle();
}

/** Returns the rows that haven't been evicted, in file order. */
function heldRows(segment: Segment): Uint16Array {
	const rows = new Uint16Array(segment.held);
	for (let index = 0; index < rows.length; index++) {
		rows[index] = segment.rowAt(segment.evicted + index);
	}
	return rows.sort();
}

/** Returns the new ids of the strings in these rows. Undefined if the segment already uses these dictionaries. */
function numbersOf(segment: Segment, rows: Uint16Array, {dictionaries}: SegmentOrigin): NewNumbers {
	if (dictionaries === segment.dictionaries) {
		return undefined;
	}
	return segment.texts.map((column, field) => {
		const numbers = new Map<number, number>();
		for (const row of rows) {
			numbers.set(column.get(row), 0);
		}
		// `noText` keeps its id.
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
 * Returns the segments that can be rewritten as one: `segment` and as many sparse neighbours in its file as fit. `all` are all
 * existing segments.
 */
export function compactedTogether(segment: Segment, all: Iterable<Segment>): Segment[] {
	const ofFile = [...all]
		.filter(({file, live}) => file === segment.file && live === segment.live)
		.sort((a, b) => a.baseOffset - b.baseOffset);
	const index = ofFile.indexOf(segment);
	const together = [segment];
	for (const other of ofFile.slice(0, index).reverse()) {
		if (!canJoin(other, [other, ...together])) {
			break;
		}
		together.unshift(other);
	}
	for (const other of ofFile.slice(index + 1)) {
		if (!canJoin(other, [...together, other])) {
			break;
		}
		together.push(other);
	}
	return together;
}

/** Checks that the segments in `together`, which include `other`, fit in one segment. */
function canJoin(other: Segment, together: readonly Segment[]): boolean {
	const [first = other] = together;
	const last = together.at(-1) ?? other;
	return (
		other.sealed &&
		other.held <= few &&
		together.length <= maxTogether &&
		together.reduce((sum, {held}) => sum + held, 0) <= segmentRows &&
		lastOffset(last) - first.baseOffset < maxSegmentRange &&
		// A block of the backfill may still be written between two merged segments.
		together.every(
			(segment, index) => segment === first || lastOffset(together[index - 1]) < segment.baseOffset,
		)
	);
}

function lastOffset(segment: Segment | undefined): number {
	return segment?.offset(segment.rows - 1) ?? 0;
}

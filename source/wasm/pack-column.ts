import {second} from '../durations.js';
import {columnRows, type Kernel} from './kernel.js';
import {type Own, ownCopy} from './own-copy.js';

/** The numbers of a column in as few bits as they need: each is `base` and as many units as `values` has for it. */
type PackedColumn = {
	readonly base: number;
	readonly unit: number;
	/** What stands in `values` for NaN; itself NaN, which equals nothing, where nothing does. */
	readonly nan: number;
	readonly values: Own<Uint8Array | Uint16Array | Uint32Array>;
};

/**
 * Packs the first `rows` values, `columnRows` at most. Undefined when they aren't whole, or don't fit in 32 bits each.
 * Measured: a third of the time that it takes in JavaScript, where arrays of several kinds make loops slow.
 */
export function packColumn(
	kernel: Kernel,
	values: Uint32Array | Float64Array,
	rows: number,
): PackedColumn | undefined {
	if (rows > columnRows) {
		throw new RangeError('a column has too many rows');
	}
	const {exports} = kernel;
	const column = exports.column.value;
	if (values instanceof Uint32Array) {
		kernel.words.set(values.subarray(0, rows), column / 4);
		exports.extentOfWholes(rows);
	} else {
		kernel.reals.set(values.subarray(0, rows), column / 8);
		if (exports.extentOfReals(rows) === 0) {
			return undefined;
		}
	}
	const base = exports.smallest.value;
	const range = exports.largest.value - base;
	const hasNaN = exports.hasNaN.value !== 0;
	const bytesOf = (unit: number): number => bytesFor(range / unit + (hasNaN ? 1 : 0));
	// Most logs tell times to the second, for which half of the bytes are enough.
	const isOfSeconds =
		values instanceof Float64Array &&
		bytesOf(second) < bytesOf(1) &&
		exports.areMultiples(rows, base, second) !== 0;
	const unit = isOfSeconds ? second : 1;
	const bytes = bytesOf(unit);
	if (bytes > 4) {
		return undefined;
	}
	const nan = 2 ** (8 * bytes) - 1;
	if (values instanceof Uint32Array) {
		exports.narrowWholes(rows, base, bytes);
	} else {
		exports.narrowReals(rows, base, unit, nan, bytes);
	}
	return {base, unit, nan: hasNaN ? nan : Number.NaN, values: ownCopy(narrowedIn(kernel, rows, bytes))};
}

/**
 * A packed column of the same rows, with what a list of the kernel has for each value in its place: see `assembly/lists.ts`.
 * Where they are as wide, the values are written over: memory that is new takes as long as all else here.
 * Measured: a third of the time that it takes where the values are mapped in JavaScript, and then packed.
 */
export function packListed(
	kernel: Kernel,
	field: number,
	{base, values}: Pick<PackedColumn, 'base' | 'values'>,
	rows: number,
): PackedColumn {
	if (rows > columnRows) {
		throw new RangeError('a column has too many rows');
	}
	const {exports} = kernel;
	narrowedIn(kernel, rows, values.BYTES_PER_ELEMENT).set(values);
	exports.mapListed(field, base, rows, values.BYTES_PER_ELEMENT);
	const smallest = exports.smallest.value;
	const bytes = bytesFor(exports.largest.value - smallest);
	exports.narrowWholes(rows, smallest, bytes);
	const listed = narrowedIn(kernel, rows, bytes);
	if (bytes !== values.BYTES_PER_ELEMENT) {
		return {base: smallest, unit: 1, nan: Number.NaN, values: ownCopy(listed)};
	}
	values.set(listed);
	return {base: smallest, unit: 1, nan: Number.NaN, values};
}

function bytesFor(range: number): number {
	return range < 2 ** 8 ? 1 : range < 2 ** 16 ? 2 : range < 2 ** 32 ? 4 : 8;
}

/** The narrow numbers of the kernel: good until it has others. */
function narrowedIn({exports}: Kernel, rows: number, bytes: number): Uint8Array | Uint16Array | Uint32Array {
	const Values = bytes === 1 ? Uint8Array : bytes === 2 ? Uint16Array : Uint32Array;
	return new Values(exports.memory.buffer, exports.narrowed.value, rows);
}

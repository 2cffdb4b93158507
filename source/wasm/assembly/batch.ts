/** A batch of lines and their fields, as arrays. Positions are in the source bytes of the lines. */

/**
 * Rows of a batch. With a power of two, the numbers of a row would all map to the same set of the L1 cache, which has only 8 or
 * 12 ways. Storing 20 numbers took 40 ns then; it takes 10 ns.
 */
export const batchRows: i32 = 1008;

/** Maximum bytes of lines that a batch refers to. A larger input doesn't fit in the nearest CPU caches and is slower. */
export const inputSize: i32 = 1 << 18;

/** Bytes after the input that may be read, with any content. */
const slack: i32 = 64;

/** Distance from a part of a line in the input to its copy without escapes: see wrapped-lines.ts. */
export const unescapedAt: i32 = inputSize + slack;

/** Copies of the bytes that a batch refers to, then copies of some parts without escapes. */
export const input: usize = memory.data(2 * unescapedAt, 16);

/** Number of strings per entry. `tools/build.js` counts them in `fields/fields.ts`. */
export const textCount: i32 = textFieldCount;

/** Starts and ends of strings, u32: all rows of the first field, then all rows of the next. The last rows are for strings without a field. */
export const textStarts: usize = memory.data((textCount + 1) * batchRows * 4, 16);
export const textEnds: usize = memory.data((textCount + 1) * batchRows * 4, 16);

/** Times, sizes and durations, f64; offsets, zones, statuses, formats and flags, u32. */
export const times: usize = memory.data(batchRows * 8, 16);
export const sizes: usize = memory.data(batchRows * 8, 16);
export const durations: usize = memory.data(batchRows * 8, 16);
export const offsets: usize = memory.data(batchRows * 4, 16);
export const zones: usize = memory.data(batchRows * 4, 16);
export const statuses: usize = memory.data(batchRows * 4, 16);
export const formats: usize = memory.data(batchRows * 4, 16);
export const flags: usize = memory.data(batchRows * 4, 16);

/** Result of interning: the ids of the strings, u32. */
export const ids: usize = memory.data(batchRows * 4, 16);

/**
 * Returns how many of `count` times of the batch, from row `first` on, are in ascending order. The first is compared with
 * `newest`.
 */
export function inOrder(newest: f64, first: i32, count: i32): i32 {
	const start = times + ((<usize>first) << 3);
	const end = start + ((<usize>count) << 3);
	if (count === 0 || !(load<f64>(start) >= newest)) {
		return 0;
	}
	let at = start + 8;
	while (at + 16 <= end && i64x2.all_true(f64x2.ge(v128.load(at), v128.load(at - 8)))) {
		at += 16;
	}
	while (at < end && load<f64>(at) >= load<f64>(at - 8)) {
		at += 8;
	}
	return <i32>((at - start) >> 3);
}

/** Checks that all `count` numbers from an address on, u32, equal `number`. */
export function sameWords(at: usize, count: i32, number: u32): bool {
	const numbers = i32x4.splat(number);
	const end = at + ((<usize>count) << 2);
	for (; at + 16 <= end; at += 16) {
		if (!i32x4.all_true(i32x4.eq(v128.load(at), numbers))) {
			return false;
		}
	}
	for (; at < end; at += 4) {
		if (load<u32>(at) !== number) {
			return false;
		}
	}
	return true;
}

/** Does the same for f64; NaN equals NaN. */
export function sameReals(at: usize, count: i32, number: f64): bool {
	const end = at + ((<usize>count) << 3);
	for (; at < end; at += 8) {
		const other = load<f64>(at);
		if (other !== number && !(F64.isNaN(other) && F64.isNaN(number))) {
			return false;
		}
	}
	return true;
}

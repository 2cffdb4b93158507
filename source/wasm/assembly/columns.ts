/** Packs the numbers of a complete column into as few bits as they need. */

/** Maximum number of rows in a column. */
export const columnRows: i32 = 32_768;

/** Unpacked numbers: f64 or u32. */
export const column: usize = memory.data(columnRows * 8 + 16, 16);

/** Results of `narrow…`: the same number of u8, u16 or u32. */
export const narrowed: usize = memory.data(columnRows * 4, 16);

/** Results of `extentOf…`. */
export let smallest: f64 = 0;
export let largest: f64 = 0;
/** True if a number is NaN. */
export let hasNaN: bool = false;

/** Finds the smallest and largest of the first `count` numbers, f64, ignoring NaN. Returns false if one isn't an integer. */
export function extentOfReals(count: i32): bool {
	// Reads two numbers at a time: repeats the last one in case `count` is odd.
	store<f64>(column + ((<usize>count) << 3), load<f64>(column + ((<usize>count - 1) << 3)));
	let least = f64x2.splat(Infinity);
	let most = f64x2.splat(-Infinity);
	let numbers = i64x2.splat(-1);
	let wholes = i64x2.splat(-1);
	for (let at = column; at < column + ((<usize>count) << 3); at += 16) {
		const values = v128.load(at);
		const areNumbers = f64x2.eq(values, values);
		least = f64x2.pmin(least, values);
		most = f64x2.pmax(most, values);
		numbers = v128.and(numbers, areNumbers);
		wholes = v128.and(wholes, v128.or(f64x2.eq(f64x2.floor(values), values), v128.not(areNumbers)));
	}
	smallest = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
	largest = max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
	hasNaN = !i64x2.all_true(numbers);
	return i64x2.all_true(wholes);
}

/** Does the same for u32. */
export function extentOfWholes(count: i32): void {
	const end = column + ((<usize>count) << 2);
	let at = column;
	let least = i32x4.splat(-1);
	let most = i32x4.splat(0);
	for (; at + 16 <= end; at += 16) {
		const values = v128.load(at);
		least = i32x4.min_u(least, values);
		most = i32x4.max_u(most, values);
	}
	for (; at < end; at += 4) {
		const value = i32x4.splat(load<u32>(at));
		least = i32x4.min_u(least, value);
		most = i32x4.max_u(most, value);
	}
	smallest = <f64>min(min(lane(least, 0), lane(least, 1)), min(lane(least, 2), lane(least, 3)));
	largest = <f64>max(max(lane(most, 0), lane(most, 1)), max(lane(most, 2), lane(most, 3)));
	hasNaN = false;
}

/**
 * Checks that the distances of the first `count` numbers, f64, from `base` are multiples of `unit`, ignoring NaN. `extentOfReals`
 * must have returned true before. All distances must be below 2^32 times the unit.
 */
export function areMultiples(count: i32, base: f64, unit: f64): bool {
	const bases = f64x2.splat(base);
	const units = f64x2.splat(unit);
	for (let at = column; at < column + ((<usize>count) << 3); at += 16) {
		const quotients = f64x2.div(f64x2.sub(v128.load(at), bases), units);
		const areNumbers = f64x2.eq(quotients, quotients);
		if (v128.any_true(v128.andnot(areNumbers, f64x2.eq(f64x2.floor(quotients), quotients)))) {
			return false;
		}
	}
	return true;
}

/**
 * Writes the distances of the first `count` numbers, f64, from `base` to `narrowed`, in units and with `bytes` bytes each. They
 * must be multiples of `unit`. NaN becomes `nan`.
 */
export function narrowReals(count: i32, base: f64, unit: f64, nan: u32, bytes: i32): void {
	const bases = f64x2.splat(base);
	// The inverse is precise enough: the nearest integer is correct.
	const inverses = f64x2.splat(1 / unit);
	const nans = i64x2.splat(nan);
	// Each u32 takes half the bytes of an f64, so it only overwrites numbers that have been read.
	for (let row: usize = 0; row < <usize>count; row += 2) {
		const values = v128.load(column + (row << 3));
		const units = f64x2.nearest(f64x2.mul(f64x2.sub(values, bases), inverses));
		const wholes = i32x4.trunc_sat_f64x2_u_zero(units);
		const isNumber = f64x2.eq(values, values);
		const kept = v128.and(
			wholes,
			i8x16.shuffle(isNumber, isNumber, 0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11),
		);
		const missing = v128.andnot(nans, isNumber);
		const filled = v128.or(
			kept,
			i8x16.shuffle(missing, missing, 0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11),
		);
		v128.store64_lane(column + (row << 2), filled, 0);
	}
	narrowWholes(count, 0, bytes);
}

/** Does the same for u32. Also narrows up to 15 numbers after the last. */
export function narrowWholes(count: i32, base: u32, bytes: i32): void {
	const bases = i32x4.splat(base);
	const end = column + ((<usize>count) << 2);
	let to = narrowed;
	for (let at = column; at < end; at += 64) {
		const a = i32x4.sub(v128.load(at), bases);
		const b = i32x4.sub(v128.load(at, 16), bases);
		const c = i32x4.sub(v128.load(at, 32), bases);
		const d = i32x4.sub(v128.load(at, 48), bases);
		if (bytes === 4) {
			v128.store(to, a);
			v128.store(to, b, 16);
			v128.store(to, c, 32);
			v128.store(to, d, 48);
			to += 64;
			continue;
		}
		const first = i16x8.narrow_i32x4_u(a, b);
		const second = i16x8.narrow_i32x4_u(c, d);
		if (bytes === 2) {
			v128.store(to, first);
			v128.store(to, second, 16);
			to += 32;
		} else {
			v128.store(to, i8x16.narrow_i16x8_u(first, second));
			to += 16;
		}
	}
}

function lane(values: v128, index: i32): u32 {
	switch (index) {
		case 0:
			return i32x4.extract_lane(values, 0);
		case 1:
			return i32x4.extract_lane(values, 1);
		case 2:
			return i32x4.extract_lane(values, 2);
		default:
			return i32x4.extract_lane(values, 3);
	}
}

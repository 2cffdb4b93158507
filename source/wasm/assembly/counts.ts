// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Block, blockFor, blockSize} from './blocks';
import {column} from './columns';
import {maxRows, values} from './rows';

/** Counts the rows of a segment by number. */

/** The numbers of the rows to count, u16. */
export const counted: usize = memory.data(maxRows * 2, 16);

/** The real number of each row in `counted`, in the same order, f64: see `readReals`. Two are written at a time. */
export const reals: usize = memory.data(maxRows * 8 + 16, 16);

/**
 * Reads the real numbers of the first `count` rows of `counted`: the row's number in `column` times `unit`, plus `base`; NaN if
 * it is `nan`. The numbers in `column` have `width` bytes: 8 means f64, 0 that all are 0.
 */
export function readReals(count: u32, width: i32, base: f64, unit: f64, nan: f64): void {
	if (width === 8) {
		readEach<f64>(count, base, unit, nan);
	} else if (width === 4) {
		readEach<u32>(count, base, unit, nan);
	} else if (width === 2) {
		readEach<u16>(count, base, unit, nan);
	} else {
		if (width === 0) {
			memory.fill(column, 0, maxRows);
		}
		readEach<u8>(count, base, unit, nan);
	}
}

function readEach<T>(count: u32, base: f64, unit: f64, nan: f64): void {
	if (areAdjacent(count)) {
		readAdjacent<T>(count, base, unit, nan);
		return;
	}
	for (let at: usize = 0; at < <usize>count; at++) {
		const stored = <f64>load<T>(column + <usize>load<u16>(counted + (at << 1)) * sizeof<T>());
		store<f64>(reals + (at << 3), stored === nan ? NaN : stored * unit + base);
	}
}

const numbersBlock = changetype<Block>(memory.data(blockSize, 4));

/** Returns the address of a buffer for `size` counts, u32. Growing it loses its content. */
export function numbersFor(size: u32): usize {
	return blockFor(numbersBlock, <usize>size * 4);
}

/** Checks whether the first `count` rows of `counted` are adjacent and ascending, as the rows of a whole segment are. */
function areAdjacent(count: u32): bool {
	const first = load<u16>(counted);
	if (count === 0 || <u32>load<u16>(counted + ((<usize>count - 1) << 1)) !== <u32>first + count - 1) {
		return false;
	}
	const eight = i16x8.splat(8);
	let expected = i16x8.add(i16x8.splat(<i16>first), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
	let at: usize = 0;
	for (; at + 8 <= <usize>count; at += 8) {
		if (!i16x8.all_true(i16x8.eq(v128.load(counted + (at << 1)), expected))) {
			return false;
		}
		expected = i16x8.add(expected, eight);
	}
	for (; at < <usize>count; at++) {
		if (<u32>load<u16>(counted + (at << 1)) !== <u32>first + <u32>at) {
			return false;
		}
	}
	return true;
}

/** Does the same as `readEach` for adjacent rows, in 1/3 of the time. */
function readAdjacent<T>(count: u32, base: f64, unit: f64, nan: f64): void {
	const bases = f64x2.splat(base);
	const units = f64x2.splat(unit);
	const nans = f64x2.splat(nan);
	const missing = f64x2.splat(NaN);
	const from = column + <usize>load<u16>(counted) * sizeof<T>();
	for (let at: usize = 0; at < <usize>count; at += 2) {
		const stored = pairAt<T>(from + at * sizeof<T>());
		const numbers = f64x2.add(f64x2.mul(stored, units), bases);
		v128.store(reals + (at << 3), v128.bitselect(missing, numbers, f64x2.eq(stored, nans)));
	}
}

/** Returns two adjacent numbers. */
function pairAt<T>(at: usize): v128 {
	if (sizeof<T>() === 8) {
		return v128.load(at);
	}
	if (sizeof<T>() === 4) {
		return f64x2.convert_low_i32x4_u(v128.load64_zero(at));
	}
	const halves = sizeof<T>() === 2 ? v128.load32_zero(at) : i16x8.extend_low_i8x16_u(v128.load32_zero(at));
	return f64x2.convert_low_i32x4_u(i32x4.extend_low_i16x8_u(halves));
}

/**
 * Counts the rows of `counted` from `first` up to but excluding `end`: each increments the count indexed by its number in `values`
 * times `step`, plus `base`.
 */
export function countNumbers(first: u32, end: u32, width: i32, base: u32, step: u32): void {
	if (width === 4) {
		countEach<u32>(first, end, base, step);
	} else if (width === 2) {
		countEach<u16>(first, end, base, step);
	} else {
		countEach<u8>(first, end, base, step);
	}
}

function countEach<T>(first: u32, end: u32, base: u32, step: u32): void {
	const from = numbersBlock.at + ((<usize>base) << 2);
	const bytes = (<usize>step) << 2;
	for (let at = counted + ((<usize>first) << 1); at < counted + ((<usize>end) << 1); at += 2) {
		const number = <usize>load<T>(values + <usize>load<u16>(at) * sizeof<T>());
		const counter = from + number * bytes;
		store<u32>(counter, load<u32>(counter) + 1);
	}
}

/** The numbers of a column are brought into as few bits as they need, when no more of them come. */

/** The most rows of a column. */
export const columnRows: i32 = 32_768;

/** Numbers as they come: f64, or u32. */
export const column: usize = memory.data(columnRows * 8, 16);

/** What `narrow…` gives: as many u8, u16 or u32. */
export const narrowed: usize = memory.data(columnRows * 4, 16);

/** What `extentOf…` finds. */
export let smallest: f64 = 0;
export let largest: f64 = 0;
/** Whether there is a NaN among them. */
export let hasNaN: bool = false;

/** Smallest and largest of the first `count` numbers, f64; those that are NaN left aside. False when one isn't whole. */
export function extentOfReals(count: i32): bool {
	let least = Infinity;
	let most = -Infinity;
	let nan = false;
	for (let at = column; at < column + ((<usize>count) << 3); at += 8) {
		const value = load<f64>(at);
		if (F64.isNaN(value)) {
			nan = true;
		} else {
			if (value !== Math.floor(value)) {
				return false;
			}
			least = value < least ? value : least;
			most = value > most ? value : most;
		}
	}
	smallest = least;
	largest = most;
	hasNaN = nan;
	return true;
}

/** The same of numbers that are u32. */
export function extentOfWholes(count: i32): void {
	let least = u32.MAX_VALUE;
	let most: u32 = 0;
	for (let at = column; at < column + ((<usize>count) << 2); at += 4) {
		const value = load<u32>(at);
		least = min(least, value);
		most = max(most, value);
	}
	smallest = <f64>least;
	largest = <f64>most;
	hasNaN = false;
}

/** Gives the distances of the first `count` numbers, f64, from `base`, in `bytes` bytes each; `nan` for a NaN. */
export function narrowReals(count: i32, base: f64, nan: u32, bytes: i32): void {
	for (let row: usize = 0; row < <usize>count; row++) {
		const value = load<f64>(column + (row << 3));
		put(row, F64.isNaN(value) ? nan : <u32>(value - base), bytes);
	}
}

/** The same of numbers that are u32. */
export function narrowWholes(count: i32, base: u32, bytes: i32): void {
	for (let row: usize = 0; row < <usize>count; row++) {
		put(row, load<u32>(column + (row << 2)) - base, bytes);
	}
}

function put(row: usize, value: u32, bytes: i32): void {
	if (bytes === 1) {
		store<u8>(narrowed + row, value);
	} else if (bytes === 2) {
		store<u16>(narrowed + (row << 1), value);
	} else {
		store<u32>(narrowed + (row << 2), value);
	}
}

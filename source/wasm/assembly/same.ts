/** Whether all of `count` numbers from an address on, u32, are the same as one. */
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

/** The same of numbers that are f64; a NaN is the same as another one. */
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

import {foldOf, isAt, parts, setFold} from './find-part';

/**
 * Returns the address at which the first `length` bytes of `parts` first occur in `[at, end)`; 0 if they don't occur. For
 * megabytes of text: compares only two bytes, the rarest ones, at 64 positions at a time. Their indexes in `parts` are `first`
 * and `second`.
 */
export function findText(
	at: usize,
	end: usize,
	length: usize,
	first: usize,
	second: usize,
	isFolded: bool,
): usize {
	if (end - at < length) {
		return 0;
	}
	setFold(isFolded);
	const a = i8x16.splat(load<u8>(parts + first));
	const b = i8x16.splat(load<u8>(parts + second));
	const foldA = i8x16.splat(foldOf(load<u8>(parts + first)));
	const foldB = i8x16.splat(foldOf(load<u8>(parts + second)));
	const stop = end - length + 1;
	for (; at + 64 <= stop; at += 64) {
		const one = bothAt(at, first, second, a, b, foldA, foldB);
		const two = bothAt(at + 16, first, second, a, b, foldA, foldB);
		const three = bothAt(at + 32, first, second, a, b, foldA, foldB);
		const four = bothAt(at + 48, first, second, a, b, foldA, foldB);
		if (v128.any_true(v128.or(v128.or(one, two), v128.or(three, four)))) {
			const low = <u64>i8x16.bitmask(one) | ((<u64>i8x16.bitmask(two)) << 16);
			const high = <u64>i8x16.bitmask(three) | ((<u64>i8x16.bitmask(four)) << 16);
			const found = firstOf(at, low | (high << 32), length);
			if (found !== 0) {
				return found;
			}
		}
	}
	for (; at < stop; at += 16) {
		let matches = <u64>i8x16.bitmask(bothAt(at, first, second, a, b, foldA, foldB));
		if (stop - at < 16) {
			matches &= ((<u64>1) << (<u64>(stop - at))) - 1;
		}
		const found = firstOf(at, matches, length);
		if (found !== 0) {
			return found;
		}
	}
	return 0;
}

/** Returns the first marked address, from `at` on, at which the string occurs; 0 if it doesn't occur. */
function firstOf(at: usize, matches: u64, length: usize): usize {
	for (; matches !== 0; matches &= matches - 1) {
		const found = at + <usize>ctz(matches);
		if (isAt(found, parts, length)) {
			return found;
		}
	}
	return 0;
}

/** Marks the positions at which the two bytes occur, among the 16 from `at` on. */
function bothAt(at: usize, first: usize, second: usize, a: v128, b: v128, foldA: v128, foldB: v128): v128 {
	return v128.and(
		i8x16.eq(v128.or(v128.load(at + first), foldA), a),
		i8x16.eq(v128.or(v128.load(at + second), foldB), b),
	);
}

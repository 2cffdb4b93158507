import {foldOf, isAt, parts, setFold} from './find-part';

/**
 * Returns the address of the first occurrence of the first `length` bytes of the parts in `[at, end)`; 0 if there is none. It is for
 * megabytes: compares two bytes of the text, its rarest ones, at 64 positions at a time. They are at the indexes `first` and
 * `second` of the text.
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
	while (at < stop) {
		if (at + 64 <= stop) {
			const found = v128.or(
				v128.or(
					bothAt(at, first, second, a, b, foldA, foldB),
					bothAt(at + 16, first, second, a, b, foldA, foldB),
				),
				v128.or(
					bothAt(at + 32, first, second, a, b, foldA, foldB),
					bothAt(at + 48, first, second, a, b, foldA, foldB),
				),
			);
			if (!v128.any_true(found)) {
				at += 64;
				continue;
			}
		}
		const last = min(at + 64, stop);
		for (; at < last; at += 16) {
			let places = i8x16.bitmask(bothAt(at, first, second, a, b, foldA, foldB));
			if (last - at < 16) {
				places &= (1 << (<i32>(last - at))) - 1;
			}
			for (; places !== 0; places &= places - 1) {
				const place = at + ctz(places);
				if (isAt(place, parts, length)) {
					return place;
				}
			}
		}
		at = last;
	}
	return 0;
}

/** Marks the positions, of 16 from `at` on, at which the two bytes are. */
function bothAt(at: usize, first: usize, second: usize, a: v128, b: v128, foldA: v128, foldB: v128): v128 {
	return v128.and(
		i8x16.eq(v128.or(v128.load(at + first), foldA), a),
		i8x16.eq(v128.or(v128.load(at + second), foldB), b),
	);
}

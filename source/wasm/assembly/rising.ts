import {times} from './batch';

/**
 * How many of `count` times of the batch, from row `first` on, come one after the other without one that is less than the one
 * before it, which for the first is `newest`.
 */
export function rising(newest: f64, first: i32, count: i32): i32 {
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

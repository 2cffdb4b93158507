import {batchRows, input, textEnds, textStarts} from '../../../kernel/assembly/batch';
import {url} from '../../../kernel/assembly/fields';

const questionMark: i8 = 63;

/** Where the paths of URLs end, u32. */
export const pathEnds: usize = memory.data(batchRows * 4, 16);

/** The address of the first byte in `[from, to)` that is no ASCII, or `to`. */
export function asciiEnd(from: usize, to: usize): usize {
	for (let at = from; at < to; at += 16) {
		const found = i8x16.bitmask(v128.load(at));
		if (found !== 0) {
			return min(at + ctz(found), to);
		}
	}
	return to;
}

/** Finds where the paths of so many rows from the first on end: at a question mark, or with their URLs. */
export function findPathEnds(first: i32, count: i32): void {
	const marks = i8x16.splat(questionMark);
	const place = <usize>((url * batchRows + first) << 2);
	for (let index: usize = 0; index < (<usize>count) << 2; index += 4) {
		const end = <usize>load<u32>(textEnds + place + index) + input;
		let pathEnd = end;
		for (let at = <usize>load<u32>(textStarts + place + index) + input; at < end; at += 16) {
			const found = i8x16.bitmask(i8x16.eq(v128.load(at), marks));
			if (found !== 0) {
				pathEnd = min(at + ctz(found), end);
				break;
			}
		}
		store<u32>(pathEnds + ((<usize>first) << 2) + index, <u32>(pathEnd - input));
	}
}

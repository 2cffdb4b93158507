import {input, offsets} from './batch';
import {find, foldOf, parts, setFold} from './find-part';
import {judgements} from './judge';

const backslash: u8 = 92;

/**
 * Clears the marks of lines that can't contain the first `length` bytes of the parts. The marks of the first `count` lines of the
 * batch are bytes in `judgements`, 1 for lines that may match. A mark remains if the bytes occur anywhere in the line, or if the
 * line may represent other characters: it has bytes beyond ASCII or backslashes. The input begins with the first line; all lines
 * take `end` bytes.
 */
export function markLines(count: i32, end: usize, length: usize, isFolded: bool): void {
	setFold(isFolded);
	const mark = i8x16.splat(backslash);
	const back = length - 1;
	const firstByte = i8x16.splat(load<u8>(parts));
	const lastByte = i8x16.splat(load<u8>(parts + back));
	const firstFold = i8x16.splat(foldOf(load<u8>(parts)));
	const lastFold = i8x16.splat(foldOf(load<u8>(parts + back)));
	let start = input + <usize>load<u32>(offsets);
	for (let row = 0; row < count; row++) {
		const stop =
			row + 1 < count ? input + <usize>load<u32>(offsets + ((<usize>(row + 1)) << 2)) : input + end;
		if (load<u8>(judgements + <usize>row) === 0) {
			start = stop;
			continue;
		}
		let found = i8x16.splat(0);
		let marked = i8x16.splat(0);
		// Reading bytes after the line is harmless: at worst, one more line stays marked.
		for (let at = start; at < stop; at += 16) {
			const bytes = v128.load(at);
			const firsts = i8x16.eq(v128.or(bytes, firstFold), firstByte);
			const lasts = i8x16.eq(v128.or(v128.load(at + back), lastFold), lastByte);
			found = v128.or(found, v128.and(firsts, lasts));
			marked = v128.or(marked, v128.or(bytes, i8x16.eq(bytes, mark)));
		}
		const isMarked =
			i8x16.bitmask(marked) !== 0 || (v128.any_true(found) && find(start, stop, parts, length) !== 0);
		store<u8>(judgements + <usize>row, <u8>isMarked);
		start = stop;
	}
}

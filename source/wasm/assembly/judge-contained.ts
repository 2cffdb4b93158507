import {find, foldOf, parts} from './find-part';
import {alone, enough, judgements, no, yes} from './judge';
import {buffer, bytesAt, lengthFound} from './text-records';
import {addressOf} from './texts';

/** Maximum length of short strings. Most strings are short. */
const usual: usize = 64;

/** `usual` bytes of ones, then as many zeros. The mask for a string starts at an offset that depends on its length. */
const masks: usize = memory.data(128, 16);
memory.fill(masks, 0xff, usual);

/**
 * Judges strings like `judgeParts`: matches strings that contain the first `length` bytes of the parts. The loop over a short
 * string is as long as the longest of them so far, because mispredicted loop ends would double the time. Ids of 16 bytes take
 * half the time of a loop over 64 bytes.
 */
export function judgeContained(pages: usize, first: u32, end: u32, length: usize, introducer: u8): u32 {
	const mark = i8x16.splat(introducer);
	const back = length - 1;
	const firstByte = i8x16.splat(load<u8>(parts));
	const lastByte = i8x16.splat(load<u8>(parts + back));
	const firstFold = i8x16.splat(foldOf(load<u8>(parts)));
	const lastFold = i8x16.splat(foldOf(load<u8>(parts + back)));
	let left = enough;
	let reach: usize = 16;
	let id = first;
	for (; id < end && left > 0; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		const size = lengthFound;
		left -= <i32>size;
		// After `stop` the part would exceed the string, and reads might exceed the memory.
		const last: usize = size < length ? 0 : back;
		const stop = start + size - last - 1;
		let marked = i8x16.splat(0);
		let found = i8x16.splat(0);
		if (size <= usual) {
			if (size > reach) {
				reach = (size + 15) & ~15;
			}
			const mask = masks + usual - size;
			for (let at: usize = 0; at < reach; at += 16) {
				const bytes = v128.load(start + at);
				const firsts = i8x16.eq(v128.or(bytes, firstFold), firstByte);
				const lasts = i8x16.eq(v128.or(v128.load(start + at + last), lastFold), lastByte);
				found = v128.or(found, v128.and(firsts, lasts));
				marked = v128.or(marked, v128.and(v128.or(bytes, i8x16.eq(bytes, mark)), v128.load(mask + at)));
			}
		} else {
			const lastAt = start + size - 16;
			for (let at = start; at < lastAt + 16; at += 16) {
				const bytes = v128.load(min(at, lastAt));
				const firsts = i8x16.eq(v128.or(bytes, firstFold), firstByte);
				const lasts = i8x16.eq(v128.or(v128.load(min(min(at, lastAt), stop) + last), lastFold), lastByte);
				found = v128.or(found, v128.and(firsts, lasts));
				marked = v128.or(marked, v128.or(bytes, i8x16.eq(bytes, mark)));
			}
		}
		let judged: u8 = no;
		if (i8x16.bitmask(marked) !== 0) {
			judged = alone;
		} else if (v128.any_true(found) && find(start, start + size, parts, length) !== 0) {
			judged = yes;
		}
		store<u8>(judgements + <usize>(id - first), judged);
	}
	return id;
}

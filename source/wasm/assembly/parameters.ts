import {batchRows, ids, input, inputSize, textEnds, textStarts} from './batch';
import {enough} from './judge';
import {marksIn} from './judge-escaped';
import {areSame, buffer, bytesAt, lengthFound} from './text-records';
import {addressOf, pagesOf} from './texts';

const questionMark: u8 = 63;
const ampersand: u8 = 38;
const hash: u8 = 35;

/** Number of parameters that were found. */
export let foundParameters: i32 = 0;

/**
 * Finds the parameters of the URLs with ids from `first` up to but excluding `end`: of each the first `most` different ones of at
 * most `longest` bytes. Copies them to the input, and writes their starts and ends there to those of the first field, and their URLs
 * to `ids`. Stops at a URL that JavaScript must examine: one with `introducer`, which introduces escapes, with a fragment, or with
 * bytes beyond ASCII. Returns the first id that hasn't been examined.
 */
export function findParameters(
	table: usize,
	first: u32,
	end: u32,
	introducer: u8,
	most: i32,
	longest: usize,
): u32 {
	const pages = pagesOf(table);
	let left = enough;
	let count = 0;
	let to = input;
	let id = first;
	for (; id < end && left > 0 && count + most <= batchRows; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		const length = lengthFound;
		left -= <i32>length;
		if (to + <usize>most * longest > input + inputSize || marksIn(start, length, introducer, hash) !== 0) {
			break;
		}
		const urlEnd = start + length;
		const ofUrl = count;
		for (let from = behind(questionMark, start, urlEnd); from < urlEnd && count < ofUrl + most; ) {
			const next = behind(ampersand, from, urlEnd);
			// Behind the last one is no ampersand.
			const size = next - from - (load<u8>(next - 1) === ampersand ? 1 : 0);
			if (size > 0 && size <= longest && !isAmong(ofUrl, count, from, size)) {
				memory.copy(to, from, size);
				const at = (<usize>count) << 2;
				count++;
				store<u32>(textStarts + at, <u32>(to - input));
				to += size;
				store<u32>(textEnds + at, <u32>(to - input));
				store<u32>(ids + at, id);
			}
			from = next;
		}
	}
	foundParameters = count;
	return id;
}

/** Returns the address behind the first occurrence of a byte in `[at, end)`; `end` if it doesn't occur. */
function behind(byte: u8, at: usize, end: usize): usize {
	const wanted = i8x16.splat(byte);
	for (; at < end; at += 16) {
		const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
		if (found !== 0) {
			return min(at + <usize>ctz(found) + 1, end);
		}
	}
	return end;
}

/** Checks whether one of the parameters from `first` up to but excluding `end` is the string at an address. */
function isAmong(first: i32, end: i32, start: usize, length: usize): bool {
	for (let index = first; index < end; index++) {
		const at = (<usize>index) << 2;
		const from = <usize>load<u32>(textStarts + at);
		if (<usize>load<u32>(textEnds + at) - from === length && areSame(input + from, start, length)) {
			return true;
		}
	}
	return false;
}

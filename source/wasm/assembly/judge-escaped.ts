import {alone, enough, judgements, no} from './judge';
import {buffer, bytesAt, lengthFound} from './text-records';
import {addressOf, pagesOf} from './texts';

/** Judges strings like `judgeParts`. Strings with bytes beyond ASCII, `introducer` or `other` become `alone`, all other strings `no`. */
export function judgeEscaped(table: usize, first: u32, end: u32, introducer: u8, other: u8): u32 {
	const pages = pagesOf(table);
	let left = enough;
	let id = first;
	for (; id < end && left > 0; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		const length = lengthFound;
		left -= <i32>length;
		const isPlain = marksIn(start, length, introducer, other) === 0;
		store<u8>(judgements + <usize>(id - first), isPlain ? no : alone);
	}
	return id;
}

/** Returns bits for bytes that aren't ASCII or equal `one` or `two`; 0 if the string has no such byte. */
export function marksIn(start: usize, length: usize, one: u8, two: u8): i32 {
	const mark = i8x16.splat(one);
	const other = i8x16.splat(two);
	if (length < 16) {
		return i8x16.bitmask(marked(v128.load(start), mark, other)) & ((1 << (<i32>length)) - 1);
	}
	const last = start + length - 16;
	let found = marked(v128.load(last), mark, other);
	for (let at = start; at < last; at += 16) {
		found = v128.or(found, marked(v128.load(at), mark, other));
	}
	return i8x16.bitmask(found);
}

function marked(bytes: v128, mark: v128, other: v128): v128 {
	return v128.or(bytes, v128.or(i8x16.eq(bytes, mark), i8x16.eq(bytes, other)));
}

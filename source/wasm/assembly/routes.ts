import {foldPath} from './fold-path';
import {enough} from './judge';
import {oddParameter, pathEnd, shapeOf, splitPath} from './shapes';
import {buffer, bytesAt, lengthFound} from './text-records';
import {addressOf, pagesOf} from './texts';

/** Finds the shapes of the URLs in a table of strings. */

/** Maximum number of URLs per call. */
export const routedUrls: i32 = 256;

/**
 * The result for each URL, u32. 0: JavaScript must examine it. Otherwise the number of its shape, from 1 on, with the result of
 * `oddParameter` from bit 16 on; or `foldedFlag` and the length of the shape built from it.
 */
export const routed: usize = memory.data(routedUrls * 4, 16);
const foldedFlag: u32 = (<u32>1) << 31;

/** Concatenated shapes built from URLs. */
const foldedSize: usize = 1 << 15;
export const folded: usize = memory.data(<i32>foldedSize, 16);

/**
 * Finds the shapes of the URLs with ids from `first` up to but excluding `end` among the first `count` of `shapes`. Otherwise
 * builds a shape of at most `longest` bytes. `introducer` is the byte that introduces escapes, 255 if URLs have no escapes.
 * Returns the first id that hasn't been examined.
 */
export function routeUrls(
	table: usize,
	first: u32,
	end: u32,
	count: u32,
	longest: usize,
	introducer: u8,
): u32 {
	const pages = pagesOf(table);
	let left = enough;
	let to = folded;
	let id = first;
	for (; id < end && left > 0 && to + longest <= folded + foldedSize; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		const size = lengthFound;
		left -= <i32>size;
		let found: u32 = 0;
		if (splitPath(start, start + size, introducer)) {
			found = shapeOf(count);
			if (found !== 0) {
				found |= oddParameter(found, start + size) << 16;
			} else {
				const length = foldPath(start, pathEnd, to, longest);
				found = length === 0 ? 0 : foldedFlag | <u32>length;
				to += length;
			}
		}
		store<u32>(routed + ((<usize>(id - first)) << 2), found);
	}
	return id;
}

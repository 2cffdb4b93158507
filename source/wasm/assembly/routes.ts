import {foldPath} from './fold-path';
import {enough} from './judge';
import {oddParameter, pathEnd, shapeOf, splitPath} from './shapes';
import {bytesAt, lengthFound, room} from './text-records';
import {pagesOf, placeOf} from './texts';

/** Texts of a table as URLs: which shapes they have. */

/** The most URLs that are looked at in one go. */
export const routedUrls: i32 = 256;

/**
 * What is told of each, u32: 0 for one that has to be looked at by itself. Else the number of its shape, from 1 on, and
 * from bit 16 on what `oddParameter` says; or `isFolded` and the length of the shape that was made of it.
 */
export const routed: usize = memory.data(routedUrls * 4, 16);
const isFolded: u32 = (<u32>1) << 31;

/** Shapes that were made of URLs, one behind the other. */
const foldedSize: usize = 1 << 15;
export const folded: usize = memory.data(<i32>foldedSize, 16);

/**
 * Finds the shapes of the URLs from number `first` on, up to but without `end`, among the first `count` of `shapes`, or
 * else makes them, of `longest` bytes at most. `introducer` begins escapes, 255 where nothing does. Returns the number
 * that it has come to.
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
		const start = bytesAt(placeOf(pages, id), room);
		const size = lengthFound;
		left -= <i32>size;
		let found: u32 = 0;
		if (splitPath(start, start + size, introducer)) {
			found = shapeOf(count);
			if (found !== 0) {
				found |= oddParameter(found, start + size) << 16;
			} else {
				const length = foldPath(start, pathEnd, to, longest);
				found = length === 0 ? 0 : isFolded | <u32>length;
				to += length;
			}
		}
		store<u32>(routed + ((<usize>(id - first)) << 2), found);
	}
	return id;
}

import {hashOf} from './hash';
import {headerSize, placesOf} from './texts';

/** Texts of a table as URLs: what stands before their `?`. */

const question: u8 = 63;

/** The most URLs that are looked at in one go. */
const lookedAt: i32 = 256;

/** The lengths of paths, and their hashes, u32; `noQuery` for a URL without a `?`. */
export const pathLengths: usize = memory.data(lookedAt * 4, 16);
export const pathHashes: usize = memory.data(lookedAt * 4, 16);

const noQuery: u32 = 0xffff_ffff;

/** Finds the paths of the URLs from number `first` on, up to but without `end`: no more than `lookedAt`. */
export function findPaths(table: usize, first: u32, end: u32): void {
	const places = placesOf(table);
	for (let id = first; id < end; id++) {
		const place = <usize>load<u32>(places + ((<usize>id) << 2));
		const start = place + headerSize;
		const length = lengthOfPath(start, start + <usize>load<u32>(place, 4));
		const at = (<usize>(id - first)) << 2;
		store<u32>(pathLengths + at, length);
		store<u32>(pathHashes + at, length === noQuery ? 0 : hashOf(start, length));
	}
}

function lengthOfPath(start: usize, end: usize): u32 {
	const wanted = i8x16.splat(question);
	for (let at = start; at < end; at += 16) {
		const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
		if (found !== 0) {
			const place = at + ctz(found);
			return place < end ? <u32>(place - start) : noQuery;
		}
	}
	return noQuery;
}

/** Whether two URLs, both with a `?`, have the same path; that of the first has so many bytes. */
export function isSamePath(table: usize, one: u32, other: u32, length: u32): bool {
	const places = placesOf(table);
	const place = <usize>load<u32>(places + ((<usize>other) << 2));
	if (load<u32>(place, 4) <= length || load<u8>(place + headerSize + length) !== question) {
		return false;
	}
	let own = <usize>load<u32>(places + ((<usize>one) << 2)) + headerSize;
	const end = own + length;
	let at = place + headerSize;
	for (; own + 8 <= end; own += 8, at += 8) {
		if (load<u64>(own) !== load<u64>(at)) {
			return false;
		}
	}
	for (; own < end; own++, at++) {
		if (load<u8>(own) !== load<u8>(at)) {
			return false;
		}
	}
	return true;
}

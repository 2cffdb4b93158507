/** Where a part of what is looked for stands in texts of ASCII. */

/** Room for the parts of what is looked for, and for where each of them ends, u32. */
export const partsSize: i32 = 4096;
export const mostParts: i32 = 64;
export const parts: usize = memory.data(partsSize + 16, 16);
export const partEnds: usize = memory.data(mostParts * 4, 16);

/** The bit that makes a capital small while case makes no difference, else nothing. */
let fold: u32 = 0;

/** Where `isFolded` the parts have no capitals, and case makes no difference. */
export function setFold(isFolded: bool): void {
	fold = isFolded ? 32 : 0;
}

/** The bit by which a byte of a part differs from its capital, if case makes no difference. */
export function foldOf(byte: u8): u8 {
	return <u8>(byte >= 97 && byte <= 122 ? fold : 0);
}

/** Whether a part stands at a place. */
export function isAt(at: usize, part: usize, length: usize): bool {
	for (let index: usize = 0; index < length; index++) {
		let byte = <u32>load<u8>(at + index);
		if (byte - 65 < 26) {
			byte |= fold;
		}
		if (byte !== <u32>load<u8>(part + index)) {
			return false;
		}
	}
	return true;
}

/** Where a part comes first in `[at, end)`; 0 when it doesn't. */
export function find(at: usize, end: usize, part: usize, length: usize): usize {
	if (length === 0) {
		return at;
	}
	if (end - at < length) {
		return 0;
	}
	// Sixteen places at a time are told from those where its first and its last byte stand.
	const back = length - 1;
	const firstByte = load<u8>(part);
	const lastByte = load<u8>(part + back);
	const first = i8x16.splat(firstByte);
	const last = i8x16.splat(lastByte);
	const firstFold = i8x16.splat(foldOf(firstByte));
	const lastFold = i8x16.splat(foldOf(lastByte));
	const stop = end - back;
	for (; at < stop; at += 16) {
		const firsts = i8x16.eq(v128.or(v128.load(at), firstFold), first);
		const lasts = i8x16.eq(v128.or(v128.load(at + back), lastFold), last);
		let places = i8x16.bitmask(v128.and(firsts, lasts));
		if (stop - at < 16) {
			places &= (1 << (<i32>(stop - at))) - 1;
		}
		for (; places !== 0; places &= places - 1) {
			const place = at + ctz(places);
			if (isAt(place, part, length)) {
				return place;
			}
		}
	}
	return 0;
}

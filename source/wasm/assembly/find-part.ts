/** Search for parts of a pattern in ASCII strings. */

/** Buffer for the parts of the pattern, and for the end of each part, u32. */
export const partsSize: i32 = 4096;
export const maxParts: i32 = 64;
export const parts: usize = memory.data(partsSize + 16, 16);
export const partEnds: usize = memory.data(maxParts * 4, 16);

/** The bit that turns a capital into a small letter while case is ignored; otherwise 0. */
let fold: u32 = 0;

/** Sets the handling of case. If `isFolded`, the parts have no capitals and case is ignored. */
export function setFold(isFolded: bool): void {
	fold = isFolded ? 32 : 0;
}

/** Returns the bit in which a byte of a part differs from its capital, if case is ignored. */
export function foldOf(byte: u8): u8 {
	return <u8>(byte >= 97 && byte <= 122 ? fold : 0);
}

/** Checks that a part is at an address. */
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

/** Returns the address of the first occurrence of a part in `[at, end)`; 0 if it doesn't occur. */
export function find(at: usize, end: usize, part: usize, length: usize): usize {
	if (length === 0) {
		return at;
	}
	if (end - at < length) {
		return 0;
	}
	// Compares the first and the last byte of the part at 16 positions at a time.
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
		let matches = i8x16.bitmask(v128.and(firsts, lasts));
		if (stop - at < 16) {
			matches &= (1 << (<i32>(stop - at))) - 1;
		}
		for (; matches !== 0; matches &= matches - 1) {
			const found = at + ctz(matches);
			if (isAt(found, part, length)) {
				return found;
			}
		}
	}
	return 0;
}

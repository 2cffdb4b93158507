/** Status values and output of a decoding step. */

/** The decoder needs more input. */
export const hungry: i32 = 0;
/** A piece of text is at `pieceStart` to `pieceEnd`, until the next call of `decode`. */
export const piece: i32 = 1;
/** The text is complete. */
export const ended: i32 = 2;
/** The bytes are invalid. */
export const damaged: i32 = 3;
/** The bytes are valid, but the checksum of the text is wrong. */
export const wrongChecksum: i32 = 4;
/** The bytes don't have this format at all. */
export const otherFormat: i32 = 5;
/** Decoding needs more memory than the limit, or than can be allocated. */
export const tooLarge: i32 = 6;
/** A variant of the format that isn't supported. */
export const unsupported: i32 = 7;

/** Maximum number of bytes of a piece. */
export const pieceSize: usize = 256 * 1024;

export let pieceStart: usize = 0;
export let pieceEnd: usize = 0;

/** Sets the address range of the next piece. */
export function setPiece(start: usize, end: usize): i32 {
	pieceStart = start;
	pieceEnd = end;
	return piece;
}

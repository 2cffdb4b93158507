/** What decoding gives. */

/** It takes more bytes to go on. */
export const hungry: i32 = 0;
/** There is a piece of text, from `pieceStart` to `pieceEnd`, until `decode` is called again. */
export const piece: i32 = 1;
/** The text is complete. */
export const ended: i32 = 2;
/** The bytes make no sense. */
export const damaged: i32 = 3;
/** They do, but what came of them isn't what was compressed. */
export const wrongChecksum: i32 = 4;
/** They aren't compressed in that way at all. */
export const otherFormat: i32 = 5;
/** More memory would be taken than is given away. */
export const tooLarge: i32 = 6;
/** It is a kind that isn't decoded here. */
export const unsupported: i32 = 7;

/** The most bytes of a piece. */
export const pieceSize: usize = 256 * 1024;

export let pieceStart: usize = 0;
export let pieceEnd: usize = 0;

/** The next piece stands there. */
export function setPiece(start: usize, end: usize): i32 {
	pieceStart = start;
	pieceEnd = end;
	return piece;
}

/**
 * Decodes bzip2 and xz, one text in one instance: bytes are written as they come, and `decode` gives the text in pieces. An
 * archive of several texts takes one instance after the other.
 */
import {decodeBzip2, openBzip2} from './bzip2';
import {decodeXz, openXz} from './xz';

export {inputSize, place, taken, written} from './input';
export {pieceEnd, pieceStart} from './output';

let isXz: bool = false;

/** Before anything else: which of the two it is. */
export function open(xz: bool): void {
	isXz = xz;
	if (xz) {
		openXz();
	} else {
		openBzip2();
	}
}

/** Decodes on, until there is a piece of text: see `output.ts` for what it returns. */
export function decode(): i32 {
	return isXz ? decodeXz() : decodeBzip2();
}

/**
 * Decodes bzip2 and xz. An instance decodes one compressed stream: the caller writes bytes as they arrive, and `decode` returns
 * the text in pieces. An archive of several streams needs one instance for each.
 */
import {decodeBzip2, openBzip2} from './bzip2';
import {decodeXz, openXz} from './xz';

export {inputAddress, inputSize, taken, written} from './input';
export {pieceEnd, pieceStart} from './output';

let isXz: bool = false;

/** Selects the format. Must be called first. */
export function open(xz: bool): void {
	isXz = xz;
	if (xz) {
		openXz();
	} else {
		openBzip2();
	}
}

/** Decodes until there is a piece of text. Returns a status of `output.ts`. */
export function decode(): i32 {
	return isXz ? decodeXz() : decodeBzip2();
}

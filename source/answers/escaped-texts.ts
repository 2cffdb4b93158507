import {type Dictionary, TextSpan} from '../index/dictionary.js';
import {type Scan, stepsAtOnce} from './scan.js';

/** 1 for bytes of which it depends on the log's format what they stand for, or that aren't ASCII. */
const special = Uint8Array.from({length: 256}, (_, byte) =>
	byte >= 128 || byte === '\\'.charCodeAt(0) || byte === '#'.charCodeAt(0) ? 1 : 0,
);

const span = new TextSpan();

/** `size`: how many texts have been looked through. */
type Known = {readonly ids: number[]; size: number};

/** Shared by all that ask at the same time: each goes on where the others have come to. */
const known = new WeakMap<Dictionary, Known>();

/**
 * The numbers of those texts of a dictionary whose bytes may not be what is printed: with a backslash or `#`, which
 * begin the escapes of logs, or anything but ASCII. Two of them may stand for the same text, or one for the text that
 * another is. All others are printed as they are. Each text is looked through once.
 */
export const escapedTexts = async (scan: Scan, dictionary: Dictionary): Promise<readonly number[]> => {
	const found: Known = known.get(dictionary) ?? {ids: [], size: 0};
	known.set(dictionary, found);
	while (found.size < dictionary.size && !dictionary.isReleased) {
		const id = ++found.size;
		if (isSpecial(dictionary, id)) {
			found.ids.push(id);
		}
		if (id % stepsAtOnce === 0 && scan.isOver) {
			await scan.rest();
		}
	}
	return found.ids;
};

const isSpecial = (dictionary: Dictionary, id: number): boolean => {
	dictionary.locate(id, span);
	const {bytes, end} = span;
	for (let index = span.start; index < end; index++) {
		if (special[bytes[index] ?? 0] === 1) {
			return true;
		}
	}
	return false;
};

/** Whether a text as it is printed could be one of the others. */
export const isPlainText = (text: string): boolean => {
	for (let index = 0; index < text.length; index++) {
		if (special[Math.min(255, text.charCodeAt(index))] === 1) {
			return false;
		}
	}
	return true;
};

import {backslash, hash} from '../../ascii.js';
import type {Dictionary} from '../../index/dictionary.js';
import {escapesJudge, judgement, judgements, mostJudged} from '../../wasm/text-matcher.js';
import type {Scan} from '../scan.js';

const judge = escapesJudge(hash);

/** `size`: how many texts have been looked through. */
type Known = {readonly ids: number[]; size: number};

/** Shared by all that ask at the same time: each goes on where the others have come to. */
const known = new WeakMap<Dictionary, Known>();

/**
 * The numbers of those texts of a dictionary whose bytes may not be what is printed: with a backslash or `#`, which
 * begin the escapes of logs, or anything but ASCII. Two of them may stand for the same text, or one for the text that
 * another is. All others are printed as they are. Each text is looked through once.
 */
export async function escapedTexts(scan: Scan, dictionary: Dictionary): Promise<readonly number[]> {
	const found: Known = known.get(dictionary) ?? {ids: [], size: 0};
	known.set(dictionary, found);
	while (found.size < dictionary.size && !dictionary.isReleased) {
		const {kernel, table, size} = dictionary;
		const first = found.size + 1;
		const end = Math.min(size + 1, first + mostJudged);
		found.size = (judge({kernel, table, first, end, introducer: backslash}) ?? end) - 1;
		const judged = judgements(kernel, found.size + 1 - first);
		for (let at = judged.indexOf(judgement.alone); at !== -1; at = judged.indexOf(judgement.alone, at + 1)) {
			found.ids.push(first + at);
		}
		if (scan.isOver) {
			await scan.rest();
		}
	}
	return found.ids;
}

/** Whether a text as it is printed could be one of the others. */
export function isPlainText(text: string): boolean {
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		if (unit >= 128 || unit === backslash || unit === hash) {
			return false;
		}
	}
	return true;
}

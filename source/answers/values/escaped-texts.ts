import {backslash, hash} from '../../ascii.js';
import type {Dictionary} from '../../index/dictionary.js';
import {escapesJudge, judgement, judgements, maxJudged} from '../../wasm/text-matcher.js';
import type {EntryScan} from '../scan.js';

const judge = escapesJudge(hash);

/** `size` is the number of checked strings. */
type Known = {readonly ids: number[]; size: number};

/** Shared by concurrent queries: each continues where another query has stopped. */
const known = new WeakMap<Dictionary, Known>();

/**
 * Returns the numbers of the strings in a dictionary that may be printed differently: strings with a backslash or `#`, which
 * begin the escapes of logs, or with non-ASCII bytes. Two of them may decode to the same string, or one to an existing string.
 * All other strings are printed unchanged. Each string is checked once.
 */
export async function escapedTexts(scan: EntryScan, dictionary: Dictionary): Promise<readonly number[]> {
	const found: Known = known.get(dictionary) ?? {ids: [], size: 0};
	known.set(dictionary, found);
	while (found.size < dictionary.size && !dictionary.isReleased) {
		const {kernel, table, size} = dictionary;
		const first = found.size + 1;
		const end = Math.min(size + 1, first + maxJudged);
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

/** Checks that a printed string can't be the same as one of `escapedTexts`. */
export function isPlainText(text: string): boolean {
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		if (unit >= 128 || unit === backslash || unit === hash) {
			return false;
		}
	}
	return true;
}

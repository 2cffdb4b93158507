import {decodeText} from '../../entries/values/decode-text.js';
import {noText} from '../../index/dictionary.js';
import {type EntryScan, longStep} from '../scan.js';
import {escapedTexts, isPlainText} from './escaped-texts.js';
import type {PlainCounts} from './merged-texts.js';
import type {DictionaryCounts} from './text-counts.js';

/** Counts of values. A value occurs at most once in each part, but may occur in several parts. */
export type ValueCounts = {
	readonly plain: readonly PlainCounts[];
	/** Counts of values that had to be decoded, or that have no number; null for entries without a value. */
	readonly others: Map<string | null, number>;
};

/** Separates strings that are printed unchanged from strings that must be decoded. */
export async function valueCounts(
	scan: EntryScan,
	counts: readonly DictionaryCounts[],
	missing: number,
): Promise<ValueCounts> {
	const others = new Map<string | null, number>(missing > 0 ? [[null, missing]] : []);
	const plain: PlainCounts[] = [];
	for (const one of counts) {
		await takeEscaped(scan, one, others);
		plain.push({dictionary: one.dictionary, counts: sumOf([...one.byEscapes.values()])});
	}
	for (const [text, count] of others) {
		if (scan.isOverAfterStep()) {
			await scan.rest();
		}
		// A string that one log escapes may be verbatim in another log.
		if (text !== null && isPlainText(text) && addTo(plain, text, count)) {
			others.delete(text);
		}
	}
	return {plain, others};
}

/** Moves the counts of strings that must be decoded from the dictionary to `others`. */
async function takeEscaped(
	scan: EntryScan,
	{dictionary, byEscapes}: DictionaryCounts,
	others: Map<string | null, number>,
): Promise<void> {
	for (const id of await escapedTexts(scan, dictionary)) {
		for (const [escapes, counts] of byEscapes) {
			const count = counts[id] ?? 0;
			if (count > 0 && !dictionary.isReleased) {
				const text = decodeText(dictionary.bytes(id), escapes);
				others.set(text, (others.get(text) ?? 0) + count);
			}
			if (count > 0) {
				counts[id] = 0;
			}
		}
		if (scan.isOverAfterStep(longStep)) {
			await scan.rest();
		}
	}
}

/** Returns the sum of lists of counts, in the longest list. */
function sumOf(lists: readonly Uint32Array[]): Uint32Array {
	const [sum = new Uint32Array(1), ...more] = [...lists].sort((a, b) => b.length - a.length);
	for (const counts of more) {
		for (let id = 0; id < counts.length; id++) {
			sum[id] = (sum[id] ?? 0) + (counts[id] ?? 0);
		}
	}
	return sum;
}

/** Adds to the count of a string in one of the dictionaries. Returns false if no dictionary has it. */
function addTo(plain: readonly PlainCounts[], text: string, count: number): boolean {
	const bytes = Buffer.from(text);
	for (const {dictionary, counts} of plain) {
		const id = dictionary.isReleased ? noText : dictionary.idOf(bytes);
		if (id !== noText && id < counts.length) {
			counts[id] = (counts[id] ?? 0) + count;
			return true;
		}
	}
	return false;
}

import type {Dictionary} from '../../index/dictionary.js';
import {type EntryScan, stepsAtOnce} from '../scan.js';
import type {PlainCounts} from './merged-texts.js';

/** Calls `visit` with each string that has a count. Returns the number of these strings. */
export async function eachCount(
	scan: EntryScan,
	{dictionary, counts}: PlainCounts,
	visit: (dictionary: Dictionary, id: number, count: number) => void,
): Promise<number> {
	let texts = 0;
	for (let id = 1; id < counts.length; id++) {
		const count = counts[id] ?? 0;
		if (count > 0 && !dictionary.isReleased) {
			texts++;
			visit(dictionary, id, count);
		}
		if (id % stepsAtOnce === 0 && scan.isOverAfterStep(stepsAtOnce)) {
			await scan.rest();
		}
	}
	return texts;
}

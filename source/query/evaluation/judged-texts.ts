import type {Escapes} from '../../entries/values/decode-text.js';
import type {Dictionary} from '../../index/dictionary.js';
import {judgement, judgements, type TextJudge} from '../../kernel/text-judge.js';
import {introducers} from './introducers.js';

/** Makes what judges the texts of a dictionary: see `Question.judge`. A text matches when one of the judges says so. */
export const judgeAll =
	(dictionary: Dictionary, escapes: Escapes, judges: readonly TextJudge[]) =>
	(first: number, end: number, judged: Uint8Array): number => {
		const {kernel, table} = dictionary;
		let last = end;
		for (const [place, judge] of judges.entries()) {
			const come = judge({kernel, table, first, end: last, introducer: introducers[escapes]});
			const found = come === undefined ? undefined : judgements(kernel, come - first);
			judged.fill(judgement.unknown, come ?? last, last);
			last = come ?? last;
			if (place === 0 && found !== undefined) {
				judged.set(found, first);
				continue;
			}
			for (let id = first; id < last; id++) {
				const before = place === 0 ? judgement.no : judged[id];
				judged[id] = joined(before ?? judgement.no, found?.[id - first] ?? judgement.alone);
			}
		}
		return last;
	};

/** What two judges say together. */
const joined = (a: number, b: number): number =>
	a === judgement.yes || b === judgement.yes ? judgement.yes : Math.max(a, b);

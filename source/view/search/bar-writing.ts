import {surelyMeantText} from '../../query/suggestions/likely-meanings.js';
import {type Writing, writing} from '../prompt/writing.js';
import {barHints, barLabel} from './bar-texts.js';
import {problemText} from './problem-text.js';
import type {SearchBar} from './search-state.js';

/**
 * The line in which a search is written.
 * @param hasLineBelow - whether there is a line under it for what is wrong
 */
export function barWriting(bar: SearchBar, width: number, hasLineBelow: boolean): Writing {
	const {line, isUnfinished} = bar;
	const problem = isUnfinished ? null : bar.problem;
	const label = barLabel(bar);
	const plain = writing(label, line, barHints(bar));
	if (problem) {
		const {text, isCut} = problemText(problem, label, line, width);
		return {...plain, problem: text, elsewhere: isCut || !hasLineBelow ? problem.message : ''};
	}

	return {...plain, meant: bar.problem ? '' : surelyMeantText(line.text)};
}

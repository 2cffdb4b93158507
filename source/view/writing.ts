import type {FindState} from './find/find-state.js';
import type {TextLine} from './prompt/text-line.js';
import {barAdvice, barLabel} from './search/bar-texts.js';
import {problemText} from './search/problem-text.js';
import type {SearchBar} from './search/search-state.js';

/** A line that is being written on the screen. */
export type Writing = {
	/** What it begins with, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	/** What stands under it: what is wrong, or which keys there are. */
	readonly advice: string;
	/** The same for where nothing can be pointed at; empty where all of it is under the line. */
	readonly elsewhere: string;
	readonly isProblem: boolean;
};

/**
 * The search bar or what is to be found, whichever is written; null for neither.
 * @param hasLineBelow - whether there is a line under it for advice
 */
export function writingOf(
	bar: SearchBar | null,
	find: FindState['prompt'],
	width: number,
	hasLineBelow: boolean,
): Writing | null {
	if (bar) {
		const {line, problem} = bar;
		const label = barLabel(bar);
		if (problem) {
			const {text, isCut} = problemText(problem, label, line, width);
			const elsewhere = isCut || !hasLineBelow ? problem.message : '';
			return {label, line, advice: text, elsewhere, isProblem: true};
		}

		const advice = barAdvice(bar);
		return {label, line, advice, elsewhere: hasLineBelow ? '' : advice, isProblem: false};
	}

	if (find) {
		const advice = 'Enter keeps the marks, n N go to them  Esc goes back';
		const elsewhere = hasLineBelow ? '' : advice;
		return {label: 'mark: ', line: find.line, advice, elsewhere, isProblem: false};
	}

	return null;
}

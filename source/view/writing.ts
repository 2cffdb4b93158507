import type {FindState} from './find/find-state.js';
import {barAdvice, barLabel} from './search/bar-texts.js';
import type {SearchBar} from './search/search-state.js';
import type {TextLine} from './search/text-line.js';

/** A line that is being written on the screen. */
export type Writing = {
	/** What it begins with, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	/** What stands under it. */
	readonly advice: string;
	/** The same for another place, where nothing can be pointed at. */
	readonly shortAdvice: string;
	/** Whether the line is wrong. */
	readonly isProblem: boolean;
};

/** The search bar or what is to be found, whichever is written; null for neither. */
export function writingOf(bar: SearchBar | null, find: FindState['prompt'], width: number): Writing | null {
	if (bar) {
		const advice = barAdvice(bar, width);
		return {
			label: barLabel(bar),
			line: bar.line,
			advice,
			shortAdvice: bar.problem?.message ?? advice,
			isProblem: bar.problem !== null,
		};
	}

	if (find) {
		const advice = 'Enter keeps the marks, n N go to them  Esc goes back';
		return {label: 'mark: ', line: find.line, advice, shortAdvice: advice, isProblem: false};
	}

	return null;
}

import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {SearchBar} from './search-state.js';

/** What the bar begins with. */
export function barLabel({recall}: Pick<SearchBar, 'recall'>): string {
	return recall?.needle == null
		? '/'
		: `^R ${fitWidth(sanitise(recall.needle), needleWidth(recall.needle))}: `;
}

/** What is looked for is short; more of it than this is not shown. */
const longestNeedle = 20;

function needleWidth(needle: string): number {
	return Math.min(longestNeedle, terminalWidth(sanitise(needle)));
}

/** Which keys there are, under a line that is right. */
export function barAdvice(bar: SearchBar): string {
	if (bar.recall?.needle != null) {
		return 'Type a part of an earlier search  ^R an older one  Enter takes it  Esc goes back';
	}

	return 'Enter keeps it  Esc goes back  Tab completes  ↑ ^R earlier searches  ^U empty';
}

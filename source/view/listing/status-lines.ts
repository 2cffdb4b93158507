import type {Notice} from '../../bytes/notice.js';
import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import {wrapText} from '../../listing/wrap-text.js';
import {pathName} from '../path-name.js';
import type {ListingState} from './listing-state.js';
import {statusTexts} from './status-texts.js';

/**
 * Brings what is to be known besides the rows into at most `room` lines, the more of it the more there are: one
 * line where it fits, else as many as it takes, else one with the paths shortened.
 */
export function statusLines(
	state: ListingState,
	notice: Notice | null,
	width: number,
	room: number,
): readonly string[] {
	const texts = (name: (path: string) => string): readonly string[] =>
		statusTexts(state, notice, name).map(sanitise);
	// A path is followed by a colon.
	const whole = texts(path => pathName(path, width - 1));
	const line = whole.join(' · ');
	if (terminalWidth(line) <= width) {
		return [line];
	}

	const wrapped = whole.flatMap(text => wrapText(text, width));
	if (wrapped.length <= room) {
		return wrapped;
	}

	return [texts(path => pathName(path, Math.floor(width / 4))).join(' · ')];
}

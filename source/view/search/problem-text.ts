import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import {promptWidth} from './prompt-line.js';
import type {SearchProblem} from './search-state.js';
import {shownLine} from './shown-line.js';
import type {TextLine} from './text-line.js';

/**
 * What stands under a line that is wrong: carets under the place, and what is wrong there, after them or before them.
 * Where there is room for neither, only what is wrong.
 */
export function problemText(
	{message, start, end}: SearchProblem,
	label: string,
	line: TextLine,
	width: number,
): string {
	const labelWidth = promptWidth(label, width);
	const {columnOf} = shownLine(line, width - labelWidth);
	const from = labelWidth + columnOf(start);
	const carets = '^'.repeat(Math.max(1, labelWidth + columnOf(end) - from));
	const text = sanitise(message);
	const length = terminalWidth(text);
	const after = from + carets.length;
	if (after + 1 + length <= width) {
		return `${' '.repeat(from)}${carets} ${text}`;
	}

	return length + 1 <= from ? `${text.padStart(text.length + from - 1 - length)} ${carets}` : text;
}

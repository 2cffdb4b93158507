import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {promptWidth, shownLine} from '../prompt/prompt-line.js';
import type {TextLine} from '../prompt/text-line.js';
import type {SearchProblem} from './search-state.js';

/** What is wrong with a line, for the line below it. */
type ProblemText = {
	/** As wide as the screen at most. */
	readonly text: string;
	/** Whether not all of what is wrong is in it. */
	readonly isCut: boolean;
};

/** What stands under a line that is wrong: carets under the place, and after or before them what is wrong there. */
export function problemText(
	{message, start, end}: SearchProblem,
	label: string,
	line: TextLine,
	width: number,
): ProblemText {
	const labelWidth = promptWidth(label, width);
	const {columnOf} = shownLine(line, width - labelWidth);
	const from = labelWidth + columnOf(start);
	const carets = '^'.repeat(Math.max(1, labelWidth + columnOf(end) - from));
	const text = sanitise(message);
	const length = terminalWidth(text);
	const after = width - from - carets.length - 1;
	if (length <= after || after >= from - 1) {
		// What would be right says more than what is wrong, to which the carets point.
		const told = length > after ? cureOf(text) : text;
		return {text: fitWidth(`${' '.repeat(from)}${carets} ${told}`, width).trimEnd(), isCut: length > after};
	}

	const before = from - 1;
	return length <= before
		? {text: `${' '.repeat(before - length)}${text} ${carets}`, isCut: false}
		: {text: `${fitWidth(cureOf(text), before)} ${carets}`, isCut: true};
}

/** What a message says of what would be right. */
function cureOf(message: string): string {
	const [, cure = message] = /(?:: |, |; )(.+)$/.exec(message) ?? [];
	return cure;
}

import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {promptWidth, shownLine} from '../prompt/prompt-line.js';
import type {TextLine} from '../prompt/text-line.js';
import type {SearchProblem} from './search-state.js';

/** The error of a line, formatted for the line below it. */
type ProblemText = {
	/** At most as wide as the screen. */
	readonly text: string;
	/** True if the message is incomplete. */
	readonly isCut: boolean;
};

/** Formats an error for the line below: carets under its position, with the message after or before them. */
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
		// The carets already point at the error, so the shortened message keeps the correction.
		const told = length > after ? cureOf(text) : text;
		return {text: fitWidth(`${' '.repeat(from)}${carets} ${told}`, width).trimEnd(), isCut: length > after};
	}

	const before = from - 1;
	return length <= before
		? {text: `${' '.repeat(before - length)}${text} ${carets}`, isCut: false}
		: {text: `${fitWidth(cureOf(text), before)} ${carets}`, isCut: true};
}

/** Returns the part of a message that says how to fix the error. */
function cureOf(message: string): string {
	const [, cure = message] = /(?:: |, |; )(.+)$/.exec(message) ?? [];
	return cure;
}

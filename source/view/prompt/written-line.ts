import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {FooterHint} from '../../keys/footer-hints.js';
import type {Redaction} from '../../redaction/redaction.js';
import type {Completions, EditedLine, LineProblem, Prompt} from './line-editor.js';
import {promptWidth, shownLine} from './prompt-line.js';
import {type TextLine, tooLongText} from './text-line.js';

/** The input line as shown on the screen. */
export type Writing = {
	/** The label in front of the line, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	/** Completions, or null. */
	readonly list: Completions | null;
	/** The error for the line below, with carets under its position; may be empty. */
	readonly problem: string;
	/** The message without carets, shown above the footer. Empty if the line below shows the whole error. */
	readonly elsewhere: string;
	/** Hint at the probable meaning of the words, for the line below if there is no error; mostly empty. */
	readonly meant: string;
	/** The hints for the footer. */
	readonly hints: readonly FooterHint[];
};

/**
 * Formats an open input line.
 * @param hasLineBelow - true if a line below the input line can show the error
 */
export function writtenLine(
	prompt: Prompt,
	redaction: Pick<Redaction, 'isOn' | 'shownText'>,
	width: number,
	hasLineBelow: boolean,
): Writing {
	const {edited} = prompt;
	const isHidden = redaction.isOn() && !prompt.isPublic;
	const {line, completions, recall, problem, isUnfinished, message} = isHidden
		? withoutSecrets(edited, redaction)
		: edited;
	const label = recall?.needle == null ? prompt.label : seekingLabel(recall.needle);
	const pointed = problem && !isUnfinished ? problemText(problem, label, line, width) : null;
	const isShownBelow = pointed !== null && hasLineBelow && !pointed.isCut;
	return {
		label,
		line,
		list: completions,
		problem: pointed?.text ?? '',
		elsewhere: isShownBelow ? '' : (pointed && problem?.message) || message || tooLongText(line),
		meant: problem ? '' : (prompt.meant?.(line.text) ?? ''),
		hints: hintsOf(edited) ?? prompt.hints,
	};
}

/**
 * An input line with its secrets hidden. A recalled or typed search may hold a secret that others can see on the screen. Actions
 * still use the line itself.
 */
function withoutSecrets(edited: EditedLine, {shownText}: Pick<Redaction, 'shownText'>): EditedLine {
	const {line, problem, recall, completions, message} = edited;
	const text = shownText(line.text);
	const offsetOf = (offset: number): number =>
		offset >= line.text.length
			? text.length
			: Math.min(text.length, shownText(line.text.slice(0, offset)).length);
	return {
		...edited,
		line: text === line.text ? line : {text, caret: offsetOf(line.caret)},
		problem: problem && {
			message: shownText(problem.message),
			start: offsetOf(problem.start),
			end: offsetOf(problem.end),
		},
		recall: recall && {...recall, needle: recall.needle && shownText(recall.needle)},
		// Names of commands aren't secret.
		completions:
			completions && completions.kind !== 'names'
				? {
						...completions,
						items: completions.items.map(item => ({
							...item,
							name: shownText(item.name),
							detail: item.search === undefined ? item.detail : shownText(item.detail),
						})),
					}
				: completions,
		message: shownText(message),
	};
}

/** Maximum width of the needle in the label, in columns. Typical needles are short. */
const maxNeedleLength = 20;

/** Returns the label in front of the line during a ^R search. */
function seekingLabel(needle: string): string {
	const text = sanitise(needle);
	return `^R ${fitWidth(text, Math.min(maxNeedleLength, terminalWidth(text)))}: `;
}

/** Returns the hints while a completion is chosen or during a ^R search; null for the default hints. */
function hintsOf({completions, recall}: EditedLine): readonly FooterHint[] | null {
	if (completions && completions.kind !== 'names' && completions.chosen !== null) {
		return chosenHints;
	}
	return recall?.needle == null ? null : recallHints;
}

const chosenHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'inserts it'},
	{key: 'Esc', text: 'leaves the list'},
	{key: 'Tab ↓ ↑', text: 'choose'},
];

const recallHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'keeps it'},
	{key: 'Esc', text: 'goes back'},
	{key: '^R', text: 'finds an older one'},
	{key: 'letters', text: 'search'},
];

/** The error of a line, formatted for the line below it. */
type ProblemText = {
	/** At most as wide as the screen. */
	readonly text: string;
	/** True if the message is incomplete. */
	readonly isCut: boolean;
};

/** Formats an error for the line below: carets under its position, with the message after or before them. */
function problemText(
	{message, start, end}: LineProblem,
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
		const shown = length > after ? cureOf(text) : text;
		return {text: fitWidth(`${' '.repeat(from)}${carets} ${shown}`, width).trimEnd(), isCut: length > after};
	}
	const before = from - 1;
	return length <= before
		? {text: `${' '.repeat(before - length)}${text} ${carets}`, isCut: false}
		: {text: `${fitWidth(cureOf(text), before)} ${carets}`, isCut: true};
}

/** Returns the part of a message that describes how to fix the error. */
function cureOf(message: string): string {
	const [, cure = message] = /(?:: |, |; )(.+)$/.exec(message) ?? [];
	return cure;
}

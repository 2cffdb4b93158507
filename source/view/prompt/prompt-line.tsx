import {Text} from 'ink';
import {endWithin, fitWidth, graphemes, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Theme} from '../../themes/theme.js';
import type {TextLine} from './text-line.js';

/** A line of text as far as it is on the screen, safe for the terminal. */
type ShownLine = {
	readonly before: string;
	/** What the caret is on: a space at the end. */
	readonly at: string;
	readonly after: string;
	/** The column of a place in the text, no less than 0 and less than the width. */
	columnOf(place: number): number;
};

/** Shows so much of a line around its caret as goes into that many columns. */
export function shownLine({text, caret}: TextLine, width: number): ShownLine {
	const [grapheme = ''] = graphemes(text.slice(caret));
	const before = sanitise(text.slice(0, caret));
	const at = sanitise(grapheme) || ' ';
	const after = sanitise(text.slice(caret + grapheme.length));
	const atWidth = terminalWidth(at);
	// What comes next is shown as well, on the last quarter of the line.
	const ahead = Math.min(terminalWidth(after), Math.floor(width / 4));
	const start = lastColumns(before, width - atWidth - ahead);
	const cut = terminalWidth(before) - terminalWidth(start);
	return {
		before: start,
		at: fitWidth(at, Math.min(atWidth, width)),
		after: fitWidth(after, width - terminalWidth(start) - atWidth).trimEnd(),
		columnOf(place) {
			const column = terminalWidth(sanitise(text.slice(0, place))) - cut;
			return Math.max(0, Math.min(width - 1, column));
		},
	};
}

/** The end of a sanitised text, begun with `…` where it is wider than that. */
function lastColumns(text: string, width: number): string {
	if (terminalWidth(text) <= width) {
		return text;
	}

	return width < 1 ? '' : `…${endWithin(text, width - 1)}`;
}

type Props = {
	/** What the line begins with, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	readonly width: number;
	readonly theme: Theme;
};

/** A line of text that is being written. */
export function PromptLine({label, line, width, theme}: Props) {
	const labelWidth = promptWidth(label, width);
	const {before, at, after} = shownLine(line, width - labelWidth);
	return (
		<Text wrap="truncate-end">
			<Text {...theme.prompt}>{fitWidth(label, labelWidth)}</Text>
			{before}
			<Text {...theme.caret}>{at}</Text>
			{after}
		</Text>
	);
}

/** The columns of what a line begins with: half of the line is for what is written. */
export function promptWidth(label: string, width: number): number {
	return Math.min(terminalWidth(label), Math.floor(width / 2));
}

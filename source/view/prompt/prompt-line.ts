import {endWithin, fitWidth, graphemes, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Theme} from '../../themes/theme.js';
import {drawn, type PartSize} from '../spans/lines.js';
import type {SpanLine} from '../spans/span.js';
import type {TextLine} from './text-line.js';

/** The visible part of a line, safe for the terminal. */
type ShownLine = {
	readonly before: string;
	/** The character under the caret; a space at the end of the line. */
	readonly at: string;
	readonly after: string;
	/** Returns the column of an offset in the text. At least 0 and less than the width. */
	columnOf(offset: number): number;
};

/** Returns the part of a line around its caret that fits in `width` columns. */
export function shownLine({text, caret}: TextLine, width: number): ShownLine {
	const [grapheme = ''] = graphemes(text.slice(caret));
	const before = sanitise(text.slice(0, caret));
	const at = sanitise(grapheme) || ' ';
	const after = sanitise(text.slice(caret + grapheme.length));
	const atWidth = terminalWidth(at);
	// The last quarter of the width shows the text after the caret.
	const ahead = Math.min(terminalWidth(after), Math.floor(width / 4));
	const start = lastColumns(before, width - atWidth - ahead);
	const cut = terminalWidth(before) - terminalWidth(start);
	return {
		before: start,
		at: fitWidth(at, Math.min(atWidth, width)),
		after: fitWidth(after, width - terminalWidth(start) - atWidth).trimEnd(),
		columnOf(offset) {
			const column = terminalWidth(sanitise(text.slice(0, offset))) - cut;
			return Math.max(0, Math.min(width - 1, column));
		},
	};
}

/** Returns the end of a sanitised text, with a leading `…` if it is cut. */
function lastColumns(text: string, width: number): string {
	if (terminalWidth(text) <= width) {
		return text;
	}
	return width < 1 ? '' : `…${endWithin(text, width - 1)}`;
}

type PromptState = {
	/** The label in front of the line, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	readonly theme: Theme;
};

/** Draws an input line with its label and caret. */
export function drawPromptLine({label, line, theme}: PromptState, {width}: PartSize): readonly SpanLine[] {
	const labelWidth = promptWidth(label, width);
	const {before, at, after} = shownLine(line, width - labelWidth);
	const spans = [
		{text: fitWidth(label, labelWidth), style: theme.prompt},
		{text: before},
		{text: at, style: theme.caret},
		{text: after},
	];
	return [{spans}];
}

/** An input line. */
export const PromptLine = drawn(drawPromptLine);

/** Returns the width of the label, in columns. The label takes at most half of the line. */
export function promptWidth(label: string, width: number): number {
	return Math.min(terminalWidth(label), Math.floor(width / 2));
}

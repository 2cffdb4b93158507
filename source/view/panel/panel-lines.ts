import {fitWidth, terminalWidth, wrapText} from '../../format/fit-width.js';
import type {Style, Theme} from '../../themes/theme.js';
import {fitPieces, marker, type PieceLine, plainText} from '../spans/piece.js';

/** A line of a panel. */
export type PanelLine =
	| {
			/** Highlighted, at the beginning of the line. Safe for the terminal, like `text`. */
			readonly lead: string;
			readonly text: string;
	  }
	/** Pieces whose total width is at most the width of the screen. */
	| PieceLine;

/** Returns a line of a panel as pieces that fit the width. */
export function pieceLine(line: PanelLine, width: number, theme: Theme): PieceLine {
	if ('pieces' in line) {
		// On tiny screens, charts keep more columns than there are.
		return plainText(line).length > width ? {...line, pieces: fitPieces(line.pieces, width)} : line;
	}
	const lead = fitWidth(line.lead, Math.min(terminalWidth(line.lead), width));
	const text = fitWidth(line.text, width - terminalWidth(lead)).trimEnd();
	return {pieces: [{text: lead, style: theme.key}, {text}]};
}

/** Returns a line with a single piece. */
export function textLine(text: string, style?: Style): PieceLine {
	return {pieces: [{text, style}]};
}

/** Returns the selected form of a line that begins with a space: it has a marker besides its style. */
export function selectedLine({pieces: [first, ...others]}: PieceLine, theme: Theme): PieceLine {
	const rest = {...first, text: first?.text.slice(1) ?? ''};
	return {
		pieces: [{text: marker(true), style: {...theme.selected, ...theme.marker}}, rest, ...others],
		style: theme.selected,
	};
}

/** Returns a line with a sanitised string of any length, cut to `width`. */
export function fittedLine(text: string, width: number, style?: Style): PieceLine {
	return textLine(fitWidth(text, width).trimEnd(), style);
}

/** Wraps a sanitised string at spaces into lines of a panel. Continuation lines are indented by the width of `lead`. */
export function wrappedLines(lead: string, text: string, width: number): readonly PanelLine[] {
	const indent = terminalWidth(lead);
	return wrapText(text, Math.max(1, width - indent)).map((part, index) => ({
		lead: index === 0 ? lead : ' '.repeat(indent),
		text: part,
	}));
}

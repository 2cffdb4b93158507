import {fitWidth, terminalWidth, wrapText} from '../../format/fit-width.js';
import type {Style} from '../../themes/theme.js';
import type {Piece} from '../spans/piece.js';

/** A line of a panel. */
export type PanelLine =
	| {
			/** Highlighted, at the beginning of the line. Safe for the terminal, like `text`. */
			readonly lead: string;
			readonly text: string;
	  }
	/** Pieces whose total width is at most the width of the screen. */
	| {readonly pieces: readonly Piece[]; readonly style?: Style | undefined};

/** Returns a line with a single piece. */
export function textLine(text: string, style?: Style): PanelLine {
	return {pieces: [{text, style}]};
}

/** Returns a line with a sanitised string of any length, cut to `width`. */
export function fittedLine(text: string, width: number, style?: Style): PanelLine {
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

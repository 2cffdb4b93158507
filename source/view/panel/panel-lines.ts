import {fitWidth, terminalWidth, wrapText} from '../../format/fit-width.js';
import type {Style} from '../../themes/theme.js';
import type {Piece} from '../spans/piece.js';

/** A line of a panel. */
export type PanelLine =
	| {
			/** Stands out, and stands first; safe for the terminal, like the text. */
			readonly lead: string;
			readonly text: string;
	  }
	/** Pieces that together are no wider than the screen. */
	| {readonly pieces: readonly Piece[]; readonly style?: Style | undefined};

/** A line that is nothing but a text. */
export function textLine(text: string, style?: Style): PanelLine {
	return {pieces: [{text, style}]};
}

/** The same with a sanitised text of any length. */
export function fittedLine(text: string, width: number, style?: Style): PanelLine {
	return textLine(fitWidth(text, width).trimEnd(), style);
}

/** A sanitised text as lines of a panel, broken at its spaces; the further ones begin where the text of the first does. */
export function wrappedLines(lead: string, text: string, width: number): readonly PanelLine[] {
	const indent = terminalWidth(lead);
	return wrapText(text, Math.max(1, width - indent)).map((part, index) => ({
		lead: index === 0 ? lead : ' '.repeat(indent),
		text: part,
	}));
}

import {terminalWidth} from '../../listing/terminal-width.js';
import {wrapText} from '../../listing/wrap-text.js';
import type {PanelLine} from './panel-line.js';

/** A sanitised text as lines of a panel, broken at its spaces; the further ones begin where the text of the first does. */
export function wrappedLines(lead: string, text: string, width: number): readonly PanelLine[] {
	const indent = terminalWidth(lead);
	return wrapText(text, Math.max(1, width - indent)).map((part, index) => ({
		lead: index === 0 ? lead : ' '.repeat(indent),
		text: part,
	}));
}

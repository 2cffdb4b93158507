import {fitWidth, terminalWidth, wrapText} from '../../format/fit-width.js';
import type {Style, Theme} from '../../themes/theme.js';
import {fitSpans, marker, plainText, type SpanLine} from '../spans/span.js';

/** A line of a panel. */
export type PanelLine =
	| {
			/** Highlighted, at the beginning of the line. Safe for the terminal, like `text`. */
			readonly lead: string;
			readonly text: string;
	  }
	/** Spans whose total width is at most the width of the screen. */
	| SpanLine;

/** Returns a line of a panel as spans that fit the width. */
export function spanLine(line: PanelLine, width: number, theme: Theme): SpanLine {
	if ('spans' in line) {
		// On tiny screens, charts keep more columns than there are.
		return plainText(line).length > width ? {...line, spans: fitSpans(line.spans, width)} : line;
	}
	const lead = fitWidth(line.lead, Math.min(terminalWidth(line.lead), width));
	const text = fitWidth(line.text, width - terminalWidth(lead)).trimEnd();
	return {spans: [{text: lead, style: theme.key}, {text}]};
}

/** Returns a line with a single span. */
export function textLine(text: string, style?: Style): SpanLine {
	return {spans: [{text, style}]};
}

/** Returns the selected form of a line that begins with a space: it has a marker besides its style. */
export function selectedLine({spans: [first, ...others]}: SpanLine, theme: Theme): SpanLine {
	const rest = {...first, text: first?.text.slice(1) ?? ''};
	return {
		spans: [{text: marker(true), style: {...theme.selected, ...theme.marker}}, rest, ...others],
		style: theme.selected,
	};
}

/** Returns a line with a sanitised string of any length, cut to `width`. */
export function fittedLine(text: string, width: number, style?: Style): SpanLine {
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

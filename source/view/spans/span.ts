import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Style} from '../../themes/theme.js';

/** A span: text with one style, safe for the terminal. */
export type Span = {readonly text: string; readonly style?: Style | undefined};

/** A line of spans, no wider than the screen. `style` applies to all spans, below their own styles. */
export type SpanLine = {readonly spans: readonly Span[]; readonly style?: Style | undefined};

/** A sign before a row: it is marked, or a separator is above it for which the page has no line. */
export type RowSign = 'marked' | 'separated';

/** Returns the first character of a line. It makes selection and marks recognisable without styles. */
export function marker(isSelected: boolean, sign?: RowSign): string {
	if (sign === 'marked') {
		return isSelected ? '◘' : '•';
	}
	return isSelected ? '▌' : sign === 'separated' ? '─' : ' ';
}

/** Returns a line with any string: sanitised and cut to the width. */
export function safeLine(text: string, width: number, style?: Style): SpanLine {
	const safe = sanitise(text);
	const isFitting = safe.length <= width && terminalWidth(safe) <= width;
	return {spans: [{text: (isFitting ? safe : fitWidth(safe, width)).trimEnd()}], style};
}

/** Returns the text of a line without its styles. */
export function plainText({spans}: SpanLine): string {
	return spans.map(({text}) => text).join('');
}

/** Returns the width of spans, in columns of the terminal. */
export function widthOf(spans: readonly Span[]): number {
	return spans.reduce((sum, {text}) => sum + terminalWidth(text), 0);
}

/**
 * Returns lines of parts side by side.
 * @param parts - the lines of each part, no wider than its width
 * @param widths - the widths of the parts
 * @param gap - number of spaces between two parts
 */
export function sideBySide(
	parts: ReadonlyArray<ReadonlyArray<readonly Span[]>>,
	widths: readonly number[],
	gap: number,
	height: number,
): readonly SpanLine[] {
	return Array.from({length: height}, (_, line): SpanLine => {
		const spans: Span[] = [];
		for (const [index, lines] of parts.entries()) {
			const own = lines[line] ?? [];
			const end = index < parts.length - 1 ? (widths[index] ?? 0) + gap : 0;
			spans.push(...own, {text: ' '.repeat(Math.max(0, end - widthOf(own)))});
		}
		return {spans: spans.filter(({text}) => text !== '')};
	});
}

/** Returns the spans that fit a width. If some don't fit, the last one ends in `…`. */
export function fitSpans(spans: readonly Span[], width: number): readonly Span[] {
	const fitted: Span[] = [];
	let left = width;
	for (const [at, span] of spans.entries()) {
		if (left < 1) {
			break;
		}
		const own = terminalWidth(span.text);
		const isLast = spans.slice(at + 1).every(({text}) => text === '');
		if (own < left || (own === left && isLast)) {
			fitted.push(span);
		} else {
			fitted.push({...span, text: cutTo(span.text, left)});
		}
		left -= own;
	}
	return fitted;
}

/** Cuts a string that continues beyond the width. */
function cutTo(text: string, width: number): string {
	// Drops the digits of a cut number, which would look like a different number.
	return fitWidth(`${text}  `, width)
		.trimEnd()
		.replace(/[\d.]+…$/, '…');
}

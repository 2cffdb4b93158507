import type {FacetValue, ValueFigures} from '../../answers/answers.js';
import {percentText} from '../../format/amounts.js';
import {graphemes, terminalWidth} from '../../format/fit-width.js';
import {durationText} from '../../format/time-texts.js';
import type {Style, Theme} from '../../themes/theme.js';
import type {Span} from '../spans/span.js';

/** The totals that the numbers of a value are relative to. */
export type ValueScale = {
	/** Number of requests that the table is about. */
	readonly total: number;
	/** p95 of the durations of all matches, in ms; null if no match has a duration. */
	readonly p95: number | null;
	readonly theme: Theme;
};

/** A value with its figures. */
export type FiguredValue = FacetValue & {readonly figures: ValueFigures};

/** A column of a table of values. */
export type ValueColumn = {
	readonly name: string;
	/** Width without the gap before it. */
	readonly width: number;
	text(value: FiguredValue, scale: ValueScale): string;
	style?(value: FiguredValue, scale: ValueScale): Style | undefined;
};

/** Returns the values that have figures: all values, if the request included figures. */
export function figuredValues(values: readonly FacetValue[]): readonly FiguredValue[] {
	return values.filter((value): value is FiguredValue => value.figures !== undefined);
}

/** Shares of 5xx from which they are amber, and red. */
const manyErrors = {amber: 0.02, red: 0.05};

/** A p95 is red from this multiple of the p95 of all matches. */
const slowFactor = 2;

/** The number of requests. */
export const requests: ValueColumn = {name: 'requests', width: 8, text: ({n}) => String(n)};

/** The share of 5xx. */
export const errors: ValueColumn = {
	name: '5xx',
	width: 6,
	text: ({n, figures}) => percentText(figures.classes[5] ?? 0, n),
	style({n, figures}, {theme}) {
		const share = n === 0 ? 0 : (figures.classes[5] ?? 0) / n;
		return share >= manyErrors.red
			? theme.status['5']
			: share >= manyErrors.amber
				? theme.status['4']
				: theme.muted;
	},
};

/** The 95th percentile of the durations. */
export const p95: ValueColumn = {
	name: 'p95',
	width: 6,
	text: ({figures}) => (figures.p95 === null ? '' : durationText(figures.p95)),
	style: ({figures}, scale) =>
		figures.p95 !== null && scale.p95 !== null && figures.p95 >= slowFactor * scale.p95
			? scale.theme.status['5']
			: undefined,
};

/** The share of all requests. */
export const share: ValueColumn = {
	name: 'share',
	width: 6,
	text: ({n}, {total}) => percentText(n, total),
};

/** Columns before each column of a table. */
export const columnGap = 2;

/** Returns the width of columns with the gaps before them. */
export function columnsWidth(columns: readonly ValueColumn[]): number {
	return columns.reduce((sum, {width}) => sum + columnGap + width, 0);
}

/** Returns the cells of a value, each after a gap. */
export function cellSpans(
	columns: readonly ValueColumn[],
	value: FiguredValue,
	scale: ValueScale,
): readonly Span[] {
	return columns.map(column => ({
		text: ' '.repeat(columnGap) + column.text(value, scale).padStart(column.width),
		style: column.style?.(value, scale),
	}));
}

const printableAscii = /^[\x20-\x7e]*$/;

/** Splits a name at the end of its background bar, which has `width` columns. A wide character at the end belongs to the bar. */
export function splitAt(text: string, width: number): readonly [string, string] {
	let end = 0;
	let left = width;
	// Graphemes take much longer.
	if (printableAscii.test(text)) {
		return [text.slice(0, Math.max(0, width)), text.slice(Math.max(0, width))];
	}
	for (const grapheme of graphemes(text)) {
		if (left <= 0) {
			break;
		}
		end += grapheme.length;
		left -= terminalWidth(grapheme);
	}
	return [text.slice(0, end), text.slice(end)];
}

import type {Column} from '../../format/columns.js';
import type {Style, Theme} from '../../themes/theme.js';
import {foundParts, isIn, type Needle} from '../find/needle.js';
import {type ColumnWidths, withDay} from '../layout/column-widths.js';
import {cellTexts} from '../layout/line-texts.js';
import type {Row} from '../listing/row.js';
import type {Figures} from '../pulse/figures.js';
import {marker, type RowSign, type SpanLine} from '../spans/span.js';

/** How slow a request is: 1 from the 95th percentile of the matches, 2 from the 99th, otherwise 0. */
export type Slowness = 0 | 1 | 2;

/** Returns how slow a request is. A percentile that half of the matches reach distinguishes nothing. */
export function slownessOf(durationMs: number | null, took: Figures['took']): Slowness {
	if (durationMs === null || took === null || durationMs <= took.p50) {
		return 0;
	}
	return durationMs >= took.p99 ? 2 : durationMs >= took.p95 ? 1 : 0;
}

/** Everything that determines how a row is drawn. */
type RowShown = {
	readonly layout: ColumnWidths;
	/** True if the row must show its day, although the other rows show only the clock time. */
	readonly isNewDay: boolean;
	readonly isSelected: boolean;
	/** False while a panel has the focus: keys don't move the selection then. */
	readonly hasFocus: boolean;
	/** True if the row matches the previous search, not necessarily the current one. */
	readonly isPast: boolean;
	readonly slowness: Slowness;
	/** The needle to highlight, if the user searches for one. */
	readonly needle: Needle | null;
	/** The selected cell, if it is in this row. */
	readonly cell: Column | null;
	/** The sign before the row, if there is one. */
	readonly sign?: RowSign | undefined;
	readonly theme: Theme;
};

/** Caches the last line of each row, because most rows stay for several frames. */
const made = new WeakMap<Row, {readonly shown: RowShown; readonly line: SpanLine}>();

/** Returns the line of a row: the same object while its look doesn't change. */
export function rowLine(row: Row, shown: RowShown): SpanLine {
	const last = made.get(row);
	if (last !== undefined && isSame(last.shown, shown)) {
		return last.line;
	}
	const line = newRowLine(row, shown);
	made.set(row, {shown, line});
	return line;
}

/** Returns the line of a row, which isn't cached. */
export function newRowLine(row: Row, shown: RowShown): SpanLine {
	const {isSelected, isPast, needle, cell, sign, theme} = shown;
	const layout = shown.isNewDay ? withDay(shown.layout) : shown.layout;
	const selectedStyle = cell === null ? theme.selected : theme.cellRow;
	const style = isSelected ? selectedStyle : isPast ? theme.pastRow : theme.row;
	const line = new LineSpans();
	for (const [index, {column, lead, text}] of cellTexts(
		row.text,
		layout,
		marker(isSelected, sign),
	).entries()) {
		const own = cellStyle(column, row, shown);
		// The padding of a column isn't part of its value, and neither is the marker.
		const whole = text.trim();
		const from = whole === '' ? text.length : text.indexOf(whole);
		const marks = index === 0 && isSelected ? lead.length : 0;
		if (marks > 0) {
			const tone = shown.hasFocus ? theme.accent : theme.muted;
			line.add(lead, own === theme.badge ? {...own, ...tone} : tone);
		}
		const before = lead.slice(marks) + text.slice(0, from);
		const after = text.slice(from + whole.length);
		// A badge has a space on either side.
		const edge = column === 'status' && own === theme.badge ? 1 : 0;
		if (index === 0 && lead !== ' ') {
			line.add(before, column === 'status' ? own : undefined);
		} else {
			line.space(before.slice(0, before.length - edge));
			line.add(before.slice(before.length - edge), own);
		}
		const query = column === 'url' && own ? queryIndex(row, whole, layout) : whole.length;
		const parts = needle && isIn(needle, whole) ? foundParts(needle, whole) : [{text: whole, isFound: false}];
		let at = 0;
		for (const {text: part, isFound} of parts) {
			const added = addedStyle(isFound, column === cell, shown);
			const path = part.slice(0, Math.max(0, query - at));
			line.add(path, added ? {...own, ...added} : own);
			line.add(part.slice(path.length), added ? {...theme.muted, ...added} : theme.muted);
			at += part.length;
		}
		line.add(after.slice(0, edge), own);
		line.space(after.slice(edge));
	}
	return {spans: line.spans, style};
}

function isSame(a: RowShown, b: RowShown): boolean {
	return (
		a.layout === b.layout &&
		a.isNewDay === b.isNewDay &&
		a.isSelected === b.isSelected &&
		a.hasFocus === b.hasFocus &&
		a.isPast === b.isPast &&
		a.slowness === b.slowness &&
		a.needle === b.needle &&
		a.cell === b.cell &&
		a.sign === b.sign &&
		a.theme === b.theme
	);
}

/** Collects the spans of a line: as few as possible, because each takes time to paint and bytes to write. */
class LineSpans {
	readonly spans: Array<{text: string; style: Style | undefined}> = [];
	#isBlank = false;

	add(text: string, style: Style | undefined): void {
		if (text === '') {
			return;
		}
		const last = this.spans.at(-1);
		if (last !== undefined && (last.style === style || (this.#isBlank && !isOnSpaces(style)))) {
			last.text += text;
			last.style = style;
		} else {
			this.spans.push({text, style});
		}
		this.#isBlank = false;
	}

	/** Adds spaces without a style. They join a neighbour whose style doesn't show on them. */
	space(text: string): void {
		const last = this.spans.at(-1);
		if (text === '') {
			return;
		}
		if (last === undefined || isOnSpaces(last.style)) {
			this.spans.push({text, style: undefined});
			this.#isBlank = true;
		} else {
			last.text += text;
		}
	}
}

/** True if a style is visible on spaces. */
function isOnSpaces(style: Style | undefined): boolean {
	return Boolean(style?.backgroundColor ?? (style?.inverse || style?.underline));
}

/** Styles of columns in a row; durations by `Slowness`. */
type RowStyles = {
	readonly columns: Readonly<Partial<Record<Column, Style>>>;
	readonly errorUrl: Style;
	readonly durations: readonly [Style, Style, Style];
};

const rowStyles = new WeakMap<Theme, RowStyles>();

/** Returns the same objects each time, so that equal neighbours become one span. */
function rowStylesOf(theme: Theme): RowStyles {
	const known = rowStyles.get(theme);
	if (known !== undefined) {
		return known;
	}
	const {title, muted, faint, status} = theme;
	// In colours, brightness is enough: a whole column in bold would be loud.
	const weight = title.color === undefined ? {} : {bold: false};
	const styles: RowStyles = {
		columns: {url: {...title, ...weight}, method: muted, time: muted, token: faint},
		errorUrl: {...status[5], ...weight},
		durations: [muted, status[4] ?? {}, {...status[5], bold: true}],
	};
	rowStyles.set(theme, styles);
	return styles;
}

/** Returns the style of a duration. */
export function durationStyle(slowness: Slowness, theme: Theme): Style {
	return rowStylesOf(theme).durations[slowness];
}

/** Returns the style of a column in a row, without a found text or a selected cell. */
function cellStyle(
	column: Column,
	row: Row,
	{isSelected, isPast, cell, slowness, theme}: RowShown,
): Style | undefined {
	const statusClass = row.text('status')[0] ?? '';
	if (column === 'status') {
		// If the badge is inverse, it would look like the selected cell.
		const isBadge = statusClass === '5' && !(cell !== null && theme.badge.inverse);
		return isBadge ? theme.badge : theme.status[statusClass];
	}
	if (isSelected || isPast) {
		return undefined;
	}
	const {columns, errorUrl, durations} = rowStylesOf(theme);
	return column === 'duration'
		? durations[slowness]
		: column === 'url' && statusClass === '5'
			? errorUrl
			: columns[column];
}

/** Returns the index of the query string in the cell of a URL; the length of the cell if the URL has no query string. */
function queryIndex(row: Row, shown: string, {shifts}: ColumnWidths): number {
	if (shifts.url !== undefined && row.text('url').slice(0, shifts.url).includes('?')) {
		return 0;
	}
	const at = shown.indexOf('?');
	return at === -1 ? shown.length : at;
}

/** In a selected row, the row or its cell is inverse. A match there must not look like another cell. */
function addedStyle(isFound: boolean, isCell: boolean, {isSelected, theme}: RowShown): Style | null {
	const mark = isSelected ? theme.selectedMark : theme.mark;
	return isFound || isCell ? {...(isCell ? theme.cell : {}), ...(isFound ? mark : {})} : null;
}

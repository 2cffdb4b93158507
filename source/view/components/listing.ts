import {fitWidth, wrapText} from '../../format/fit-width.js';
import {pathName} from '../../format/path-name.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {ShownField} from '../../query/log-field-name.js';
import {columnOf, type Order} from '../../query/order.js';
import type {Theme} from '../../themes/theme.js';
import {type ShownSeparators, separatorLine} from '../bookmarks/separators.js';
import type {Bookmarks} from '../bookmarks/use-bookmarks.js';
import {isInRow, type Needle} from '../find/needle.js';
import {type ColumnWidths, isClockAlone} from '../layout/column-widths.js';
import {headerParts} from '../layout/line-texts.js';
import {emptyTexts, excludedText, newestText, nothingFound, type TermCount} from '../listing/empty-texts.js';
import {type ListingState, newSinceLeft, newText} from '../listing/listing-state.js';
import {showsDay} from '../listing/row.js';
import type {Figures} from '../pulse/figures.js';
import {drawn, type PartSize} from '../spans/lines.js';
import {type SpanLine, safeLine} from '../spans/span.js';
import {rowLine, slownessOf} from './row-line.js';

type ListingLinesState = {
	readonly state: ListingState;
	/** The active search if it filters requests, otherwise null. */
	readonly searched: string | null;
	/** A hint about adding rotated files, shown if there are no requests; may be empty. */
	readonly hint: string;
	/** Numbers of results without each term of the search, if the search has no results; empty until known. */
	readonly termCounts: readonly TermCount[];
	/** True if the rows still match the previous search. */
	readonly isPast: boolean;
	/** False while a panel has the focus. */
	readonly hasFocus: boolean;
	/** True while the user edits the search. */
	readonly isWriting: boolean;
	/** The needle of the find line. */
	readonly needle: Needle | null;
	readonly bookmarks: Pick<Bookmarks, 'tokens' | 'at'>;
	/** Positions of the separators. */
	readonly separators: ShownSeparators;
	readonly formatTime: TimeFormatter;
	readonly layout: ColumnWidths;
	/** Percentiles of the durations of all matches; null if unknown. */
	readonly took: Figures['took'];
	readonly theme: Theme;
};

/** Draws the rows of the page, or the reason why it is empty. */
export function drawListing(
	{
		state,
		searched,
		hint,
		termCounts,
		isPast,
		hasFocus,
		isWriting,
		needle,
		bookmarks,
		separators,
		formatTime,
		layout,
		took,
		theme,
	}: ListingLinesState,
	{width, height = state.size}: PartSize,
): readonly SpanLine[] {
	if (state.count && state.rows.length === 0) {
		const texts =
			searched === null
				? state.excluded > 0
					? [excludedText(state.excluded, false)]
					: emptyTexts(state.status, path => pathName(path, width - 1), hint)
				: nothingFound(state, searched, isWriting, newestText(state.newestBefore, formatTime), termCounts);
		return texts
			.flatMap(text => wrapText(sanitise(text), width))
			.slice(0, height)
			.map(text => safeLine(text, width));
	}
	const separatorsAbove = (index: number): readonly SpanLine[] => {
		const here = separators.lines.get(index);
		const logZone = (state.rows[index] ?? state.rows.at(-1))?.entry.zone ?? null;
		return here ? [separatorLine(here, {formatTime, logZone, selected: bookmarks.at, width, theme})] : [];
	};
	const fresh = newSinceLeft(state);
	const freshLine = (index: number): readonly SpanLine[] =>
		index === fresh.index ? [newLine(fresh.n, width, theme)] : [];
	const isClock = isClockAlone(layout);
	// Without the column, rows must keep their cached lines.
	const thresholds = layout.shown.includes('duration') ? took : null;
	const isNewDay = (index: number): boolean => isClock && showsDay(state.rows, index, state.order);
	const rows = state.rows.slice(0, height).map((row, index) => {
		const isSelected = row.entry.token === state.selected;
		const isMarked = bookmarks.tokens.has(row.entry.token);
		return rowLine(row, {
			layout,
			// The pager line shows the day of the first row.
			isNewDay: isNewDay(index),
			isSelected,
			hasFocus,
			isPast,
			slowness: slownessOf(row.entry.durationMs, thresholds),
			// A row without a match keeps its cached line.
			needle: needle && isInRow(needle, row, layout.shown) ? needle : null,
			cell: isSelected ? state.cell : null,
			sign: isMarked ? 'marked' : separators.cut.has(index) ? 'separated' : undefined,
			theme,
		});
	});
	const lines = [
		...rows.flatMap((row, index) => [...freshLine(index), ...separatorsAbove(index), row]),
		...separatorsAbove(state.rows.length),
	];
	return lines.slice(0, height);
}

/** Draws the line between older requests and requests that are new since the window lost the focus. */
function newLine(n: number, width: number, {rule, muted}: Theme): SpanLine {
	const text = fitWidth(`─ ${newText(n)} `, width).trimEnd();
	return {
		spans: [
			{text: text.slice(0, 2), style: rule},
			{text: text.slice(2), style: muted},
			{text: ` ${'─'.repeat(Math.max(0, width - text.length - 1))}`, style: rule},
		],
	};
}

/** The rows of the listing. */
export const Listing = drawn(drawListing);

/** Content of the header. */
type HeaderState = {
	readonly layout: ColumnWidths;
	readonly order: Order;
	readonly shownField: ShownField;
	/** True if names are redacted: `shownField` is the same function then, with other results. */
	readonly isHiding: boolean;
	readonly theme: Theme;
};

/** Draws the column names, and marks the column that rows are sorted by. Newest first is the default, without a mark. */
function drawHeader({layout, order, shownField, theme}: HeaderState): readonly SpanLine[] {
	const parts = headerParts(layout, shownField);
	const column = order === 'time' ? -1 : layout.shown.indexOf(columnOf(order));
	if (column === -1) {
		return [{spans: [{text: parts.join('')}], style: theme.header}];
	}
	const at = 2 * column;
	const mark = theme.chart.hasBlocks ? (order === '-time' ? '▴' : '▾') : order === '-time' ? '^' : 'v';
	const [gap, cell] = withMark(parts[at - 1] ?? '', parts[at] ?? '', mark);
	const before = parts.slice(0, Math.max(0, at - 1)).join('') + gap;
	const spans = [{text: before}, {text: cell, style: theme.accent}, {text: parts.slice(at + 1).join('')}];
	return [{spans: spans.filter(({text}) => text !== ''), style: theme.header}];
}

/** Puts a mark after the name of a column if it has space for it, else before it, in the gap. */
function withMark(gap: string, cell: string, mark: string): readonly [gap: string, cell: string] {
	const name = cell.trim();
	const before = cell.length - cell.trimStart().length;
	const after = cell.length - cell.trimEnd().length;
	if (after > 1) {
		return [gap, `${cell.slice(0, -after)} ${mark}${' '.repeat(after - 2)}`];
	}
	if (before > 0) {
		const space = before > 1 ? ' ' : '';
		return [gap, `${cell.slice(space.length + 1)}${space}${mark}`];
	}
	return gap === '' ? [gap, name] : [gap.slice(1), mark + cell];
}

/** The column names above the rows. */
export const Header = drawn(drawHeader);

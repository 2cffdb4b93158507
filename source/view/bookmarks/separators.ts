import type {Separator} from '../../bookmarks/bookmark-record.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Theme} from '../../themes/theme.js';
import type {Row} from '../listing/row.js';
import {marker, type SpanLine} from '../spans/span.js';

/** Returns the text of a separator: its time, and the text that the user wrote. */
export function separatorText(
	{time, text}: Separator,
	formatTime: TimeFormatter,
	logZone: number | null,
): string {
	return sanitise(`${formatTime(time, logZone)} ${text}`.trimEnd());
}

/** Maximum width of a separator's label, in columns. */
const maxNoteLength = 30;

/** Returns the labels of the separators in a range of time, the oldest first: ` · deploy`; may be empty. */
export function separatorNotes(separators: readonly Separator[], from: number, to: number): string {
	return separators
		.filter(({time}) => time >= from && time < to)
		.map(({text}) => sanitise(text) || 'separator')
		.map(text => ` · ${fitWidth(text, maxNoteLength).trimEnd()}`)
		.toReversed()
		.join('');
}

/** How separators are shown. */
type SeparatorShown = {
	readonly formatTime: TimeFormatter;
	/** Time zone of the surrounding log lines, in minutes east of UTC. */
	readonly logZone: number | null;
	/** The separator that was reached with a key, or null. */
	readonly selected: Separator | null;
	readonly width: number;
	readonly theme: Theme;
};

/** Returns the line for the separators above a row, newest first. If one of them is selected, the line shows only that one. */
export function separatorLine(
	separators: readonly Separator[],
	{formatTime, logZone, selected, width, theme}: SeparatorShown,
): SpanLine {
	const at = selected === null ? -1 : separators.indexOf(selected);
	const texts = separators.map(separator => separatorText(separator, formatTime, logZone));
	const which = separators.length > 1 ? ` (${at + 1} of ${separators.length})` : '';
	const text = at === -1 ? texts.join(' · ') : `${texts[at]}${which}`;
	const rule = theme.chart.bottom;
	const line = fitWidth(`${marker(at !== -1)}${rule.repeat(2)} ${text} `, width).trimEnd();
	const left = width - terminalWidth(line) - 1;
	return {spans: [{text: left > 0 ? `${line} ${rule.repeat(left)}` : line}], style: theme.header};
}

/** The requests next to the page. */
export type PageEdges = {
	/** Sort time of the next newer request; infinity if the page begins with the newest one; null if unknown. */
	readonly above: number | null;
	/** True if the page ends with the oldest request. */
	readonly isEnd: boolean;
};

/** Separators by the index of the row below them. Separators above the same row share a line. */
type SeparatorRows = ReadonlyMap<number, readonly Separator[]>;

/** The requests next to the page are unknown. */
export const unknownEdges: PageEdges = {above: null, isEnd: false};

/**
 * Assigns separators to the rows of a page: a separator is above the requests of its time and of earlier times. The key
 * `rows.length` has the separators below the last row.
 * @param separators - newest first
 */
export function separatorRows(
	rows: readonly Row[],
	separators: readonly Separator[],
	{above, isEnd}: PageEdges,
): SeparatorRows {
	const found = new Map<number, readonly Separator[]>();
	let newer = above ?? Number.NEGATIVE_INFINITY;
	const times = [...rows.map(({entry}) => entry.position.time), ...(isEnd ? [Number.NEGATIVE_INFINITY] : [])];
	for (const [index, time] of times.entries()) {
		const here = separators.filter(separator => time <= separator.time && separator.time < newer);
		if (here.length > 0) {
			found.set(index, here);
		}
		newer = time;
	}
	return found;
}

/** The separators that have a line, and the rows whose separators don't fit. */
export type ShownSeparators = {readonly lines: SeparatorRows; readonly cut: ReadonlySet<number>};

/** No separators. */
export const noSeparators: ShownSeparators = {lines: new Map(), cut: new Set()};

/** @param wanted - the separator that gets a line first */
export function fitSeparators(
	rows: SeparatorRows,
	height: number,
	wanted: Separator | null,
): ShownSeparators {
	const isWanted = (here: readonly Separator[]): boolean => wanted !== null && here.includes(wanted);
	const all = [...rows].sort(([, a], [, b]) => Number(isWanted(b)) - Number(isWanted(a)));
	return {
		lines: new Map(all.slice(0, height)),
		cut: new Set(all.slice(height).map(([index]) => index)),
	};
}

/**
 * Returns the row index for each line of the page; null for a line of separators.
 * @param newLine - index of the row below the line about new rows, or -1
 */
export function rowsOnLines(
	count: number,
	{lines}: ShownSeparators,
	newLine: number,
	height: number,
): ReadonlyArray<number | null> {
	const above = (index: number): readonly null[] => [
		...(index === newLine ? [null] : []),
		...(lines.has(index) ? [null] : []),
	];
	const rows = Array.from({length: count}, (_, index) => [...above(index), index]).flat();
	return [...rows, ...above(count)].slice(0, height);
}

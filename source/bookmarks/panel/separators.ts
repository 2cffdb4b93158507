import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Theme} from '../../themes/theme.js';
import type {Row} from '../../view/listing/row.js';
import {marker, type PieceLine} from '../../view/spans/piece.js';
import type {Separator} from '../bookmark-record.js';

/** What a separator says: its time, and what was written for it. */
export function separatorText(
	{time, text}: Separator,
	formatTime: TimeFormatter,
	logZone: number | null,
): string {
	return sanitise(`${formatTime(time, logZone)} ${text}`.trimEnd());
}

/** How separators are shown. */
type SeparatorShown = {
	readonly formatTime: TimeFormatter;
	/** Zone of the times in the log around it, minutes east of UTC. */
	readonly logZone: number | null;
	/** The one that was gone to. */
	readonly selected: Separator | null;
	readonly width: number;
	readonly theme: Theme;
};

/** The line of the separators that stand in one place, the newest first; only the one that was gone to, if one was. */
export function separatorLine(
	separators: readonly Separator[],
	{formatTime, logZone, selected, width, theme}: SeparatorShown,
): PieceLine {
	const at = selected === null ? -1 : separators.indexOf(selected);
	const texts = separators.map(separator => separatorText(separator, formatTime, logZone));
	const which = separators.length > 1 ? ` (${at + 1} of ${separators.length})` : '';
	const text = at === -1 ? texts.join(' · ') : `${texts[at]}${which}`;
	const rule = theme.chart.bottom;
	const line = fitWidth(`${marker(at !== -1)}${rule.repeat(2)} ${text} `, width).trimEnd();
	const left = width - terminalWidth(line) - 1;
	return {pieces: [{text: left > 0 ? `${line} ${rule.repeat(left)}` : line}], style: theme.header};
}

/** What is beyond the page. */
export type PageEdges = {
	/** Time of the next newer request, by which they are ordered; infinity: there is none; null: that isn't known. */
	readonly above: number | null;
	/** Whether there is none older. */
	readonly isEnd: boolean;
};

/** Separators by the row above which they stand: those of one place are one line. */
type SeparatorPlaces = ReadonlyMap<number, readonly Separator[]>;

/** Nothing is known of what is beyond the page. */
export const unknownEdges: PageEdges = {above: null, isEnd: false};

/**
 * Where separators stand among the rows of a page: above the requests of their time and of those before it. At the
 * number of the rows are those below the last one.
 * @param separators - the newest first
 */
export function separatorPlaces(
	rows: readonly Row[],
	separators: readonly Separator[],
	{above, isEnd}: PageEdges,
): SeparatorPlaces {
	const places = new Map<number, readonly Separator[]>();
	let newer = above ?? Number.NEGATIVE_INFINITY;
	const times = [...rows.map(({entry}) => entry.position.time), ...(isEnd ? [Number.NEGATIVE_INFINITY] : [])];
	for (const [index, time] of times.entries()) {
		const here = separators.filter(separator => time <= separator.time && separator.time < newer);
		if (here.length > 0) {
			places.set(index, here);
		}

		newer = time;
	}

	return places;
}

/** Places that have a line of their own, and those for which there is no room. */
export type ShownPlaces = {readonly lines: SeparatorPlaces; readonly cut: ReadonlySet<number>};

/** No separators. */
export const noPlaces: ShownPlaces = {lines: new Map(), cut: new Set()};

/** @param wanted - what must have a line before all others */
export function shownPlaces(places: SeparatorPlaces, room: number, wanted: Separator | null): ShownPlaces {
	const isWanted = (here: readonly Separator[]): boolean => wanted !== null && here.includes(wanted);
	const all = [...places].sort(([, a], [, b]) => Number(isWanted(b)) - Number(isWanted(a)));
	return {
		lines: new Map(all.slice(0, room)),
		cut: new Set(all.slice(room).map(([index]) => index)),
	};
}

/** Which row each of the page's lines shows, by its number; null for a line of separators. */
export function rowsOnLines(
	count: number,
	{lines}: ShownPlaces,
	height: number,
): ReadonlyArray<number | null> {
	const above = (index: number): readonly null[] => (lines.has(index) ? [null] : []);
	const rows = Array.from({length: count}, (_, index) => [...above(index), index]).flat();
	return [...rows, ...above(count)].slice(0, height);
}

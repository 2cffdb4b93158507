import {statusClasses} from '../../answers/answers.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {durationText} from '../../format/time-texts.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';
import {classCounts, className, shares, sumOf} from '../charts/shares.js';
import {classStyle} from '../charts/status-pieces.js';
import {fitPieces, type Piece} from '../spans/piece.js';
import {barTime, type Pulse} from './pulse.js';

/**
 * Returns a line of bars, one per number. The greatest number has the highest bar. Zero is a space; any other number has a
 * visible bar.
 * @param levels - the bar characters, from the lowest to the highest
 */
export function sparkline(numbers: readonly number[], levels: string): string {
	const bars = Array.from(levels);
	const greatest = Math.max(...numbers);
	return numbers
		.map(number => (number > 0 ? bars[Math.ceil((number / greatest) * bars.length) - 1] : ' '))
		.join('');
}

/** Figures of all matches of a search. */
export type Figures = {
	/** Number of requests per status class. */
	readonly counts: readonly number[];
	/** Quantiles of the durations in ms; null if no request has a duration. */
	readonly took: {readonly p50: number; readonly p95: number; readonly p99: number} | null;
};

/** The range of ClickHouse's DateTime64. A request with a time outside of it counts as having no time. */
const allTime = {from: Date.UTC(1900, 0, 1), to: Date.UTC(2300, 0, 1)};

/** More than the number of different statuses: a status is a 16-bit integer. */
const maxStatuses = 65_536;

/** Queries a store for the figures of all matches. */
export async function askFigures(
	store: Pick<Store, 'count' | 'histogram' | 'facets'>,
	query: Query,
	signal: AbortSignal,
): Promise<Figures> {
	const {from, to} = allTime;
	const [{n}, {classes, durations}] = await Promise.all([
		store.count(query, signal),
		store.histogram(query, from, to, to - from, signal),
	]);
	const timed = classCounts(classes);
	// A histogram takes half as long as facets, but omits requests without a time. Few logs have such requests.
	const counts = sumOf(timed) < n ? await countsByStatus(store, query, signal) : timed;
	const [p50 = Number.NaN] = durations?.p50 ?? [];
	const [p95 = Number.NaN] = durations?.p95 ?? [];
	const [p99 = Number.NaN] = durations?.p99 ?? [];
	return {counts, took: Number.isNaN(p95) ? null : {p50, p95, p99}};
}

async function countsByStatus(
	store: Pick<Store, 'facets'>,
	query: Query,
	signal: AbortSignal,
): Promise<readonly number[]> {
	const counts = Array.from({length: statusClasses}, () => 0);
	const {values} = await store.facets(query, 'status', maxStatuses, {signal});
	for (const {value, n} of values) {
		const statusClass = Math.floor(Number(value) / 100);
		const place = statusClass < statusClasses ? statusClass : 0;
		counts[place] = (counts[place] ?? 0) + n;
	}
	return counts;
}

/** Options for drawing the line. `now`: ms since 1970. */
export type PulseOptions = {
	readonly now: number;
	readonly formatTime: TimeFormatter;
	readonly width: number;
	readonly theme: Theme;
	/** True for a screen reader: no bars. */
	readonly isSpoken: boolean;
};

/** Content of the line; null: empty, or not known yet. */
export type PulseContent = {readonly figures: Figures | null; readonly pulse: Pulse | null};

const gap = '  ';

/** Minutes of bars by minimum screen width. They don't depend on the rest of the line. */
const barMinutes = [
	{from: 140, minutes: 30},
	{from: 110, minutes: 15},
	{from: 100, minutes: 10},
	{from: 0, minutes: 5},
];

/**
 * Typical maximum widths of shares and rate, and of p95. Bars never use that space; otherwise they would appear and disappear.
 */
const typicalWidths = {figures: 56, took: 13};

/**
 * Returns the figures of the matches and the rate of requests as a line that fits the screen. If space is short, p50 and p99 are
 * dropped first, then the bars, p95 and the rate. The shares stay.
 */
export function pulsePieces({figures, pulse}: PulseContent, options: PulseOptions): readonly Piece[] {
	const {width, theme} = options;
	const found = figures && sumOf(figures.counts) > 0 ? sharePieces(figures, width, theme) : [];
	// The first gap is removed.
	const room = width + gap.length - lengthOf(found);
	const [everyQuantile = '', p95 = ''] = tookTexts(figures);
	const [rate = '', shortRate = rate] = pulse ? rateTexts(pulse, options) : [];
	const choices = [p95 + rate, p95 + shortRate, shortRate, p95];
	const chosen = choices.find(text => text.length <= room) ?? '';
	const usual = typicalWidths.figures + (p95 === '' ? 0 : typicalWidths.took);
	const bars = pulse ? barsPiece(pulse, Math.min(room - chosen.length, width - usual), options) : [];
	const left = room - chosen.length - lengthOf(bars);
	const hasRoom = chosen.startsWith(p95) && everyQuantile.length - p95.length <= left;
	const texts = hasRoom ? everyQuantile + chosen.slice(p95.length) : chosen;
	const [first, ...others] = [...found, {text: texts}, ...bars].filter(({text}) => text !== '');
	return first ? fitPieces([{...first, text: first.text.slice(gap.length)}, ...others], width) : [];
}

/** Formats a number of requests per minute as a rate per second: `0.05/s`, `12.3/s`, `1200/s`. */
export function rateOf(n: number): string {
	const rate = n / 60;
	return `${rate < 0.995 ? rate.toFixed(2) : rate < 99.95 ? rate.toFixed(1) : Math.round(rate)}/s`;
}

/** Returns the rate, or the time since which no requests arrive; then a shorter version. */
function rateTexts(
	{requests, end, isQuiet, isEnded, logZone}: Pulse,
	{now, formatTime}: PulseOptions,
): readonly string[] {
	const rate = rateOf(requests);
	if (!isQuiet) {
		return [`${gap}last minute ${rate}`];
	}
	const last = formatTime(end - 1000, logZone);
	const today = formatTime(now, logZone);
	const clock = last.slice(last.lastIndexOf(' ') + 1);
	const isToday = last.slice(0, -clock.length) === today.slice(0, today.lastIndexOf(' ') + 1);
	const quiet = `${gap}${isEnded ? 'ends' : 'quiet since'} ${isToday ? clock : last}`;
	return [`${quiet}, ${rate} in the minute before`, quiet];
}

/** Returns the shares, each preceded by a gap. Classes other than 2xx to 5xx are included if they occur and fit. */
function sharePieces({counts}: Figures, width: number, theme: Theme): readonly Piece[] {
	const texts = shares(counts);
	const piecesOf = (classes: readonly number[]): readonly Piece[] =>
		classes.flatMap(statusClass => [
			{text: gap},
			{text: className(statusClass), style: classStyle(statusClass, theme)},
			{text: ` ${texts[statusClass]}`},
		]);
	const usual = [2, 3, 4, 5];
	const pieces = piecesOf([1, ...usual, 0].filter(of => usual.includes(of) || (counts[of] ?? 0) > 0));
	return lengthOf(pieces) - gap.length <= width ? pieces : piecesOf(usual);
}

/** Returns the durations, then a shorter version; [] if unknown. */
function tookTexts(figures: Figures | null): readonly string[] {
	if (!figures?.took) {
		return [];
	}
	const {p50, p95, p99} = figures.took;
	return [
		`${gap}p50 ${durationText(p50)}${gap}p95 ${durationText(p95)}${gap}p99 ${durationText(p99)}`,
		`${gap}p95 ${durationText(p95)}`,
	];
}

function barsPiece({bars}: Pulse, room: number, {theme, isSpoken, width}: PulseOptions): readonly Piece[] {
	const longest = barMinutes.find(({from}) => width >= from)?.minutes ?? 0;
	const shown = bars.slice(-longest * (60_000 / barTime));
	const minutes = (shown.length * barTime) / 60_000;
	const most = Math.max(...shown);
	const text = isSpoken
		? `${gap}at most ${most} in 30 s of ${minutes} min`
		: `${gap}${sparkline(shown, theme.chart.levels)} ${minutes} min`;
	return text.length <= room && most > 0 ? [{text, style: theme.axis}] : [];
}

function lengthOf(pieces: readonly Piece[]): number {
	return pieces.reduce((sum, {text}) => sum + text.length, 0);
}

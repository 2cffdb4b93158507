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
 * A line of bars, one for each number, the greatest the highest. Nothing is a space, and something never is.
 * @param levels - the bars, from the lowest to the highest
 */
export function sparkline(numbers: readonly number[], levels: string): string {
	const bars = Array.from(levels);
	const greatest = Math.max(...numbers);
	return numbers
		.map(number => (number > 0 ? bars[Math.ceil((number / greatest) * bars.length) - 1] : ' '))
		.join('');
}

/** What is found, in figures. */
export type Figures = {
	/** Requests by status class. */
	readonly counts: readonly number[];
	/** How long they took, milliseconds; null when none says. */
	readonly took: {readonly p50: number; readonly p95: number; readonly p99: number} | null;
};

/** All times that ClickHouse's DateTime64 has: what is logged with another one counts as having none. */
const allTime = {from: Date.UTC(1900, 0, 1), to: Date.UTC(2300, 0, 1)};

/** More values than a status has: it is a whole number of 16 bits. */
const mostStatuses = 65_536;

/** Asks a store for the figures of all that a query finds. */
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
	// A histogram takes half as long as facets, but leaves out requests without a time, which few logs have.
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
	const {values} = await store.facets(query, 'status', mostStatuses, {signal});
	for (const {value, n} of values) {
		const statusClass = Math.floor(Number(value) / 100);
		const place = statusClass < statusClasses ? statusClass : 0;
		counts[place] = (counts[place] ?? 0) + n;
	}

	return counts;
}

/** What the line is drawn with. `now`: milliseconds since 1970. */
export type PulseOptions = {
	readonly now: number;
	readonly formatTime: TimeFormatter;
	readonly width: number;
	readonly theme: Theme;
	/** True: read out, so without bars. */
	readonly isSpoken: boolean;
};

/** What the line says; null: there is nothing, or it isn't known yet. */
export type PulseContent = {readonly figures: Figures | null; readonly pulse: Pulse | null};

const gap = '  ';

/** Minutes of bars on screens of so many columns: always the same, whatever stands beside them. */
const barMinutes = [
	{from: 140, minutes: 30},
	{from: 110, minutes: 15},
	{from: 100, minutes: 10},
	{from: 0, minutes: 5},
];

/** Columns that shares and rate take at most, as a rule; and p95. Bars keep away from there, or they would come and go. */
const usualLength = {figures: 56, took: 13};

/**
 * The figures of what is found, then how fast requests come: as a line, no wider than its screen. Where there is no room,
 * p50 and p99 give way first, then the bars, p95 and the rate. The shares stay.
 */
export function pulsePieces({figures, pulse}: PulseContent, options: PulseOptions): readonly Piece[] {
	const {width, theme} = options;
	const found = figures && sumOf(figures.counts) > 0 ? sharePieces(figures, width, theme) : [];
	// Without the first gap.
	const room = width + gap.length - lengthOf(found);
	const [everyQuantile = '', p95 = ''] = tookTexts(figures);
	const [rate = '', shortRate = rate] = pulse ? rateTexts(pulse, options) : [];
	const choices = [p95 + rate, p95 + shortRate, shortRate, p95];
	const chosen = choices.find(text => text.length <= room) ?? '';
	const usual = usualLength.figures + (p95 === '' ? 0 : usualLength.took);
	const bars = pulse ? barsPiece(pulse, Math.min(room - chosen.length, width - usual), options) : [];
	const left = room - chosen.length - lengthOf(bars);
	const hasRoom = chosen.startsWith(p95) && everyQuantile.length - p95.length <= left;
	const texts = hasRoom ? everyQuantile + chosen.slice(p95.length) : chosen;
	const [first, ...others] = [...found, {text: texts}, ...bars].filter(({text}) => text !== '');
	return first ? fitPieces([{...first, text: first.text.slice(gap.length)}, ...others], width) : [];
}

/** A number of requests a second: `0.05/s`, `12.3/s`, `1200/s`. */
export function rateOf(n: number): string {
	const rate = n / 60;
	return `${rate < 0.995 ? rate.toFixed(2) : rate < 99.95 ? rate.toFixed(1) : Math.round(rate)}/s`;
}

/** The rate, and where nothing comes any more since when; then the same with less. */
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

/** The shares, each behind a gap; those of requests that are neither 2xx, 3xx, 4xx nor 5xx where there are such, and room. */
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

/** How long requests took, and the same with less; nothing where it isn't known. */
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
	const minutes = barMinutes.find(({from}) => width >= from)?.minutes ?? 0;
	const shown = bars.slice(-minutes * (60_000 / barTime));
	const most = Math.max(...shown);
	const text = isSpoken
		? `${gap}at most ${most} in 30 s of ${minutes} min`
		: `${gap}${sparkline(shown, theme.chart.levels)} ${minutes} min`;
	return text.length <= room && most > 0 ? [{text, style: theme.axis}] : [];
}

function lengthOf(pieces: readonly Piece[]): number {
	return pieces.reduce((sum, {text}) => sum + text.length, 0);
}

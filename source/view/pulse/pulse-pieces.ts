import {durationText} from '../../listing/duration-text.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import {className, sumOf} from '../charts/class-counts.js';
import {percent} from '../charts/percent.js';
import {sparkline} from '../charts/sparkline.js';
import {classLook} from '../charts/status-pieces.js';
import {fitPieces} from '../pieces/fit-pieces.js';
import type {Piece} from '../pieces/piece.js';
import type {Theme} from '../themes/theme.js';
import {barTime, type Pulse} from './pulse.js';

/** What the line is drawn with. `now`: milliseconds since 1970. */
export type PulseOptions = {
	readonly now: number;
	readonly formatTime: TimeFormatter;
	readonly width: number;
	readonly theme: Theme;
	/** True: read out, so without bars. */
	readonly isSpoken: boolean;
};

const gap = '  ';

/** Minutes of bars on screens of so many columns: always the same, whatever stands beside them. */
const barMinutes = [
	{from: 140, minutes: 30},
	{from: 100, minutes: 15},
	{from: 72, minutes: 10},
	{from: 0, minutes: 5},
];

/** The pulse as it stands on its line, no wider than that. */
export function pulsePieces(pulse: Pulse, options: PulseOptions): readonly Piece[] {
	const {width, theme} = options;
	const shares = sharePieces(pulse, theme);
	const room = width - lengthOf(shares);
	const rates = rateTexts(pulse, options);
	// The last of the shares is that of what goes wrong: it must not be the one that is cut.
	const rate = rates.find(text => text.length <= room) ?? rates[0];
	const first = [{text: rate}, ...shares];
	let left = width - lengthOf(first);
	const bars = barsPiece(pulse, left, options);
	left -= lengthOf(bars);
	const took = tookPieces(pulse).find(piece => piece.text.length <= left);
	return fitPieces([...first, ...(took ? [took] : []), ...bars], width);
}

/** A number of requests a second: `0.05/s`, `12.3/s`, `1200/s`. */
export function rateOf(n: number): string {
	const rate = n / 60;
	return `${rate < 0.995 ? rate.toFixed(2) : rate < 99.95 ? rate.toFixed(1) : Math.round(rate)}/s`;
}

/** The rate, and where nothing comes any more since when; then the same with less. */
function rateTexts(
	{counts, end, isQuiet, isEnded, logZone}: Pulse,
	{now, formatTime}: PulseOptions,
): readonly [string, ...string[]] {
	const rate = rateOf(sumOf(counts));
	if (!isQuiet) {
		return [rate];
	}

	const last = formatTime(end - 1000, logZone);
	const today = formatTime(now, logZone);
	const clock = last.slice(last.lastIndexOf(' ') + 1);
	const isToday = last.slice(0, -clock.length) === today.slice(0, today.lastIndexOf(' ') + 1);
	const quiet = `${isEnded ? 'ends' : 'quiet since'} ${isToday ? clock : last}`;
	return [`${quiet}, before ${rate}`, quiet];
}

function sharePieces({counts}: Pulse, theme: Theme): readonly Piece[] {
	const n = sumOf(counts);
	return [2, 3, 4, 5].flatMap(statusClass => [
		{text: gap},
		{text: className(statusClass), look: classLook(statusClass, theme)},
		{text: ` ${percent(counts[statusClass] ?? 0, n)}`},
	]);
}

function tookPieces({took}: Pulse): readonly Piece[] {
	if (!took) {
		return [];
	}

	const {p50, p95, p99} = took;
	return [
		{text: `${gap}p50 ${durationText(p50)}${gap}p95 ${durationText(p95)}${gap}p99 ${durationText(p99)}`},
		{text: `${gap}p95 ${durationText(p95)}`},
	];
}

function barsPiece({bars}: Pulse, room: number, {theme, isSpoken, width}: PulseOptions): readonly Piece[] {
	const minutes = barMinutes.find(({from}) => width >= from)?.minutes ?? 0;
	const shown = bars.slice(-minutes * (60_000 / barTime));
	const most = Math.max(...shown);
	const text = isSpoken
		? `${gap}at most ${most} in 30 s of ${minutes} min`
		: `${gap}${sparkline(shown, theme.chart.levels)} ${minutes} min`;
	return text.length <= room && most > 0 ? [{text, look: theme.axis}] : [];
}

function lengthOf(pieces: readonly Piece[]): number {
	return pieces.reduce((sum, {text}) => sum + text.length, 0);
}

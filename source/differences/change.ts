import {gOf, surprise} from './chance.js';

/** Numbers of entries: of people and of bots in the selection, then of people and of bots in the baseline. */
export type SideCounts = readonly [number, number, number, number];

/** Number of kinds of entries in a `SideCounts`. */
export const kinds = 4;

/** All compared entries. */
export type Totals = {
	readonly counts: SideCounts;
	/** Lengths of the periods in the log, in seconds; null unless both sides are limited by time. */
	readonly seconds: {readonly selected: number; readonly baseline: number} | null;
};

/** A change that is large enough for a finding. */
export type Change = {
	readonly isGrowth: boolean;
	/** Number of entries in the selection that would be ordinary. */
	readonly expected: number;
	readonly g: number;
	/** Information per selected entry. */
	readonly score: number;
};

/** Minimum number of entries of a value on both sides together. */
export const minEntries = 10;

/** Minimum ratio of growth, and maximum ratio of a fall. Below 1.5, healthy hours differ all the time. */
export const minGrowth = 1.5;
const maxFall = 0.5;

/** Minimum difference: entries of growth and of a fall, and share of the selection. With millions of entries everything is significant. */
const minMore = 10;
const minLess = 20;
const minMoreShare = 0.002;

/** Minimum ratio of the entries per second between two periods, for growth. */
const minRate = 1.25;

/** Minimum number of entries on each side for the growth of a group of clients. */
const minGroup = 30;

/** Returns the numbers of a value from a list of four for each value. */
export function sideCountsOf(counts: Uint32Array, value: number): SideCounts {
	const at = kinds * value;
	return [counts[at] ?? 0, counts[at + 1] ?? 0, counts[at + 2] ?? 0, counts[at + 3] ?? 0];
}

/** Returns the number of entries in the selection. */
export function inSelection(counts: SideCounts): number {
	return counts[0] + counts[1];
}

/** Returns the number of entries in the baseline. */
export function inBaseline(counts: SideCounts): number {
	return counts[2] + counts[3];
}

/** Returns the number of selected entries of a value in such a list. */
export function selectedOf(counts: Uint32Array, value: number): number {
	return (counts[kinds * value] ?? 0) + (counts[kinds * value + 1] ?? 0);
}

/** Returns the number of entries of a value in the baseline. */
export function baselineOf(counts: Uint32Array, value: number): number {
	return (counts[kinds * value + 2] ?? 0) + (counts[kinds * value + 3] ?? 0);
}

/** Returns how the entries of a value changed, or null if it isn't enough for a finding. Ignores chance. */
export function changeOf(value: SideCounts, {counts, seconds}: Totals, canFall: boolean): Change | null {
	const [a, n] = [inSelection(value), inSelection(counts)];
	const [b, m] = [inBaseline(value), inBaseline(counts)];
	if (n === 0 || m === 0 || a + b < minEntries) {
		return null;
	}
	const expected = seconds === null ? (b * n) / m : ordinary(value, counts);
	const isGrowth = a > expected;
	const ratio = (a + 0.5) / (expected + 0.5);
	if (Math.abs(a - expected) < Math.max(isGrowth ? minMore : minLess, n * minMoreShare)) {
		return null;
	}
	if (isGrowth) {
		if (ratio < minGrowth) {
			return null;
		}
		if (seconds !== null && a * seconds.baseline < minRate * b * seconds.selected) {
			return null;
		}
	} else if (seconds === null || !canFall || ratio > maxFall) {
		return null;
	} else if (a * seconds.baseline > maxFall * b * seconds.selected) {
		return null;
	}
	const g = gOf({a, n, b: Math.min(m, (expected * m) / n), m});
	return {isGrowth, expected, g, score: scoreOf(a, expected, n)};
}

/** Information per selected entry. */
function scoreOf(a: number, expected: number, n: number): number {
	return surprise((a + 0.5) / (n + 1), Math.min(n + 0.5, expected + 0.5) / (n + 1));
}

/**
 * Returns the ordinary number of selected entries with a value between two periods. If a range of numbers is ordinary, returns the
 * one nearest to the actual number. People and bots grow at different speeds. A value may grow like any of them, because not every bot
 * is known; it falls like its own people and bots. Otherwise the end of a crawl would hide the fall of a value that only people have.
 */
function ordinary(value: SideCounts, all: SideCounts): number {
	const [a, b] = [inSelection(value), inBaseline(value)];
	const ofAll = growthOf(inSelection(all), inBaseline(all), a, b);
	const people = growthOf(all[0], all[2], value[0], value[2]);
	const bots = growthOf(all[1], all[3], value[1], value[3]);
	const growths = [ofAll, people, bots].filter(growth => growth !== null);
	const whole = ofAll ?? inSelection(all) / inBaseline(all);
	const least = value[2] * (people ?? whole) + value[3] * (bots ?? whole);
	return Math.min(Math.max(a, least), Math.max(least, b * Math.max(...growths)));
}

/**
 * Returns the growth of a group without the entries of a value; null if it has too few. A value of more than half of the group
 * isn't excluded: it determines the growth of the group, and the other entries are too few.
 */
function growthOf(selected: number, baseline: number, a: number, b: number): number | null {
	const [n, m] = 2 * b > baseline ? [selected, baseline] : [selected - a, baseline - b];
	return n >= minGroup && m >= minGroup ? n / m : null;
}

/** The compared percentiles of a measure, in ms or bytes. */
export const percentileNames = ['p50', 'p75', 'p95'] as const;
export type Percentile = (typeof percentileNames)[number];
export type Percentiles = Readonly<Record<Percentile, number>>;

/** The percentiles of a measure on both sides, within 2 %. */
export type MeasureShift = {readonly selected: Percentiles; readonly baseline: Percentiles};

/** Entries of a value with a duration or size: how many there are on both sides, and how many of them are extreme. */
export type Extremes = {
	/** Selected entries with the measure, and the extreme ones of them. */
	readonly n: number;
	readonly a: number;
	/** Likewise of the baseline. */
	readonly m: number;
	readonly b: number;
	readonly percentiles: MeasureShift;
};

/** The percentile that must have changed, and the direction. */
export type ShiftKind = {readonly isGrowth: boolean; readonly percentile: Percentile};

/**
 * Returns how a measure of a value shifted, or null if it isn't enough for a finding.
 * @param all - number of all selected entries
 */
export function shiftOf({n, a, m, b, percentiles}: Extremes, kind: ShiftKind, all: number): Change | null {
	if (n === 0 || m === 0 || !isShift(percentiles, kind)) {
		return null;
	}
	const expected = (b * n) / m;
	if (a - expected < minMore) {
		return null;
	}
	return {
		isGrowth: kind.isGrowth,
		expected,
		g: gOf({a, n, b, m}),
		score: (scoreOf(a, expected, n) * n) / all,
	};
}

/** Checks that a percentile changed by enough. */
export function isShift({selected, baseline}: MeasureShift, {isGrowth, percentile}: ShiftKind): boolean {
	const [a, b] = [selected[percentile], baseline[percentile]];
	return isGrowth ? a > 0 && a >= minGrowth * b : b > 0 && a <= maxFall * b;
}

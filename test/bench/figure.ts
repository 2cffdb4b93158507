import type {Spread} from './spread.js';

/**
 * In what a figure is counted: `time` in milliseconds, `memory` in bytes, `entry` in bytes an entry, `share` of one
 * core from 0 on, `rate` in bytes a second.
 */
export type Unit = 'time' | 'memory' | 'entry' | 'share' | 'rate';

/** What a figure is to be at most: in its own unit, or as a share of what another program took for the same. */
export type Limit = {readonly atMost: number; readonly of?: string};

/** One thing that was measured. Less is better, always. */
export type Figure = {
	/** What, the same in every run, so that a later one can be compared: `5M lines: read whole`. */
	readonly name: string;
	readonly unit: Unit;
	/** What it was of reqscope. */
	readonly value: Spread;
	/** What it was of others, by their names. */
	readonly beside: Readonly<Record<string, Spread>>;
	readonly limits: readonly Limit[];
};

/** A program and what something took it. */
export type Taken = readonly [program: string, value: Spread];

/** The figure of what something took each program, reqscope first; none where nobody could be measured. */
export function figureOf(
	name: string,
	unit: Unit,
	taken: readonly Taken[],
	limits: readonly Limit[] = [],
): readonly Figure[] {
	const [own, ...others] = taken;
	return own === undefined ? [] : [{name, unit, value: own[1], beside: Object.fromEntries(others), limits}];
}

/** By how much a median is above what it is to be at most. */
export type Excess = {readonly figure: Figure; readonly limit: Limit; readonly found: number};

/** The limits that don't hold. One that is a share of what wasn't measured isn't among them. */
export function excesses(figures: readonly Figure[]): readonly Excess[] {
	return figures.flatMap(figure =>
		figure.limits.flatMap(limit => {
			const base = limit.of === undefined ? 1 : figure.beside[limit.of]?.median;
			const found = base === undefined ? Number.NaN : figure.value.median / base;
			return found > limit.atMost ? [{figure, limit, found}] : [];
		}),
	);
}

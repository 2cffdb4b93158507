import type {Spread} from './spread.js';

/**
 * Unit of a figure: `time` in ms, `memory` in bytes, `entry` in bytes per entry, `line` in ns per line, `share` as a fraction of one core, `rate` in
 * bytes per second.
 */
export type Unit = 'time' | 'memory' | 'entry' | 'line' | 'share' | 'rate';

/**
 * Maximum of a figure, in its own unit or, with `of`, as a multiple of the value of another program. `plus` is subtracted from the
 * figure first, in its own unit.
 */
export type Limit = {readonly atMost: number; readonly of?: string; readonly plus?: number};

/** One measured quantity. Smaller is always better. */
export type Figure = {
	/** The same in every run, so that results can be compared: `5M lines: read whole`. */
	readonly name: string;
	readonly unit: Unit;
	/** Value of reqscope. */
	readonly value: Spread;
	/** Values of the other programs, by name. */
	readonly beside: Readonly<Record<string, Spread>>;
	readonly limits: readonly Limit[];
};

/** The name of a program and its measured value. */
export type Taken = readonly [program: string, value: Spread];

/** Makes a figure of the values of all programs, reqscope first. Returns an empty array if no program could be measured. */
export function figureOf(
	name: string,
	unit: Unit,
	taken: readonly Taken[],
	limits: readonly Limit[] = [],
): readonly Figure[] {
	const [own, ...others] = taken;
	return own === undefined ? [] : [{name, unit, value: own[1], beside: Object.fromEntries(others), limits}];
}

/** A limit that a median exceeds. `found` is the measured value in the unit of the limit. */
export type Excess = {readonly figure: Figure; readonly limit: Limit; readonly found: number};

/** Returns the exceeded limits. Ignores limits relative to a program that wasn't measured. */
export function excesses(figures: readonly Figure[]): readonly Excess[] {
	return figures.flatMap(figure =>
		figure.limits.flatMap(limit => {
			const base = limit.of === undefined ? 1 : figure.beside[limit.of]?.median;
			const found = base === undefined ? Number.NaN : (figure.value.median - (limit.plus ?? 0)) / base;
			return found > limit.atMost ? [{figure, limit, found}] : [];
		}),
	);
}

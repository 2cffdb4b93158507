import {columns as allColumns} from '../../fields/fields.js';
import {type ChosenColumn, defaultChoice, isDefaultChoice} from '../../format/chosen-columns.js';
import {type Column, columnTable, defaultColumns, rulesOf} from '../../format/columns.js';
import type {CommonPath} from '../../format/cut-path.js';
import {isLogFieldName} from '../../query/log-field-name.js';
import type {MaxWidths} from '../listing/listing-state.js';

/** A share of the space on a line, in columns of the terminal. */
export type Share = {
	readonly min: number;
	readonly max: number;
	readonly weight: number;
};

/**
 * Distributes `width` columns. Every share gets its minimum; weights divide the rest. Space beyond a share's maximum goes to
 * other shares. `width` must cover all minimums.
 */
export function shareWidth(width: number, shares: readonly Share[]): readonly number[] {
	const given = shares.map(({min}) => min);
	let left = width - given.reduce((sum, value) => sum + value, 0);
	for (;;) {
		const open = shares.flatMap(({max}, index) => ((given[index] ?? 0) < max ? [index] : []));
		if (left <= 0 || open.length === 0) {
			return given;
		}
		const total = open.reduce((sum, index) => sum + (shares[index]?.weight ?? 0), 0);
		const free = left;
		for (const index of open) {
			const {max = 0, weight = 0} = shares[index] ?? {};
			const before = given[index] ?? 0;
			// The indivisible rest goes to the first shares.
			const part = Math.max(1, Math.floor((free * weight) / total));
			const added = Math.min(left, part, max - before);
			given[index] = before + added;
			left -= added;
		}
	}
}

/** Number of terminal columns by which each column is scrolled. Columns that aren't scrolled are omitted. */
export type Shifts = Readonly<Partial<Record<Column, number>>>;

/** The division of a line into columns. */
export type ColumnWidths = {
	/** The columns that fit, in order. */
	readonly shown: readonly Column[];
	/** Widths in terminal columns; 0, or missing for a log field, for columns that aren't shown. */
	readonly widths: Readonly<Record<Column, number>>;
	/** Number of spaces between two columns. */
	readonly gap: number;
	readonly shifts: Shifts;
	/** Common parts of paths that the File column omits first, see `commonPathOf`. */
	readonly apart?: CommonPath | undefined;
};

/** Minimum width of a line: Status and URL. */
export const minWidth = 18;

/** The amount of space for columns. */
type Level = {
	readonly size: 'ample' | 'normal' | 'small';
	/** Minimum width of the URL. Below `ample`, Time shows only the clock. */
	readonly url: 'ample' | 'normal' | 'min' | 'none';
	/** Minimum width of the other flexible columns. */
	readonly rest: 'ample' | 'min';
	readonly gap: 1 | 2;
	readonly grows?: true;
	readonly isTight?: true;
	/** True if Time shows only the clock, in spite of the space for the URL. */
	readonly isClock?: true;
};

/** A way to divide a line. */
type Plan = {
	readonly chosen: readonly ChosenColumn[];
	readonly level: Level;
	/** True if user-defined widths apply even if they exceed the width the column would otherwise have. */
	readonly isGenerous: boolean;
};

const ample: Level = {size: 'ample', url: 'ample', rest: 'ample', gap: 2};
const wide: readonly Level[] = [
	ample,
	{size: 'normal', url: 'ample', rest: 'ample', gap: 1, grows: true},
	{size: 'normal', url: 'ample', rest: 'min', gap: 1},
];
function narrow(url: Level['url']): readonly Level[] {
	return [
		{size: 'normal', url, rest: 'min', gap: 1},
		{size: 'small', url, rest: 'min', gap: 1},
		{size: 'small', url, rest: 'min', gap: 1, isTight: true},
	];
}
const last: Level = {size: 'small', url: 'none', rest: 'min', gap: 1};

/** Default columns that can be dropped, in that order. Status and URL always stay. */
const leaving = ['token', 'method', 'ip', 'time'] as const satisfies readonly Column[];

/**
 * Typical widths. They decide whether columns other than the six defaults fit, so that a long value never makes a column
 * disappear.
 */
const typical = Object.fromEntries(allColumns.map(column => [column, rulesOf(column).typical])) as Readonly<
	Record<Column, number>
>;

/** Typical widths if a wide screen has added columns: long addresses and methods are more important than the date. */
const typicalOnWide = {...typical, ip: 19, method: 8};

/** Widths of a day, `30 Sep 2026 `, and of the clock. */
const dayWidth = 12;
const clockWidth = 8;

const none = Object.fromEntries(allColumns.map(column => [column, 0])) as Readonly<Record<Column, number>>;
const unshifted: Shifts = {};

/**
 * Divides a line between columns. Measured columns get the width of their values, other columns a fixed width, and the flexible
 * columns such as URL the rest. If that is too little for them, the other columns shrink step by step, then again with user-defined
 * widths as mere maximums. Then columns are dropped: first the ones outside the six defaults, from the last, then the columns of
 * `leaving`. The first column is one wider, for the marker of the selected row.
 * @param isWide - true if the screen has added columns because it is wide: they keep the larger gaps
 */
export function columnWidths(
	width: number,
	widest: MaxWidths,
	chosen: readonly ChosenColumn[] = defaultChoice,
	shifts: Shifts = unshifted,
	isWide = false,
): ColumnWidths {
	const isDefault = chosen === defaultChoice || isDefaultChoice(chosen);
	const min = isDefault ? widest : isWide ? typicalOnWide : typical;
	for (const plan of plans(chosen, isDefault, isWide)) {
		const widths = divided(width, plan, widest, min);
		if (widths) {
			return {shown: plan.chosen.map(({name}) => name), widths, gap: plan.level.gap, shifts};
		}
	}
	return {shown: [], widths: none, gap: 1, shifts};
}

/** Returns the width of a column; 0 if it isn't shown. */
export function widthOf({widths}: Pick<ColumnWidths, 'widths'>, column: Column): number {
	return widths[column] ?? 0;
}

/** Returns the width of a column's cells without the marker of the selected row; 0 if the column isn't shown. */
export function textWidth(layout: ColumnWidths, column: Column): number {
	return Math.max(0, widthOf(layout, column) - (layout.shown[0] === column ? 1 : 0));
}

/** True if Time is shown without its day. */
export function isClockAlone(layout: ColumnWidths): boolean {
	return layout.shown.includes('time') && textWidth(layout, 'time') < rulesOf('time').width.min;
}

/** Returns the layout for a row that shows its day while other rows don't. The widest other column shrinks for it. */
export function withDay(layout: ColumnWidths): ColumnWidths {
	const {shown, widths} = layout;
	const others = shown.filter(column => column !== 'time');
	const giver = others.toSorted((a, b) => widthOf(layout, b) - widthOf(layout, a))[0];
	if (giver === undefined || !isClockAlone(layout)) {
		return layout;
	}
	const given = Math.min(dayWidth, widthOf(layout, giver) - 1);
	return {
		...layout,
		widths: {...widths, [giver]: widthOf(layout, giver) - given, time: widths.time + given},
	};
}

function* plans(chosen: readonly ChosenColumn[], isDefaultSix: boolean, isWide: boolean): Generator<Plan> {
	const at =
		(kept: readonly ChosenColumn[], isGenerous = false) =>
		(level: Level): Plan => ({chosen: kept, level, isGenerous});

	// A user who chose columns prefers them to a wide URL.
	const narrowed = isDefaultSix ? narrow('normal') : [...narrow('normal'), ...narrow('min')];
	const levels = [...(isWide ? [ample, {...ample, isClock: true} as const] : []), ...wide, ...narrowed];
	if (chosen.some(({width}) => width !== null)) {
		yield* levels.map(at(chosen, true));
	}
	yield* levels.map(at(chosen));
	let kept = chosen;
	const without = (name: Column): boolean => {
		const left = kept.filter(column => column.name !== name);
		const isLess = left.length < kept.length && left.length > 0;
		kept = isLess ? left : kept;
		return isLess;
	};
	const isDefault = (name: Column): boolean => defaultColumns.some(column => column === name);
	for (const {name} of chosen.toReversed()) {
		if (!isDefault(name) && without(name)) {
			yield* levels.map(at(kept));
		}
	}
	for (const name of leaving) {
		if (name === 'time') {
			yield* narrow('min').map(at(kept));
		}
		without(name);
		yield* narrowed.map(at(kept));
	}
	yield at(kept)(last);
}

/**
 * Returns the widths; null if the columns don't fit.
 * @param min - widths of values that must fit; wider values only get spare space
 */
function divided(
	width: number,
	plan: Plan,
	widest: MaxWidths,
	min: MaxWidths,
): Readonly<Record<Column, number>> | null {
	const {chosen, level, isGenerous} = plan;
	const widths = {...none};
	const rest: Array<{name: Column; min: number; max: number; weight: number}> = [];
	let left = width - level.gap * (chosen.length - 1);
	const wanted: Array<{name: Column; width: number}> = [];
	for (const [index, {name, width: asked}] of chosen.entries()) {
		const lead = index === 0 ? 1 : 0;
		const {width: rules} = rulesOf(name);
		const max = asked === null ? Number.POSITIVE_INFINITY : asked + lead;
		const isFixed = isGenerous && asked !== null;
		if (rules.by === 'rest' && !isFixed) {
			const share = name === 'url' ? level.url : level.rest;
			const needed = share === 'none' ? 1 : (rules[share] ?? rules.min);
			rest.push({name, min: Math.min(needed, max), max, weight: rules.weight ?? 1});
			continue;
		}
		const isGrowing = level.grows && rules.grows && asked === null;
		const needed = widthAt(name, level, min, lead);
		const width = isFixed ? max : isGrowing ? (rules.normal ?? 0) + lead : Math.min(max, needed);
		widths[name] = width;
		left -= width;
		if (!isFixed) {
			const ampler: Level = isGrowing ? {...level, size: 'ample'} : level;
			wanted.push({name, width: Math.min(max, widthAt(name, ampler, widest, lead))});
		}
	}
	left -= rest.reduce((sum, {min}) => sum + min, 0);
	if (left < 0) {
		return null;
	}
	for (const {name, width: needed} of wanted) {
		const before = widthOf({widths}, name);
		const added = Math.max(0, Math.min(left, needed - before));
		widths[name] = before + added;
		left -= added;
	}
	const shared = shareWidth(left + rest.reduce((sum, {min}) => sum + min, 0), rest);
	for (const [index, {name}] of rest.entries()) {
		widths[name] = shared[index] ?? 0;
	}
	return widths;
}

/** Returns the width of a column that isn't flexible. */
function widthAt(name: Column, level: Level, widest: MaxWidths, lead: number): number {
	const {width: rules} = rulesOf(name);
	const headerWidth = isLogFieldName(name) ? rules.min : columnTable[name].header.length;
	const {min, ample, normal = min, minAmple = min, small, tight} = rules;
	const needed = rules.by === 'measured' ? (widest[name] ?? rules.min) + lead : 0;
	if (level.isTight && tight !== undefined) {
		return tight + lead;
	}
	const isAmple = level.size === 'ample';
	const fitting = isAmple
		? between(minAmple + lead, needed, ample + lead)
		: between(min + lead, needed, normal + lead);
	const width = isAmple && rules.by !== 'measured' ? ample + lead : Math.max(headerWidth, fitting);
	if (rulesOf(name).cut === 'clock') {
		const isClock = level.isClock || level.url !== 'ample';
		return isClock ? Math.max(clockWidth + lead, width - dayWidth) : width;
	}
	if (isAmple) {
		return width;
	}
	return level.size === 'normal' || small === undefined ? width : Math.max(headerWidth, small + lead);
}

function between(min: number, value: number, max: number): number {
	return Math.max(min, Math.min(value, max));
}

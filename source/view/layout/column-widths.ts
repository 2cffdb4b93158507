import {type ChosenColumn, isUsualChoice, usualChoice} from '../../format/chosen-columns.js';
import {columns as allColumns, type Column, rulesOf, usualColumns} from '../../format/columns.js';
import type {PathsApart} from '../../format/cut-path.js';
import type {Widest} from '../listing/listing-state.js';

/** What has a share of the room on a line. */
export type Share = {
	readonly least: number;
	/** It takes no more. */
	readonly most: number;
	readonly weight: number;
};

/**
 * Divides room: each has its least, what is beyond goes by weight. What one doesn't take is for the others; what nobody
 * takes is left. The room is enough for the least of all.
 */
export function shareRoom(room: number, shares: readonly Share[]): readonly number[] {
	const given = shares.map(({least}) => least);
	let left = room - given.reduce((sum, value) => sum + value, 0);
	for (;;) {
		const open = shares.flatMap(({most}, index) => ((given[index] ?? 0) < most ? [index] : []));
		if (left <= 0 || open.length === 0) {
			return given;
		}

		const total = open.reduce((sum, index) => sum + (shares[index]?.weight ?? 0), 0);
		const free = left;
		for (const index of open) {
			const {most = 0, weight = 0} = shares[index] ?? {};
			const before = given[index] ?? 0;
			// What can't be divided goes to the first.
			const part = Math.max(1, Math.floor((free * weight) / total));
			const added = Math.min(left, part, most - before);
			given[index] = before + added;
			left -= added;
		}
	}
}

/** How far the texts of columns are scrolled, in columns of the terminal; those that aren't are left out. */
export type Shifts = Readonly<Partial<Record<Column, number>>>;

/** How a line is divided between the columns. */
export type ColumnWidths = {
	/** The columns that there is room for, in their order. */
	readonly shown: readonly Column[];
	/** Columns of the terminal; 0: the column isn't shown. */
	readonly widths: Readonly<Record<Column, number>>;
	/** Spaces between two columns. */
	readonly gap: number;
	readonly shifts: Shifts;
	/** What File leaves out first, see `pathsApart`; without it, nothing. */
	readonly apart?: PathsApart | undefined;
};

/** No line is narrower than this: Status and URL. */
export const leastWidth = 18;

/** How much room there is for a column. */
type Level = {
	readonly size: 'ample' | 'usual' | 'small';
	/** What the URL must have at least. With less than its ample width, Time shows the clock alone. */
	readonly url: 'ample' | 'usual' | 'least' | 'none';
	/** What the others that take what is left must have at least. */
	readonly rest: 'ample' | 'least';
	readonly gap: 1 | 2;
	readonly grows?: true;
	readonly isTight?: true;
};

/** A way to divide a line. */
type Plan = {
	readonly chosen: readonly ChosenColumn[];
	readonly level: Level;
	/** Whether a width that was asked for is given also where it is more than the column would have. */
	readonly isGenerous: boolean;
};

const roomy: readonly Level[] = [
	{size: 'ample', url: 'ample', rest: 'ample', gap: 2},
	{size: 'usual', url: 'ample', rest: 'ample', gap: 1, grows: true},
	{size: 'usual', url: 'ample', rest: 'least', gap: 1},
];
function narrow(url: Level['url']): readonly Level[] {
	return [
		{size: 'usual', url, rest: 'least', gap: 1},
		{size: 'small', url, rest: 'least', gap: 1},
		{size: 'small', url, rest: 'least', gap: 1, isTight: true},
	];
}
const last: Level = {size: 'small', url: 'none', rest: 'least', gap: 1};

/** Those of the six that there is no room for, in the order in which they go. Status and URL stay. */
const leaving = ['token', 'method', 'ip', 'time'] as const satisfies readonly Column[];

/** Columns other than the six go for lack of room whatever is in the log: none may go because a long text comes. */
const typical = Object.fromEntries(allColumns.map(column => [column, rulesOf(column).typical])) as Readonly<
	Record<Column, number>
>;

/** Before a clock, `30 Sep 2026 `, and the clock alone. */
const dayWidth = 12;
const clockWidth = 8;

const none = Object.fromEntries(allColumns.map(column => [column, 0])) as Readonly<Record<Column, number>>;
const unshifted: Shifts = {};

/**
 * Divides the width of a line: what their texts need for those that are measured, what they usually need for others, and
 * the rest for the URL and the like. When that leaves these too little, widths that were asked for give way, then the
 * others one after the other, then columns go: the last of those that aren't of the six, then of the six those that tell
 * least; Status and URL stay. The first column has one more, for the marker of the selected row.
 */
export function columnWidths(
	width: number,
	widest: Widest,
	chosen: readonly ChosenColumn[] = usualChoice,
	shifts: Shifts = unshifted,
): ColumnWidths {
	const isUsual = chosen === usualChoice || isUsualChoice(chosen);
	for (const plan of plans(chosen, isUsual)) {
		const widths = divided(width, plan, widest, isUsual ? widest : typical);
		if (widths) {
			return {shown: plan.chosen.map(({name}) => name), widths, gap: plan.level.gap, shifts};
		}
	}

	return {shown: [], widths: none, gap: 1, shifts};
}

/** The room that a column has for its texts, without the marker of the selected row; 0: it isn't shown. */
export function textWidth({shown, widths}: ColumnWidths, column: Column): number {
	return Math.max(0, widths[column] - (shown[0] === column ? 1 : 0));
}

/** Whether Time is shown without its day. */
export function isClockAlone(layout: ColumnWidths): boolean {
	return layout.shown.includes('time') && textWidth(layout, 'time') < rulesOf('time').width.least;
}

/** The same for a row that is to show its day where the others don't: the widest other column makes room for it. */
export function withDay(layout: ColumnWidths): ColumnWidths {
	const {shown, widths} = layout;
	const others = shown.filter(column => column !== 'time');
	const giver = others.toSorted((a, b) => widths[b] - widths[a])[0];
	if (giver === undefined || !isClockAlone(layout)) {
		return layout;
	}

	const given = Math.min(dayWidth, widths[giver] - 1);
	return {
		...layout,
		widths: {...widths, [giver]: widths[giver] - given, time: widths.time + given},
	};
}

function* plans(chosen: readonly ChosenColumn[], isUsualSix: boolean): Generator<Plan> {
	const at =
		(kept: readonly ChosenColumn[], isGenerous = false) =>
		(level: Level): Plan => ({chosen: kept, level, isGenerous});

	// Whoever chose columns wants them rather than a wide URL.
	const narrowed = isUsualSix ? narrow('usual') : [...narrow('usual'), ...narrow('least')];
	const levels = [...roomy, ...narrowed];
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

	const isUsual = (name: Column): boolean => usualColumns.some(usual => usual === name);
	for (const {name} of chosen.toReversed()) {
		if (!isUsual(name) && without(name)) {
			yield* levels.map(at(kept));
		}
	}

	for (const name of leaving) {
		if (name === 'time') {
			yield* narrow('least').map(at(kept));
		}

		without(name);
		yield* narrowed.map(at(kept));
	}

	yield at(kept)(last);
}

/**
 * The widths; null when there is too little room.
 * @param least - how wide the texts are for which there must be room; those of wider ones have what is left then
 */
function divided(
	width: number,
	plan: Plan,
	widest: Widest,
	least: Widest,
): Readonly<Record<Column, number>> | null {
	const {chosen, level, isGenerous} = plan;
	const widths = {...none};
	const rest: Array<{name: Column; least: number; most: number; weight: number}> = [];
	let left = width - level.gap * (chosen.length - 1);
	const wanted: Array<{name: Column; width: number}> = [];
	for (const [index, {name, width: asked}] of chosen.entries()) {
		const lead = index === 0 ? 1 : 0;
		const {width: rules} = rulesOf(name);
		const most = asked === null ? Number.POSITIVE_INFINITY : asked + lead;
		const isFixed = isGenerous && asked !== null;
		if (rules.by === 'rest' && !isFixed) {
			const share = name === 'url' ? level.url : level.rest;
			const needed = share === 'none' ? 1 : (rules[share] ?? rules.least);
			rest.push({name, least: Math.min(needed, most), most, weight: rules.weight ?? 1});
			continue;
		}

		const isGrowing = level.grows && rules.grows && asked === null;
		const needed = widthAt(name, level, least, lead);
		widths[name] = isFixed ? most : isGrowing ? (rules.usual ?? 0) + lead : Math.min(most, needed);
		left -= widths[name];
		if (!isFixed) {
			const ampler: Level = isGrowing ? {...level, size: 'ample'} : level;
			wanted.push({name, width: Math.min(most, widthAt(name, ampler, widest, lead))});
		}
	}

	left -= rest.reduce((sum, {least}) => sum + least, 0);
	if (left < 0) {
		return null;
	}

	for (const {name, width: needed} of wanted) {
		const added = Math.max(0, Math.min(left, needed - widths[name]));
		widths[name] += added;
		left -= added;
	}

	const shared = shareRoom(left + rest.reduce((sum, {least}) => sum + least, 0), rest);
	for (const [index, {name}] of rest.entries()) {
		widths[name] = shared[index] ?? 0;
	}

	return widths;
}

/** The width of a column that doesn't take what is left. */
function widthAt(name: Column, level: Level, widest: Widest, lead: number): number {
	const {header, width: rules} = rulesOf(name);
	const {least, ample, usual = least, leastAmple = least, small, tight} = rules;
	const needed = rules.by === 'measured' ? widest[name] + lead : 0;
	if (level.isTight && tight !== undefined) {
		return tight + lead;
	}

	if (level.size === 'ample') {
		return rules.by === 'measured'
			? Math.max(header.length, between(leastAmple + lead, needed, ample + lead))
			: ample + lead;
	}

	const width = Math.max(header.length, between(least + lead, needed, usual + lead));
	if (rulesOf(name).cut === 'clock') {
		return level.url === 'ample' ? width : Math.max(clockWidth + lead, width - dayWidth);
	}

	return level.size === 'usual' || small === undefined ? width : Math.max(header.length, small + lead);
}

function between(least: number, value: number, most: number): number {
	return Math.max(least, Math.min(value, most));
}

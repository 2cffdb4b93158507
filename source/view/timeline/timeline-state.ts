import {second} from '../../durations.js';
import type {Command} from '../../keys/command.js';
import {columnOf} from './edges.js';
import {coarser, finer} from './steps.js';
import type {Timeline} from './timeline.js';

/** A stretch of time; `to` no longer belongs to it. */
export type Stretch = {readonly from: number; readonly to: number};

/** What of a chart is shown, and what is marked on it. Times are milliseconds since 1970. */
export type TimelineState = {
	/** The length of a column; null: such that all fits. */
	readonly step: number | null;
	/** A time in the first column; null: such that the newest is in the last. */
	readonly from: number | null;
	/** A time in the column with the cursor. */
	readonly cursor: number | null;
	/** The column at the other end of what is marked: as it was then, however long columns have become. */
	readonly mark: Stretch | null;
	/** The column that was looked into, until the chart of it is there and the cursor has found requests in it. */
	readonly looked: Stretch | null;
};

/** All there is, and no cursor. */
export const initialTimeline: TimelineState = {
	step: null,
	from: null,
	cursor: null,
	mark: null,
	looked: null,
};

/** What a state is changed by: the chart as it was last known. */
type Known = Pick<Timeline, 'edges' | 'step' | 'first' | 'last'>;

/** Columns that ^D and ^U, PgDn and PgUp go on. */
const leap = 10;

/**
 * The state after a command; null when it means nothing to a chart.
 * @param columns - how many there is room for
 */
export function reduceTimeline(
	state: TimelineState,
	command: Command,
	known: Known,
	columns: number,
): TimelineState | null {
	const next = reduced(state, command, known, columns);
	return next && command !== 'wanted' ? {...next, looked: null} : next;
}

/** The state with the cursor on the first requests in the column that was looked into, as soon as its chart is there. */
export function settledTimeline(state: TimelineState, {edges, step, classes}: Timeline): TimelineState {
	const {looked} = state;
	if (!looked || step !== state.step) {
		return state;
	}

	const cursor = edges.find(
		(edge, column) =>
			edge >= looked.from && edge < looked.to && classes.some(counts => (counts[column] ?? 0) > 0),
	);
	return {...state, cursor: cursor ?? state.cursor, looked: null};
}

function reduced(
	state: TimelineState,
	command: Command,
	known: Known,
	columns: number,
): TimelineState | null {
	switch (command) {
		case 'cellLeft':
			return moved(state, -1, known);
		case 'cellRight':
			return moved(state, 1, known);
		case 'halfUp':
		case 'pageUpKey':
			return moved(state, -leap, known);
		case 'halfDown':
		case 'pageDownKey':
			return moved(state, leap, known);
		case 'newest':
		case 'endKey':
			// What is marked goes on to there; else all is looked at again.
			return {...state, from: null, cursor: state.mark === null ? null : known.last};
		case 'oldest':
		case 'homeKey':
			return {...state, from: known.first, cursor: known.first};
		case 'pageDown': {
			const placed = state.cursor === null ? moved(state, -1, known) : state;
			return {...placed, mark: state.mark === null ? columnWith(placed.cursor, known) : null};
		}

		case 'wanted':
			return zoomed(state, finer, known, columns);
		case 'unwanted':
			return zoomed(state, coarser, known, columns);
		default:
			return null;
	}
}

/** What is marked, or the column with the cursor; null when there is none. */
export function stretchOf({cursor, mark}: TimelineState, known: Known): Stretch | null {
	const here = columnWith(cursor, known);
	return here && mark ? {from: Math.min(here.from, mark.from), to: Math.max(here.to, mark.to)} : here;
}

/** The column that a time is in; null for none. */
function columnWith(time: number | null, {edges, step}: Known): Stretch | null {
	if (time === null) {
		return null;
	}

	const column = columnOf(time, edges);
	const from = edges[column];
	const to = edges[column + 1];
	// The chart has yet to go along.
	const full = Math.floor(time / second) * second;
	return from === undefined || to === undefined ? {from: full, to: full + step} : {from, to};
}

/** The column with the cursor; null when there is none in what is shown. */
export function cursorColumn({cursor}: TimelineState, edges: readonly number[]): number | null {
	const column = cursor === null ? -1 : columnOf(cursor, edges);
	return column >= 0 && column < edges.length - 1 ? column : null;
}

/** The first move to the left selects the newest column. */
function moved(state: TimelineState, by: number, {edges, step, first, last}: Known): TimelineState {
	const width = edges.length - 1;
	const {cursor} = state;
	const column = cursor === null ? (by < 0 ? width : width - 1) : columnOf(cursor, edges);
	const next = edges[column + by];
	if (next !== undefined && column + by < width) {
		return {...state, cursor: next};
	}

	// Beyond what is shown: the chart goes along, as far as there is anything.
	const beyond = Math.max(first, Math.min(last, (cursor ?? last) + by * step));
	const isShown = beyond >= (edges[0] ?? 0) && beyond < (edges.at(-1) ?? 0);
	const before = Math.floor(by < 0 ? width / 3 : (2 * width) / 3);
	return {...state, cursor: beyond, from: isShown ? state.from : beyond - before * step};
}

/** Around the cursor, or to the newest. */
function zoomed(
	state: TimelineState,
	next: (step: number) => number,
	known: Known,
	columns: number,
): TimelineState {
	// Several keys may come before the chart of the first one is there.
	const now = state.step ?? known.step;
	const step = next(now);
	if (step > now && step * columns >= known.last - known.first) {
		return {...state, step: null, from: null};
	}

	const {cursor} = state;
	const looked = step < now ? (state.looked ?? columnWith(cursor, known)) : null;
	return {...state, looked, step, from: cursor === null ? null : cursor - Math.floor(columns / 2) * step};
}

import {bandOf} from '../../../answers/answers.js';
import {hour, minute, second} from '../../../durations.js';
import type {Command} from '../../../keys/command.js';
import {columnOf} from '../../../timeline/edges.js';
import {coarser, finer, stepFor} from '../../../timeline/steps.js';
import {type ChartScale, chartScales} from '../../charts/scale.js';
import type {Timeline} from './timeline.js';

/** A range of time; `to` is exclusive. */
export type TimeRange = {readonly from: number; readonly to: number};

/** The visible part of a chart, and the marks on it. Times are in ms since 1970. */
export type TimelineState = {
	/** Length of a column in ms; null: everything fits. */
	readonly step: number | null;
	/** A time in the first column; null: the newest time is in the last column. */
	readonly from: number | null;
	/** A time in the column with the cursor. */
	readonly cursor: number | null;
	/** The column at the other end of the marked range. It keeps its times when the length of columns changes. */
	readonly mark: TimeRange | null;
	/** The column that the user zoomed into, until the new chart has arrived and the cursor is on the column's first requests. */
	readonly zoomedColumn: TimeRange | null;
	readonly scale: ChartScale;
	/** True if the durations are shown, too. */
	readonly hasLatency: boolean;
	/** A duration in the selected band, in ms; null: all durations of the selected column. */
	readonly duration: number | null;
};

/** Shows everything, without a cursor. */
export const initialTimeline: TimelineState = {
	step: null,
	from: null,
	cursor: null,
	mark: null,
	zoomedColumn: null,
	scale: 'linear',
	hasLatency: false,
	duration: null,
};

/** The last known chart, on which changes of the state depend. */
type Known = Pick<Timeline, 'edges' | 'step' | 'autoStep' | 'first' | 'last' | 'latency' | 'durations'>;

/** The steps that a key goes through; null: everything fits. */
export const chosenSteps: ReadonlyArray<number | null> = [null, minute, 5 * minute, hour];

/** Number of columns that ^D, ^U, PgDn and PgUp move. */
const leap = 10;

/**
 * Returns the state after a command; null if the command has no effect on a chart.
 * @param columns - number of columns that fit
 */
export function reduceTimeline(
	state: TimelineState,
	command: Command,
	known: Known,
	columns: number,
): TimelineState | null {
	const next = reduced(state, command, known, columns);
	return next && command !== 'wanted' ? {...next, zoomedColumn: null} : next;
}

/** Moves the cursor to the first requests of the column that the user zoomed into, as soon as its chart has arrived. */
export function settledTimeline(
	state: TimelineState,
	{edges, step, autoStep, classes}: Timeline,
): TimelineState {
	const {zoomedColumn} = state;
	if (!zoomedColumn || step !== (state.step ?? autoStep)) {
		return state;
	}
	const cursor = edges.find(
		(edge, column) =>
			edge >= zoomedColumn.from &&
			edge < zoomedColumn.to &&
			classes.some(counts => (counts[column] ?? 0) > 0),
	);
	return {...state, cursor: cursor ?? state.cursor, zoomedColumn: null};
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
			// Extends a marked range to the newest time. If nothing is marked, shows everything again.
			return {...state, from: null, cursor: state.mark === null ? null : known.last};
		case 'oldest':
		case 'homeKey':
			return {...state, from: known.first, cursor: known.first};
		case 'pageDown': {
			const withCursor = state.cursor === null ? moved(state, -1, known) : state;
			const mark = state.mark === null ? columnWith(withCursor.cursor, known) : null;
			return {...withCursor, mark, duration: null};
		}
		case 'wanted':
			return zoomedIn(state, known, columns);
		case 'unwanted':
			return zoomed(state, coarser(state.step ?? known.step), known, columns);
		case 'find':
			return withStep(state, nextOf(chosenSteps, state.step, 1), columns);
		case 'sort':
			return withStep(state, nextOf(chosenSteps, state.step, -1), columns);
		case 'latency':
			return {...state, hasLatency: !state.hasLatency, duration: null};
		case 'rowUp':
			return withBand(state, 1, known);
		case 'rowDown':
			return withBand(state, -1, known);
		case 'scale':
			return {...state, scale: nextOf(chartScales, state.scale, 1)};
		default:
			return null;
	}
}

/**
 * Selects the band of the column's p95, then bands of longer (1) or shorter (-1) durations. A step below the shortest band ends
 * the selection.
 */
function withBand(state: TimelineState, by: 1 | -1, known: Known): TimelineState | null {
	const {latency, durations, edges} = known;
	if (!state.hasLatency || latency === null || state.mark !== null) {
		return null;
	}
	const withCursor = state.cursor === null ? moved(state, -1, known) : state;
	if (state.duration === null) {
		const p95 = durations?.p95[cursorColumn(withCursor, edges) ?? -1] ?? Number.NaN;
		return {...withCursor, duration: Number.isNaN(p95) ? (latency.bounds[0] ?? 0) : p95};
	}
	const band = Math.min(bandOf(state.duration, latency.bounds) + by, latency.bounds.length);
	return {...withCursor, duration: band < 0 ? null : (latency.bounds[band - 1] ?? 0)};
}

/** Returns the selected band of durations in ms: `from` inclusive, `to` exclusive and null for the longest ones. */
export function bandRange(
	{duration}: TimelineState,
	{latency}: Pick<Timeline, 'latency'>,
): {readonly band: number; readonly from: number; readonly to: number | null} | null {
	if (duration === null || latency === null) {
		return null;
	}
	const band = bandOf(duration, latency.bounds);
	return {band, from: latency.bounds[band - 1] ?? 0, to: latency.bounds[band] ?? null};
}

/** Returns the marked range, or the column with the cursor; null if there is neither. */
export function rangeOf({cursor, mark}: TimelineState, known: Known): TimeRange | null {
	const here = columnWith(cursor, known);
	return here && mark ? {from: Math.min(here.from, mark.from), to: Math.max(here.to, mark.to)} : here;
}

/** Returns the column of a time; null if `time` is null. */
function columnWith(time: number | null, {edges, step}: Known): TimeRange | null {
	if (time === null) {
		return null;
	}
	const column = columnOf(time, edges);
	const from = edges[column];
	const to = edges[column + 1];
	// The chart hasn't scrolled there yet.
	const full = Math.floor(time / second) * second;
	return from === undefined || to === undefined ? {from: full, to: full + step} : {from, to};
}

/** Returns the column with the cursor; null if it isn't visible. */
export function cursorColumn({cursor}: TimelineState, edges: readonly number[]): number | null {
	const column = cursor === null ? -1 : columnOf(cursor, edges);
	return column >= 0 && column < edges.length - 1 ? column : null;
}

/** Moves the cursor. The first move to the left selects the newest column. */
function moved(state: TimelineState, by: number, {edges, step, first, last}: Known): TimelineState {
	const width = edges.length - 1;
	const {cursor} = state;
	const column = cursor === null ? (by < 0 ? width : width - 1) : columnOf(cursor, edges);
	const next = edges[column + by];
	if (next !== undefined && column + by < width) {
		return {...state, cursor: next};
	}
	// Beyond the visible part, the chart scrolls, up to its first or last requests.
	const beyond = Math.max(first, Math.min(last, (cursor ?? last) + by * step));
	const isShown = beyond >= (edges[0] ?? 0) && beyond < (edges.at(-1) ?? 0);
	const before = Math.floor(by < 0 ? width / 3 : (2 * width) / 3);
	return {...state, cursor: beyond, from: isShown ? state.from : beyond - before * step};
}

/** Returns the value after or before `value` in a circular list. A value that isn't in the list precedes the first one. */
function nextOf<Value>(values: readonly Value[], value: Value, by: 1 | -1): Value {
	const index = values.indexOf(value);
	const next = values[index === -1 ? 0 : (index + by + values.length) % values.length];
	return next === undefined ? value : next;
}

/** Zooms into the marked range, so that it fills the chart, or by one step around the cursor. */
function zoomedIn(state: TimelineState, known: Known, columns: number): TimelineState {
	// Several keys may arrive before the chart for the first one does.
	const now = state.step ?? known.step;
	const range = state.mark === null ? null : rangeOf(state, known);
	const filling = range === null ? now : stepFor(range.to - range.from, columns);
	if (range !== null && filling < now) {
		return {...state, zoomedColumn: null, step: filling, from: range.from};
	}
	const step = finer(now);
	const zoomedColumn = step < now ? (state.zoomedColumn ?? columnWith(state.cursor, known)) : null;
	return {...zoomed(state, step, known, columns), zoomedColumn};
}

/** The step with which everything fits stays so when the chart grows. */
function zoomed(state: TimelineState, step: number, known: Known, columns: number): TimelineState {
	return withStep(state, step === known.autoStep ? null : step, columns);
}

/** Shows columns of another length, around the cursor, or up to the newest time if there is no cursor. */
function withStep(state: TimelineState, step: number | null, columns: number): TimelineState {
	const {cursor} = state;
	const isWhole = step === null || cursor === null;
	return {...state, step, from: isWhole ? null : cursor - Math.floor(columns / 2) * step};
}

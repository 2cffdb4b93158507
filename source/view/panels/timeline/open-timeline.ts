import type {Histogram} from '../../../answers/answers.js';
import {afterColon, keyed, keyedBy} from '../../../keys/keyed.js';
import {periodFields} from '../../../query/field-names.js';
import type {Query} from '../../../query/query.js';
import {columnAt, maxColumns} from '../../charts/draw-chart.js';
import {bandsIn} from '../../charts/draw-latency.js';
import type {OpenPanel, Panel, PanelScene, PanelTools} from '../../panel/open-panel.js';
import {waitsForValues} from '../../panel/value-list.js';
import {liveAnswer} from '../../state/live-answer.js';
import {rangeTerms} from './range-terms.js';
import {readingPace} from './reading-pace.js';
import {askTimeline, type NoTimeline, type Timeline, type TimelineQuestion} from './timeline.js';
import {
	bandRange,
	cursorColumn,
	initialTimeline,
	rangeOf,
	reduceTimeline,
	settledTimeline,
	type TimelineState,
	type TimeRange,
} from './timeline-state.js';
import {latencyHeight, timelineView} from './timeline-view.js';

type MarkedQuestion = {
	readonly query: Query;
	readonly from: number;
	readonly to: number;
	readonly [name: string]: unknown;
};

/** Number of columns in the timeline for screen readers. */
const spokenColumns = 12;

/** Minimum pause between two charts while requests arrive, in ms: the picture should be still. */
const pause = 1000;

/** Opens the panel with the requests over time. */
function openTimeline({store, clock, snapshots, changed, close}: PanelTools, hasLatency: boolean): OpenPanel {
	let state: TimelineState = {...initialTimeline, hasLatency};
	/** Explains why the last key had no effect; empty if it had one. */
	let remark = '';
	const pace = readingPace();
	const live = liveAnswer<TimelineQuestion, Timeline | NoTimeline>({
		store,
		clock,
		snapshots,
		answer: (question, signal) => askTimeline(store, question, clock.now(), pace, signal),
		changed,
		pause,
	});
	const marked = liveAnswer<MarkedQuestion, Histogram>({
		store,
		clock,
		snapshots,
		answer: ({query, from, to}, signal) => store.histogram(query, from, to, to - from, signal),
		changed,
	});
	const known = (): Timeline | null => (live.answer?.edges ? live.answer : null);
	const termsOf = (range: TimeRange, timeline: Timeline): readonly string[] => [
		...rangeTerms(range.from, range.to, timeline.local),
		...durationTerms(bandRange(state, timeline)),
	];

	return {
		draw(scene) {
			const {answer: histogram, answered} = marked;
			const ofMarked = histogram && answered ? {from: answered.from, to: answered.to, histogram} : null;
			const status = {problem: remark === '' ? live.problem : remark, isLate: live.isLate};
			return timelineView(state, live.answer, ofMarked, status, scene);
		},
		take(command, scene) {
			remark = '';
			const timeline = known();
			if (!timeline) {
				return command === 'open';
			}
			if (command === 'open') {
				const range = rangeOf(state, timeline);
				if (range && isEmptyCell(state, timeline)) {
					remark = `No request has this duration then${afterColon(keyed`${'rowUp'} ${'rowDown'} choose a different duration`)}`;
				} else if (range) {
					const terms = termsOf(range, timeline);
					const fields = state.duration === null ? periodFields : [...periodFields, 'duration'];
					scene.search.replace(fields, ...terms);
					close();
				} else {
					remark = `No column is selected${afterColon(keyed`${'cellLeft'} ${'cellRight'} choose one`)}`;
				}
				return true;
			}
			const next = reduceTimeline(state, command, timeline, columnsIn(scene));
			if (command === 'wanted' && (next?.step ?? timeline.autoStep) === (state.step ?? timeline.step)) {
				remark = `A column can’t be shorter${afterColon(keyedBy('unwanted', 'zooms out'))}`;
			}
			state = next ?? state;
			return next !== null;
		},
		waits: (_, waited) => waitsForValues(live, waited),
		copied() {
			const timeline = known();
			const range = timeline && rangeOf(state, timeline);
			return range ? {what: 'period', text: termsOf(range, timeline).join(' ')} : null;
		},
		selection() {
			const timeline = known();
			const range = timeline && rangeOf(state, timeline);
			return range ? termsOf(range, timeline).join(' ') : null;
		},
		click({x}, scene) {
			const timeline = known();
			const columns = timeline ? timeline.edges.length - 1 : 0;
			const column = scene.isSpoken ? null : columnAt(x, columns, scene.width);
			const time = column === null ? undefined : timeline?.edges[column];
			state = time === undefined ? state : {...state, cursor: time, zoomedColumn: null};
		},
		follow(scene) {
			const {search, listing, formatTime} = scene;
			const {query} = search;
			const {step, from} = state;
			const {offsetAt} = formatTime;
			const bands = bandsIn(latencyHeight(state, scene));
			live.ask({query, columns: columnsIn(scene), step, from, offsetAt, withShownDurations: true, bands});
			live.setFrozen(listing.frozen);
			const timeline = known();
			const settled = timeline ? settledTimeline(state, timeline) : state;
			if (settled !== state) {
				state = settled;
				changed();
			}
			const range = timeline && state.mark !== null ? rangeOf(state, timeline) : null;
			if (range) {
				marked.ask({query, ...range});
				marked.setFrozen(listing.frozen);
			} else {
				marked.close();
			}
		},
		close() {
			live.close();
			marked.close();
		},
	};
}

/** True if a cell of the map of durations is selected that has no requests. */
function isEmptyCell(state: TimelineState, timeline: Timeline): boolean {
	const column = cursorColumn(state, timeline.edges);
	const band = bandRange(state, timeline)?.band;
	const columns = timeline.edges.length - 1;
	return band !== undefined && column !== null && timeline.latency?.counts[band * columns + column] === 0;
}

/** The panel with the requests over time. */
export const timelinePanel: Panel = {
	command: 'timeline',
	kind: 'wide',
	name: 'Timeline',
	isPublic: true,
	keys: [
		[['cellLeft', 'cellRight'], 'a column to the left, to the right'],
		[['halfUp', 'pageUpKey'], 'ten columns to the left'],
		[['halfDown', 'pageDownKey'], 'ten columns to the right'],
		[['wanted', 'unwanted'], 'zoom into the column, or the range; zoom out'],
		[['find', 'sort'], 'length of a column: as short as everything fits, 1 min, 5 min, 1 h; backwards'],
		[['latency'], 'show the durations, hide them'],
		[['scale'], 'height of the bars: linear, square root, logarithmic'],
		[['pageDown'], 'start a range at this column; again: remove it'],
		[['open'], 'search in the column, or in the range'],
		[['copy'], 'copy the period'],
		[['oldest', 'homeKey'], 'to the oldest'],
		[['newest', 'endKey'], 'to the newest; without a range, no column is chosen'],
	],
	open: tools => openTimeline(tools, false),
};

/** The same panel with the durations. */
export const latencyPanel: Panel = {
	command: 'latency',
	kind: 'wide',
	name: 'Latency',
	isPublic: true,
	keys: [
		[['rowUp', 'rowDown'], 'durations of the column to search for: longer, shorter'],
		...timelinePanel.keys,
	],
	open: tools => openTimeline(tools, true),
};

/** Formats a band of durations as search terms. */
function durationTerms(range: ReturnType<typeof bandRange>): readonly string[] {
	if (range === null) {
		return [];
	}
	const {from, to} = range;
	return [...(from > 0 ? [`duration:>=${from}ms`] : []), ...(to === null ? [] : [`duration:<${to}ms`])];
}

function columnsIn({width, isSpoken}: PanelScene): number {
	return isSpoken ? spokenColumns : maxColumns(width);
}

import {onlyPeriod} from '../../query/period-of.js';
import type {Theme} from '../../themes/theme.js';
import {maxColumns} from '../charts/draw-chart.js';
import type {GivenTools, PanelScene} from '../panel/open-panel.js';
import {readingPace} from '../panels/timeline/reading-pace.js';
import {
	askTimeline,
	type NoTimeline,
	type Timeline,
	type TimelineQuestion,
} from '../panels/timeline/timeline.js';
import {momentsOf} from '../panels/timeline/timeline-view.js';
import type {Figures} from '../pulse/figures.js';
import type {SpanLine} from '../spans/span.js';
import {liveAnswer} from '../state/live-answer.js';
import {askBlocks, type BlocksQuestion} from './ask-blocks.js';
import type {AnsweredBlock} from './draw-blocks.js';
import {drawOverview, mayShowVisits} from './draw-overview.js';
import {overviewLines, spokenLines} from './overview-lines.js';

/** The overview of a search: a chart and blocks, in the lines below the rows. It has no keys; panels have. */
export type Overview = {
	/** Returns `scene.height` lines. Has no side effects. */
	draw(scene: OverviewScene): readonly SpanLine[];
	/** Queries the store for the scene that has been drawn. */
	follow(scene: OverviewScene): void;
	/** Stops querying. The last answer stays. */
	close(): void;
};

/** The data that an overview shows. */
export type OverviewScene = PanelScene & {
	/** Figures of all matches; null until known. */
	readonly figures: Figures | null;
};

/** An answer for the chart. */
type OverviewChart = {
	readonly shown: Timeline | NoTimeline;
	/** True: no request matches. Shown are all requests in the searched period. */
	readonly areOthers: boolean;
};

/**
 * Minimum pause between two answers, in ms. With half the pause, a chart took more than 0.3 % of the CPU time without new lines.
 */
const pause = 2000;

/** The same for screen readers, which speak each change. */
const spokenPause = 60_000;

/**
 * Pause after an answer, as a multiple of the time it took, so that scans take at most 1 % of the processor. With as many matches
 * as take that long, few seconds change little.
 */
const rest = 100;

/** Maximum pause after an answer for the blocks, in ms. They scan all matches twice for each block: 250 ms for a million. */
const maxBlocksRest = 30_000;

/** Opens the overview. */
export function openOverview(
	{store, clock, snapshots, changed}: GivenTools & {changed(): void},
	isSpoken: boolean,
): Overview {
	const pace = readingPace();
	const charts = liveAnswer<TimelineQuestion, OverviewChart>({
		...{store, clock, snapshots, changed, pause, rest},
		async answer(question, signal) {
			const found = await askTimeline(store, question, clock.now(), pace, signal);
			if (found.edges !== null || store.status().indexing !== null) {
				return {shown: found, areOthers: false};
			}
			const others = {...question, query: onlyPeriod(question.query)};
			const all = await askTimeline(store, others, clock.now(), pace, signal);
			return {shown: all, areOthers: true};
		},
	});
	const lists = liveAnswer<BlocksQuestion, ReadonlyArray<readonly AnsweredBlock[]>>({
		...{store, clock, changed, rest, maxRest: maxBlocksRest},
		pause: isSpoken ? spokenPause : pause,
		answer: (question, signal) => askBlocks(store, question, signal),
	});
	const linesIn = ({width, height, figures}: OverviewScene) =>
		isSpoken ? spokenLines(height) : overviewLines(width, height, figures?.took !== null);
	return {
		draw(scene) {
			const {search, width, theme, listing, height, figures} = scene;
			const timeline = charts.answer;
			const isReading = listing.status.indexing !== null;
			const isPastChart = charts.answered !== null && charts.answered.query !== search.query;
			const arePastLists = lists.answered !== null && lists.answered.query !== search.query;
			const blocks = isReading && arePastLists ? [] : (lists.answer ?? []);
			const chart = timeline?.shown.edges ? timeline.shown : null;
			const {areOthers = false} = timeline ?? {};
			const isEmpty = timeline !== null && chart === null;
			const content = {chart, areOthers, isEmpty, figures, blocks};
			const look = {lines: linesIn(scene), width, theme, isReading, moments: momentsOf(scene), isSpoken};
			const lines = drawOverview(content, look).slice(0, height);
			// Numbers of the previous search stay until the next answer: without them, the lines would flicker.
			const isPast = isPastChart || (arePastLists && !isReading);
			return isPast ? lines.map(pastLine(theme)) : lines;
		},
		follow(scene) {
			const {search, width, formatTime, listing, figures} = scene;
			const {title, summaries, blocks} = linesIn(scene);
			const {query} = search;
			const {offsetAt} = formatTime;
			const whole = {step: null, from: null, withShownDurations: false, bands: 0};
			if (!isSpoken) {
				charts.ask({query, columns: maxColumns(width), offsetAt, ...whole});
				charts.setFrozen(listing.frozen);
			}
			// While logs are read, scans for the blocks would slow it down.
			if (listing.status.indexing === null) {
				lists.ask({
					query,
					columns: blocks.columns,
					withVisits: isSpoken || (title === 1 && mayShowVisits(width, figures?.took !== null)),
					rows: blocks.columns === 0 ? summaries : blocks.heights.length,
					values: Math.max(0, ...blocks.heights),
				});
				lists.setFrozen(listing.frozen);
			}
		},
		close() {
			charts.close();
			lists.close();
		},
	};
}

/** Returns the function that dims a line. */
function pastLine({pastRow}: Theme): (line: SpanLine) => SpanLine {
	return ({spans}) => ({spans: spans.map(({text}) => ({text, style: pastRow}))});
}

import type {Histogram, Quantiles} from '../../../answers/answers.js';
import {counted} from '../../../format/amounts.js';
import {sanitise} from '../../../format/sanitise.js';
import {timeTexts} from '../../../format/time-ranges.js';
import {durationText} from '../../../format/time-texts.js';
import {haveDefaultKeys, keysOf} from '../../../keys/key-bindings.js';
import {keyed, keyedBy, leaveHint} from '../../../keys/keyed.js';
import type {Theme} from '../../../themes/theme.js';
import {columnOf} from '../../../timeline/edges.js';
import {stepText} from '../../../timeline/steps.js';
import {separatorNotes} from '../../bookmarks/separators.js';
import {type ChartLook, type ColumnRange, drawChart, hasLegendAtLeft} from '../../charts/draw-chart.js';
import {drawLatency, latencyKey} from '../../charts/draw-latency.js';
import {legendLine} from '../../charts/legend.js';
import {classCounts, sumOf} from '../../charts/shares.js';
import {countSpans} from '../../charts/status-spans.js';
import {timesLine} from '../../charts/times-line.js';
import {type ListingState, selectedLine} from '../../listing/listing-state.js';
import type {PanelScene, PanelView, TitleHints} from '../../panel/open-panel.js';
import {fittedLine, type PanelLine, textLine} from '../../panel/panel-lines.js';
import {noneLines, requestsText, whileIndexing} from '../../panel/requests-text.js';
import {fitSpans, type Span, widthOf} from '../../spans/span.js';
import type {NoTimeline, Timeline} from './timeline.js';
import {bandRange, chosenSteps, cursorColumn, rangeOf, type TimelineState} from './timeline-state.js';

/** Returns the columns of the page's rows and of the selected row. */
function pageColumns(
	listing: Pick<ListingState, 'rows' | 'selected'>,
	edges: readonly number[],
): {readonly page: ColumnRange | null; readonly selected: number | null} {
	const width = edges.length - 1;
	const columnAt = (time: number | null): number => (time === null ? -1 : columnOf(time, edges));
	const columns = listing.rows
		.map(({entry}) => columnAt(entry.time))
		.filter(column => column >= 0 && column < width);
	const row = listing.rows[selectedLine(listing)];
	const column = row ? columnAt(row.entry.time) : -1;
	return {
		page: columns.length === 0 ? null : {from: Math.min(...columns), to: Math.max(...columns)},
		selected: column >= 0 && column < width ? column : null,
	};
}

/** Returns the chart as text: a line per column that isn't empty, with its durations if they are shown. */
function spokenLines(
	{hasLatency}: TimelineState,
	{edges, classes, durations, logZone}: Timeline,
	{separators, formatTime, theme, width}: PanelScene,
): readonly PanelLine[] {
	const texts = timeTexts(formatTime, logZone);
	return edges.slice(0, -1).flatMap((from, column) => {
		const counts = classCounts(classes, column, column + 1);
		const n = sumOf(counts);
		const notes = separatorNotes(separators, from, edges[column + 1] ?? from);
		const spans = [
			{text: `${texts.range(from, edges[column + 1] ?? from)}: ${n}${notes}`},
			...countSpans(counts, theme),
			...(hasLatency ? quantileTexts(durations, column).slice(-1) : []).map(text => ({text: `  ${text}`})),
		];
		return n === 0 && notes === '' ? [] : [{spans: fitSpans(spans, width)}];
	});
}

/** The answer to the separate query for the marked range. */
type MarkedAnswer = {readonly from: number; readonly to: number; readonly histogram: Histogram};

/** Minimum number of lines below the title for each part to be shown. */
const minHeights = {head: 8, legend: 12, lanes: 3, durationLane: 8, times: 5, cursor: 7, details: 6};

/** Number of lines below the title from which lanes have two or three lines. */
const highLanes = [
	{from: 40, lines: 3},
	{from: 24, lines: 2},
	{from: minHeights.lanes, lines: 1},
];

/** Returns the panel as shown on the screen. */
export function timelineView(
	state: TimelineState,
	answer: Timeline | NoTimeline | null,
	marked: MarkedAnswer | null,
	{problem, isLate}: {readonly problem: string | null; readonly isLate: boolean},
	scene: PanelScene,
): PanelView {
	const {width, height, theme} = scene;
	const foot = problem === null ? [] : [fittedLine(sanitise(problem), width, theme.problem)];
	if (!answer?.edges) {
		return {
			title: 'Timeline',
			hints: [[leaveHint()]],
			body: [
				fittedLine(whileIndexing(whyNone(answer, scene), scene), width),
				...(answer?.total === 0 ? noneLines(scene) : []),
				...foot,
			],
		};
	}
	const scaleText = state.scale === 'linear' ? '' : `, ${state.scale}`;
	const name = `Timeline${state.hasLatency ? ' and latency' : ''}, ${stepText(answer.step)} a column${scaleText}`;
	const title = {title: name, hints: [hintsFor(state, stepsText(state)), hintsFor(state, 'step')]};
	const head = headLine(answer, isLate, scene);
	if (scene.isSpoken) {
		return {
			...title,
			body: [
				head,
				spokenTotals(answer, scene),
				detailLine(state, answer, marked, scene),
				...spokenLines(state, answer, scene),
				...foot,
			],
		};
	}
	const lines = (part: keyof typeof minHeights, line: () => PanelLine): readonly PanelLine[] =>
		height >= minHeights[part] ? [line()] : [];
	const legend = (): PanelLine => ({spans: fitSpans(legendLine(answer.classes, theme), width)});
	const above = [...lines('head', () => head), ...(hasLegendAtLeft(width) ? [] : lines('legend', legend))];
	const marks = marksOf(state, answer, scene);
	const below = [
		...lines('cursor', () => cursorLine(answer, marks, scene)),
		...lines('details', () => detailLine(state, answer, marked, scene)),
		...foot,
	];
	const latency = latencyLines(state, answer, marks, scene);
	const requestsHeight = height - latency.length;
	if (state.hasLatency && requestsHeight < minChartHeight) {
		return {...title, body: [...latency, ...below].slice(0, height)};
	}
	const chart = {
		...answer,
		p95: requestsHeight >= minHeights.durationLane && !state.hasLatency ? answer.p95 : null,
	};
	const laneHeight = highLanes.find(({from}) => requestsHeight >= from)?.lines ?? 0;
	const hasTimes = requestsHeight >= minHeights.times;
	const lanes = laneHeight * (chart.p95 === null ? 1 : 2);
	const barsHeight = Math.max(1, requestsHeight - above.length - below.length - lanes - (hasTimes ? 1 : 0));
	const look: ChartLook = {
		...{width, height: barsHeight, laneHeight, hasTimes, theme, hasUnit: false, hasLegend: true},
		...{scale: state.scale, cursor: marks.cursor, range: marks.range, moments: momentsOf(scene)},
	};
	return {...title, body: [...above, ...drawChart(chart, look), ...latency, ...below].slice(0, height)};
}

/** Minimum number of lines below the title for the requests and the durations; otherwise the durations replace the requests. */
const minBothHeight = 20;

/** Minimum number of lines for the requests if the durations are shown, too. */
const minChartHeight = 8;

/** Number of lines of the map of durations; 0: none. */
export function latencyHeight({hasLatency}: TimelineState, {height, isSpoken}: PanelScene): number {
	if (!hasLatency || isSpoken) {
		return 0;
	}
	// The title of the durations and the times take two lines, and two lines below belong to both parts.
	return Math.max(1, height >= minBothHeight ? Math.floor(height / 2) - 2 : height - 4);
}

/** Returns the part with the durations: title, map, and times. */
function latencyLines(
	state: TimelineState,
	{edges, latency, durations, shownDurations, hasDurations, local}: Timeline,
	{cursor, range}: Marks,
	scene: PanelScene,
): readonly PanelLine[] {
	const {width, theme} = scene;
	const height = latencyHeight(state, scene);
	if (height === 0) {
		return [];
	}
	const name = [
		{text: `${keysOf('latency') ?? ''} `, style: theme.accent},
		{text: 'Latency', style: theme.title},
	];
	const title = {spans: ruleWith(name, latency === null ? [] : latencyKey(theme), width, theme)};
	if (latency === null) {
		const why = hasDurations ? 'durations after reading' : 'No request has a duration.';
		const empty = Array.from({length: height}, () => textLine(''));
		return [title, fittedLine(why, width, theme.aside), ...empty];
	}
	const columns = edges.length - 1;
	const chart = {columns, cells: latency, durations, shownDurations};
	// The answer may still be for another height.
	const lines = drawLatency(chart, {
		...{width, theme, cursor, range},
		height: (latency.bounds.length + 1) >> 1,
		band: bandRange(state, {latency})?.band ?? null,
	});
	const times = timesLine(edges, local, momentsOf(scene), theme);
	return [title, ...lines, {spans: [{text: ' '.repeat(Math.max(0, width - columns))}, ...times]}];
}

/** Returns a rule with a title and spans at its end, if they fit: `─ l Latency ──── ─ p99 ─`. */
function ruleWith(
	title: readonly Span[],
	end: readonly Span[],
	width: number,
	{rule, chart}: Theme,
): readonly Span[] {
	const free = width - widthOf(title) - 4;
	const shown = widthOf(end) + 2 <= free ? [{text: ' '}, ...end, {text: ' '}] : [];
	return [
		{text: `${chart.bottom} `, style: rule},
		...title,
		{text: ` ${chart.bottom.repeat(Math.max(0, free - widthOf(shown)))}`, style: rule},
		...shown,
		{text: chart.bottom, style: rule},
	];
}

/** Returns the bookmarks and separators, the oldest first. */
export function momentsOf({bookmarks, separators}: PanelScene): ChartLook['moments'] {
	return [...bookmarks.map(time => ({time, text: null})), ...separators];
}

function whyNone(answer: NoTimeline | null, {search}: PanelScene): string {
	if (!answer) {
		return 'counting …';
	}
	const requests = requestsText(answer.total, search.query);
	return answer.total === 0 ? `${requests}: nothing to show.` : `${requests}, none with a plausible time.`;
}

/** Returns the steps that a key goes through, with a mark after the chosen one: `step: auto ▾, 1 min, 5 min, 1 h`. */
function stepsText({step: chosen}: TimelineState): string {
	const texts = chosenSteps.map(
		step => (step === null ? 'auto' : stepText(step)) + (step === chosen ? ' ▾' : ''),
	);
	return `step: ${texts.join(', ')}`;
}

/** @param stepHint - the effect of the key for the steps */
function hintsFor({cursor, mark, hasLatency}: TimelineState, stepHint: string): TitleHints {
	const zoom = keyed`${'wanted'} ${'unwanted'} zoom`;
	const step = keyedBy('find', stepHint);
	if (cursor === null) {
		const classes = haveDefaultKeys('status2', 'status3', 'status4', 'status5')
			? '2-5 one class'
			: keyed`${'status2'} ${'status3'} ${'status4'} ${'status5'} one class`;
		const choose = keyed`${'cellLeft'} ${'cellRight'} choose`;
		const latency = keyedBy('latency', hasLatency ? 'no latency' : 'latency');
		return [choose, zoom, step, latency, keyedBy('scale', 'scale'), classes, leaveHint()];
	}
	return [
		keyedBy('open', 'searches'),
		mark === null && hasLatency ? keyed`${'rowUp'} ${'rowDown'} durations` : null,
		mark === null ? keyedBy('pageDown', 'marks') : null,
		keyedBy('differences', 'diff'),
		zoom,
		step,
		leaveHint(),
	];
}

function headLine(timeline: Timeline, isLate: boolean, scene: PanelScene): PanelLine {
	const {search, formatTime, width, theme} = scene;
	const {edges, classes, total, counted, logZone, partial} = timeline;
	const shown = sumOf(classCounts(classes));
	const range = timeTexts(formatTime, logZone).range(edges[0] ?? 0, edges.at(-1) ?? 0);
	const what = requestsText(total, search.query);
	const left = total - counted;
	const remarks = [
		...(left > 0 ? [`${left} not shown: no time, or an implausible one`] : []),
		...(partial ? ['partial result'] : []),
	];
	return fittedLine(
		[
			whileIndexing(
				[range, ...(what === '' ? [] : [shown < counted ? `${shown} of ${what}` : what])].join('  '),
				scene,
				isLate,
			),
			...remarks,
		].join(' · '),
		width,
		theme.aside,
	);
}

/** The marks on a chart, as columns. */
type Marks = Pick<ChartLook, 'cursor' | 'range'> & ReturnType<typeof pageColumns>;

function marksOf(state: TimelineState, timeline: Timeline, {listing}: PanelScene): Marks {
	const {edges} = timeline;
	const range = state.mark === null ? null : rangeOf(state, timeline);
	return {
		cursor: cursorColumn(state, edges),
		range: range && {from: columnOf(range.from, edges), to: columnOf(range.to - 1, edges)},
		...pageColumns(listing, edges),
	};
}

/** Returns the line below the times: the selected column, the range, and the positions of the page and the selected row. */
function cursorLine(
	{edges}: Timeline,
	{cursor, range, page, selected}: Marks,
	{theme, width}: PanelScene,
): PanelLine {
	const columns = Math.min(width, edges.length - 1);
	const left = width - columns;
	const {chart, accent, muted} = theme;
	const isIn = (column: number, of: ColumnRange | null): boolean =>
		of !== null && column >= of.from && column <= of.to;
	const cells = Array.from({length: columns}, (_, column): Span => {
		const at = edges.length - 1 - columns + column;
		return at === cursor
			? {text: chart.cursor, style: accent}
			: isIn(at, range)
				? {text: chart.marked, style: accent}
				: at === selected
					? {text: chart.selected, style: muted}
					: {text: isIn(at, page) ? chart.page : ' ', style: muted};
	});
	const name = selected !== null ? 'this row' : page ? 'this page' : '';
	return {
		spans: [
			{text: name.length < left ? `${name.padStart(left - 1)} ` : ' '.repeat(left), style: muted},
			...cells,
		],
	};
}

/** Returns the numbers of the marked range or the selected column; the durations of everything visible if nothing is marked. */
function detailLine(
	state: TimelineState,
	timeline: Timeline,
	marked: MarkedAnswer | null,
	{separators, formatTime, theme, width}: PanelScene,
): PanelLine {
	const {edges, classes, logZone} = timeline;
	const range = rangeOf(state, timeline);
	const column = cursorColumn(state, edges);
	if (!range) {
		const waits = timeline.hasDurations && !timeline.shownDurations ? 'p50, p95, p99 after reading' : '';
		const [all = waits] = quantileTexts(timeline.shownDurations, 0);
		return {spans: fitSpans([{text: all, style: theme.muted}], width)};
	}
	const {from, to} = range;
	const what = timeTexts(formatTime, logZone).shortRange(from, to, timeline.first);
	const band = bandRange(state, timeline);
	if (band !== null && timeline.latency !== null && column !== null) {
		const requests = timeline.latency.counts[band.band * (edges.length - 1) + column] ?? 0;
		const text = `${what}, ${bandText(band)}: ${counted(requests, 'request')}`;
		return {spans: fitSpans([{text, style: theme.key}], width)};
	}
	let counts: readonly number[];
	let durations: readonly string[] = [];
	if (state.mark === null && column !== null) {
		counts = classCounts(classes, column, column + 1);
		durations = quantileTexts(timeline.durations, column);
	} else if (marked?.from === from && marked.to === to) {
		counts = classCounts(marked.histogram.classes);
		durations = quantileTexts(timeline.durations && marked.histogram.durations, 0);
	} else {
		counts = classCounts(classes, Math.max(0, columnOf(from, edges)), columnOf(to - 1, edges) + 1);
	}
	const notes = separatorNotes(separators, from, to);
	const first = {text: `${what}: ${counted(sumOf(counts), 'request')}${notes}`, style: theme.key};
	const classSpans = countSpans(counts, theme);
	const errors = countSpans(counts.with(2, 0).with(3, 0), theme);
	// p95 is more important than the classes that don't fail.
	const choices = [
		...durations.map(text => [first, ...classSpans, {text: `  ${text}`}]),
		...durations.slice(-1).map(text => [first, ...errors, {text: `  ${text}`}]),
		[first, ...classSpans],
	];
	const fitting = choices.find(spans => widthOf(spans) <= width) ?? [first, ...classSpans];
	return {spans: fitSpans(fitting, width)};
}

/** Formats a band of durations. */
function bandText({from, to}: {readonly from: number; readonly to: number | null}): string {
	return to === null
		? `${durationText(from)} and longer`
		: from === 0
			? `below ${durationText(to)}`
			: `${durationText(from)} to ${durationText(to)}`;
}

/** Returns `p50 44 ms  p95 1.2 s  p99 3 s`, then a shorter text; [] without durations. */
function quantileTexts(durations: Quantiles | null, index: number): readonly string[] {
	const textOf = (name: keyof Quantiles): string => `${name} ${durationText(durations?.[name][index] ?? 0)}`;
	const p95 = durations?.p95[index] ?? Number.NaN;
	return Number.isNaN(p95) ? [] : [[textOf('p50'), textOf('p95'), textOf('p99')].join('  '), textOf('p95')];
}

/** Returns the numbers of all classes for a screen reader. */
function spokenTotals({classes}: Timeline, {theme, width}: PanelScene): PanelLine {
	const [first, ...others] = countSpans(classCounts(classes), theme).slice(1);
	return {spans: first ? fitSpans([first, ...others], width) : []};
}

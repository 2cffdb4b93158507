import type {Histogram, Quantiles} from '../../../answers/answers.js';
import {counted} from '../../../format/amounts.js';
import {fitWidth} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import {durationText} from '../../../format/time-texts.js';
import {haveDefaultKeys} from '../../../keys/key-bindings.js';
import {keyed, leaveHint} from '../../../keys/keyed.js';
import {classCounts, sumOf} from '../../charts/shares.js';
import {countPieces} from '../../charts/status-pieces.js';
import {type ListingState, selectedLine} from '../../listing/listing-state.js';
import type {PanelScene, PanelView} from '../../panel/open-panel.js';
import {fittedLine, type PanelLine} from '../../panel/panel-lines.js';
import {titleWithHints} from '../../panel/panel-title.js';
import {noneLines, requestsText, searchText, whileIndexing} from '../../panel/requests-text.js';
import {fitPieces} from '../../spans/piece.js';
import {axisLine, barLines, type ChartMarks, cellsOf, gutter, placeLine, tickLine} from './chart-lines.js';
import {columnOf} from './edges.js';
import {stepText} from './steps.js';
import {separatorNotes, timeTexts} from './time-texts.js';
import type {NoTimeline, Timeline} from './timeline.js';
import {cursorColumn, rangeOf, type TimelineState} from './timeline-state.js';

/** Returns the columns of the page's rows and of the selected row. */
function pagePlace(
	listing: Pick<ListingState, 'rows' | 'selected'>,
	edges: readonly number[],
): Pick<ChartMarks, 'page' | 'selected'> {
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

/** Returns the chart as text: a line per column that isn't empty. */
function spokenLines(
	{edges, classes, logZone}: Timeline,
	{separators, formatTime, theme, width}: PanelScene,
): readonly PanelLine[] {
	const texts = timeTexts(formatTime, logZone);
	return edges.slice(0, -1).flatMap((from, column) => {
		const counts = classCounts(classes, column, column + 1);
		const n = sumOf(counts);
		const notes = separatorNotes(separators, from, edges[column + 1] ?? from);
		const pieces = [
			{text: `${texts.range(from, edges[column + 1] ?? from)}: ${n}${notes}`},
			...countPieces(counts, theme, {hasCharacters: false}),
		];
		return n === 0 && notes === '' ? [] : [{pieces: fitPieces(pieces, width)}];
	});
}

/** The answer to the separate query for the marked range. */
type MarkedAnswer = {readonly from: number; readonly to: number; readonly histogram: Histogram};

/** Minimum number of lines below the title for each part to be shown. */
const min = {head: 8, legend: 12, axis: 4, times: 6, places: 10, durations: 9};

/** A panel covers the count line. A pane is below it, and doesn't repeat its number, which is newer. */
export type TimelinePlace = 'panel' | 'pane';

/** Returns the panel as shown on the screen. */
export function timelineView(
	state: TimelineState,
	answer: Timeline | NoTimeline | null,
	marked: MarkedAnswer | null,
	{problem, isLate}: {readonly problem: string | null; readonly isLate: boolean},
	place: TimelinePlace,
	scene: PanelScene,
): PanelView {
	const {width, titleWidth, room, theme} = scene;
	const foot = problem === null ? [] : [fittedLine(sanitise(problem), width, theme.problem)];
	if (!answer?.edges) {
		return {
			...titleWithHints('Timeline', [leaveHint()], titleWidth),
			body: [
				fittedLine(whileIndexing(whyNone(answer, scene), scene), width),
				...(answer?.total === 0 ? noneLines(scene) : []),
				...foot,
			],
		};
	}
	const title = titleWithHints(`Timeline, ${stepText(answer.step)} a column`, hintsFor(state), titleWidth);
	const head = headLine(answer, isLate, place, scene);
	if (scene.isSpoken) {
		return {
			...title,
			body: [head, ...detailLines(state, answer, marked, scene), ...spokenLines(answer, scene), ...foot],
		};
	}
	const marks = marksOf(state, answer, scene);
	const lines = (name: keyof typeof min, line: () => PanelLine): readonly PanelLine[] =>
		room >= min[name] ? [line()] : [];
	const legend = (): PanelLine => ({
		pieces: fitPieces(
			[{text: 'requests'}, ...countPieces(classCounts(answer.classes), theme, {hasCharacters: true})],
			width,
		),
	});
	const above = [...lines('head', () => head), ...lines('legend', legend)];
	const [detail, durations] = place === 'pane' ? [] : detailLines(state, answer, marked, scene);
	const below = [
		...lines('axis', () => axisLine(answer, marks, theme)),
		...lines('times', () => tickLine(answer, marks, theme)),
		...lines('places', () => placeLine(answer, marks, theme)),
		...(detail ? [detail] : []),
		...(durations ? lines('durations', () => durations) : []),
		...foot,
	];
	const height = Math.max(1, room - above.length - below.length);
	return {...title, body: [...above, ...barLines(answer, height, marks, theme), ...below].slice(0, room)};
}

function whyNone(answer: NoTimeline | null, {search}: PanelScene): string {
	if (!answer) {
		return 'counting …';
	}
	const requests = requestsText(answer.total, search.query);
	return answer.total === 0 ? `${requests}: nothing to show.` : `${requests}, none with a plausible time.`;
}

function hintsFor({cursor, mark}: TimelineState): ReadonlyArray<string | null> {
	const zoom = keyed`${'wanted'} ${'unwanted'} zoom`;
	if (cursor === null) {
		const classes = haveDefaultKeys('status2', 'status3', 'status4', 'status5')
			? '2-5 one class'
			: keyed`${'status2'} ${'status3'} ${'status4'} ${'status5'} one class`;
		return [keyed`${'cellLeft'} ${'cellRight'} choose`, classes, zoom, leaveHint()];
	}
	return [
		mark === null ? keyed`${'open'} searches` : keyed`${'open'} searches the range`,
		mark === null ? keyed`${'pageDown'} marks` : null,
		zoom,
		leaveHint(),
	];
}

function headLine(timeline: Timeline, isLate: boolean, place: TimelinePlace, scene: PanelScene): PanelLine {
	const {search, formatTime, width, theme} = scene;
	const {edges, classes, total, counted, logZone, partial} = timeline;
	const shown = sumOf(classCounts(classes));
	const range = timeTexts(formatTime, logZone).range(edges[0] ?? 0, edges.at(-1) ?? 0);
	const what =
		place === 'pane' && shown === counted ? searchText(search.query) : requestsText(total, search.query);
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

function marksOf(
	state: TimelineState,
	timeline: Timeline,
	{listing, separators, width}: PanelScene,
): ChartMarks {
	const {edges} = timeline;
	const range = state.mark === null ? null : rangeOf(state, timeline);
	return {
		wide: cellsOf(edges.length - 1, width - gutter),
		cursor: cursorColumn(state, edges),
		range: range && {from: columnOf(range.from, edges), to: columnOf(range.to - 1, edges)},
		separators: new Set(separators.map(({time}) => columnOf(time, edges))),
		...pagePlace(listing, edges),
	};
}

/** Returns the numbers for the marked range, or for everything visible if nothing is marked. A second line has the durations. */
function detailLines(
	state: TimelineState,
	timeline: Timeline,
	marked: MarkedAnswer | null,
	{separators, formatTime, theme, width}: PanelScene,
): readonly PanelLine[] {
	const {edges, classes, logZone} = timeline;
	const range = rangeOf(state, timeline);
	const column = cursorColumn(state, edges);
	let counts = classCounts(classes);
	let durations = timeline.shownDurations;
	let place = 0;
	let what = 'all shown';
	if (range) {
		const {from, to} = range;
		what = timeTexts(formatTime, logZone).shortRange(from, to, timeline.first);
		if (state.mark === null && column !== null) {
			counts = classCounts(classes, column, column + 1);
			durations = timeline.durations;
			place = column;
		} else if (marked?.from === from && marked.to === to) {
			counts = classCounts(marked.histogram.classes);
			durations = marked.histogram.durations;
		} else {
			counts = classCounts(classes, Math.max(0, columnOf(from, edges)), columnOf(to - 1, edges) + 1);
			durations = null;
		}
	}
	const notes = range ? separatorNotes(separators, range.from, range.to) : '';
	const text = `${what}: ${counted(sumOf(counts), 'request')}${notes}`;
	const detail = {
		pieces: fitPieces(
			[{text, style: range ? theme.key : {}}, ...countPieces(counts, theme, {hasCharacters: false})],
			width,
		),
	};
	// The line exists if any request has a duration, so that nothing jumps.
	return timeline.durations ? [detail, tookLine(durations, place, width)] : [detail];
}

function tookLine(durations: Quantiles | null, place: number, width: number): PanelLine {
	const texts = (['p50', 'p95', 'p99'] as const).flatMap(name => {
		const milliseconds = durations?.[name][place];
		return milliseconds === undefined || Number.isNaN(milliseconds)
			? []
			: [`${name} ${durationText(milliseconds)}`];
	});
	const text = texts.length === 0 ? '' : `they took ${texts.join('  ')}`;
	return {pieces: [{text: fitWidth(text, width).trimEnd()}]};
}

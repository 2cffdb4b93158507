import {durationText} from '../../format/time-texts.js';
import {keysOf} from '../../keys/key-bindings.js';
import type {Theme} from '../../themes/theme.js';
import {stepText} from '../../timeline/steps.js';
import {type ChartColumns, type ChartLook, drawChart} from '../charts/draw-chart.js';
import type {Figures} from '../pulse/figures.js';
import {type Span, type SpanLine, widthOf} from '../spans/span.js';
import {
	type AnsweredBlock,
	type BlockLook,
	blockLines,
	spokenSummary,
	summaryLine,
	visitsText,
} from './draw-blocks.js';
import type {OverviewLines} from './overview-lines.js';

/** The answers that an overview shows. */
type OverviewContent = {
	/** null: unknown, or no match has a plausible time. */
	readonly chart: ChartColumns | null;
	/** True if the chart shows other requests, because none match. */
	readonly areOthers: boolean;
	/** True if it is known that there is no chart. */
	readonly isEmpty: boolean;
	readonly figures: Figures | null;
	/** By row of blocks; summaries are one row. */
	readonly blocks: ReadonlyArray<readonly AnsweredBlock[]>;
};

/** How it is drawn. */
type OverviewLook = Pick<BlockLook, 'isReading' | 'theme'> &
	Pick<ChartLook, 'moments' | 'width'> & {readonly lines: OverviewLines; readonly isSpoken: boolean};

const emptyLine: SpanLine = {spans: []};

/** Returns the lines of the overview: its title, the chart with its lanes and times, then blocks or summary lines. */
export function drawOverview(content: OverviewContent, look: OverviewLook): readonly SpanLine[] {
	const {chart, areOthers, figures, blocks} = content;
	const {lines, width, theme, isReading, moments, isSpoken} = look;
	const p95 = figures?.took?.p95 ?? null;
	const chartHeight = lines.chart + lines.errorLane + lines.p95Lane + lines.times;
	const hasLegend = lines.title === 1 && !areOthers;
	const columns =
		chart && (areOthers ? withoutClasses(chart) : lines.p95Lane === 0 ? {...chart, p95: null} : chart);
	const found =
		columns === null || chartHeight === 0
			? []
			: drawChart(columns, {
					...{width, height: lines.chart, laneHeight: lines.errorLane, hasTimes: lines.times === 1},
					...{hasUnit: lines.title === 0, hasLegend, scale: 'linear' as const},
					...{cursor: null, range: null, moments, theme},
				});
	const drawn = areOthers ? found.map(greyLine(theme)) : found;
	const rows =
		lines.summaries > 0
			? (blocks[0] ?? [])
					.slice(0, lines.summaries)
					.map(block => (isSpoken ? spokenSummary(block, width) : summaryLine(block, {width, theme})))
			: lines.blocks.heights.flatMap((height, row) =>
					blockLines(blocks[row] ?? [], lines.blocks.columns, height, {width, p95, isReading, theme}),
				);
	return [
		...(lines.title === 1 ? [titleRule(content, look)] : []),
		...drawn,
		...Array.from({length: Math.max(0, chartHeight - drawn.length)}, () => emptyLine),
		...rows,
	];
}

/** Returns the columns of a chart whose requests don't match: as one class, without lanes of numbers. */
function withoutClasses(chart: ChartColumns): ChartColumns {
	const all = chart.classes.reduce(
		(sum, of) => sum.map((n, column) => n + (of[column] ?? 0)),
		new Float64Array(chart.edges.length - 1),
	);
	const none = new Float64Array(all.length);
	return {
		...chart,
		classes: chart.classes.map((_, statusClass) => (statusClass === 2 ? all : none)),
		p95: null,
	};
}

/** Returns the function that greys a line of a chart: its bars like time that hasn't been read, its labels readable. */
function greyLine({muted, unread}: Theme): (line: SpanLine) => SpanLine {
	return ({spans}) => ({
		spans: spans.map(({text}) => ({text, style: /[\p{L}\p{N}]/u.test(text) ? muted : unread})),
	});
}

/**
 * Checks whether the numbers of clients and visits fit in the rule above the chart, between its title and the durations. On narrow
 * screens they don't, so they needn't be counted.
 */
export function mayShowVisits(width: number, hasDurations: boolean): boolean {
	const title = '─ l Timeline 5m a column ';
	const numbers = ' 10 clients, 10 visits ';
	const durations = ' p50 10 ms  p95 99 ms  p99 1.0 s ─';
	return width > title.length + numbers.length + (hasDurations ? durations.length : 0);
}

/** Returns the rule above the chart: the timeline's key, the length of a column; at the right clients, visits and durations. */
function titleRule(
	{chart, isEmpty, figures, blocks}: OverviewContent,
	{width, theme, isReading}: OverviewLook,
): SpanLine {
	const key = keysOf('timeline');
	const none = isEmpty && !isReading ? ' no requests' : '';
	const step = chart === null ? none : ` ${stepText(chart.step)} a column`;
	const took = figures?.took;
	const durations: readonly Span[] = !took
		? []
		: isReading
			? [{text: ' p50, p95, p99 after reading', style: theme.muted}]
			: (['p50', 'p95', 'p99'] as const).flatMap((name, index) => [
					{text: `${index === 0 ? '' : ' '} ${name} `, style: theme.muted},
					{text: durationText(took[name])},
				]);
	const lead: readonly Span[] = [
		{text: '─ ', style: theme.rule},
		{text: key === null ? '' : `${key} `, style: theme.accent},
		{text: 'Timeline', style: theme.title},
		{text: `${step} `, style: theme.muted},
	];
	const known = took ? [...durations, {text: ' ─', style: theme.rule}] : [];
	const visits = blocks.flat().find(block => block.visits !== undefined)?.visits;
	const numbers = visits === undefined || isReading ? '' : ` ${visitsText(visits)} `;
	const fits = widthOf(lead) + numbers.length + widthOf(known) < width;
	const end =
		fits && numbers !== ''
			? [{text: numbers, style: theme.muted}, ...(took ? known : [{text: '─', style: theme.rule}])]
			: known;
	const rule = Math.max(1, width - widthOf(lead) - widthOf(end));
	const spans = [...lead, {text: '─'.repeat(rule), style: theme.rule}, ...end];
	return {spans: spans.filter(({text}) => text !== '')};
}

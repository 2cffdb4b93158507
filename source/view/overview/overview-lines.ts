/** Number of lines of each part of the overview, from the top. */
export type OverviewLines = {
	/** The rule with the title of the chart. Without it, the pager's rule has the shares of the classes. */
	readonly title: 0 | 1;
	readonly chart: number;
	readonly errorLane: number;
	readonly p95Lane: number;
	readonly times: 0 | 1;
	/** One line for each question, below 88 columns. */
	readonly summaries: number;
	/** Blocks side by side, and the height of each row of blocks. */
	readonly blocks: {readonly columns: number; readonly heights: readonly number[]};
};

/** Minimum width of the overview for blocks, and their number side by side. */
const blockColumns = [
	{from: 200, columns: 5},
	{from: 150, columns: 4},
	{from: 110, columns: 3},
	{from: 88, columns: 2},
];

/** Lines from which there is a second row of blocks; with two blocks side by side, from 12. */
const twoRows = {from: 19, ofTwo: 12};

/** Number of lines from which an overview has a title, a legend and blocks. */
export const largeOverview = 16;

/** Divides the lines of the overview. */
export function overviewLines(width: number, height: number, hasDurations: boolean): OverviewLines {
	const columns = blockColumns.find(({from}) => width >= from)?.columns ?? 0;
	const isLarge = height >= largeOverview;
	if (height < 3) {
		const blocks = {columns: 0, heights: []};
		return {title: 0, chart: 0, errorLane: 0, p95Lane: 0, times: 0, summaries: height, blocks};
	}
	const lane = height >= 40 ? 3 : height >= 24 ? 2 : 1;
	const p95Lane = isLarge && hasDurations ? lane : 0;
	const errorLane = isLarge ? lane : 1;
	const title = isLarge ? 1 : 0;
	const wanted = isLarge
		? Math.max(4, Math.min(10, Math.round(0.3 * height)))
		: height >= 10
			? 4
			: height >= 6
				? 2
				: 1;
	const left = height - title - wanted - errorLane - p95Lane - 1;
	if (columns === 0 || !isLarge) {
		const summaries = Math.min(left, maxSummaries);
		// A high and narrow screen has more lines than there are summaries: the chart takes them.
		const chart = wanted + left - summaries;
		return {title, chart, errorLane, p95Lane, times: 1, summaries, blocks: {columns: 0, heights: []}};
	}
	const hasTwoRows = left >= (columns === 2 ? twoRows.ofTwo : twoRows.from);
	const heights = hasTwoRows ? [Math.floor(left / 2), Math.ceil(left / 2)] : [left];
	return {title, chart: wanted, errorLane, p95Lane, times: 1, summaries: 0, blocks: {columns, heights}};
}

/** Number of questions with a summary line: two rows of five blocks. */
const maxSummaries = 10;

/** Lines that stay free for a screen reader: a frame as high as the terminal would be spoken as a whole with every change. */
const freeLines = 2;

/** Divides the lines of the overview for a screen reader: sentences, no chart. */
export function spokenLines(height: number): OverviewLines {
	return {
		...{title: 0, chart: 0, errorLane: 0, p95Lane: 0, times: 0},
		summaries: Math.max(0, Math.min(5, height - freeLines)),
		blocks: {columns: 0, heights: []},
	};
}

import test from 'ava';
import fc from 'fast-check';
import {overviewLines} from '../../../source/view/overview/overview-lines.js';

test('the parts fill all lines at any size, and each block has space for its title and a value', t => {
	fc.assert(
		fc.property(
			fc.integer({min: 18, max: 300}),
			fc.integer({min: 1, max: 100}),
			fc.boolean(),
			(width, height, hasDurations) => {
				const lines = overviewLines(width, height, hasDurations);
				const {title, chart, errorLane, p95Lane, times, summaries, blocks} = lines;
				const ofBlocks = blocks.heights.reduce((sum, of) => sum + of, 0);
				t.is(title + chart + errorLane + p95Lane + times + summaries + ofBlocks, height);
				t.true(blocks.heights.every(of => of >= 2));
				t.true(blocks.columns === 0 || width / blocks.columns >= 36);
				t.true(Math.min(title, chart, errorLane, p95Lane, times, summaries) >= 0);
			},
		),
		{numRuns: 1000},
	);
});

for (const [width, height, expected] of [
	[
		80,
		2,
		{title: 0, chart: 0, errorLane: 0, p95Lane: 0, times: 0, summaries: 2, blocks: {columns: 0, heights: []}},
	],
	[
		80,
		3,
		{title: 0, chart: 1, errorLane: 1, p95Lane: 0, times: 1, summaries: 0, blocks: {columns: 0, heights: []}},
	],
	[
		80,
		7,
		{title: 0, chart: 2, errorLane: 1, p95Lane: 0, times: 1, summaries: 3, blocks: {columns: 0, heights: []}},
	],
	[
		100,
		24,
		{
			title: 1,
			chart: 7,
			errorLane: 2,
			p95Lane: 2,
			times: 1,
			summaries: 0,
			blocks: {columns: 2, heights: [11]},
		},
	],
	[
		120,
		19,
		{
			title: 1,
			chart: 6,
			errorLane: 1,
			p95Lane: 1,
			times: 1,
			summaries: 0,
			blocks: {columns: 3, heights: [9]},
		},
	],
	[
		160,
		28,
		{
			title: 1,
			chart: 8,
			errorLane: 2,
			p95Lane: 2,
			times: 1,
			summaries: 0,
			blocks: {columns: 4, heights: [14]},
		},
	],
	[
		...[220, 43],
		{
			title: 1,
			chart: 10,
			errorLane: 3,
			p95Lane: 3,
			times: 1,
			summaries: 0,
			blocks: {columns: 5, heights: [12, 13]},
		},
	],
] as const) {
	test(`divides ${height} lines of ${width} columns`, t => {
		t.deepEqual(overviewLines(width as number, height as number, true), expected);
	});
}

test('a narrow and high overview gives the chart the lines that summaries leave', t => {
	const {chart, summaries} = overviewLines(80, 43, true);
	t.is(summaries, 10);
	t.is(chart, 25);
});

test('without durations the blocks get the lines of the p95 lane', t => {
	const {p95Lane, blocks} = overviewLines(120, 19, false);
	t.is(p95Lane, 0);
	t.deepEqual(blocks.heights, [10]);
});

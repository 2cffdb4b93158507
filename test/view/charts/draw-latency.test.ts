import test from 'ava';
import fc from 'fast-check';
import {bandOf} from '../../../source/answers/answers.js';
import {blockCharacters} from '../../../source/themes/chart-characters.js';
import {chooseTheme} from '../../../source/themes/choose-theme.js';
import type {Theme} from '../../../source/themes/theme.js';
import {
	bandBounds,
	bandsIn,
	drawLatency,
	heatLevel,
	type LatencyChart,
	type LatencyLook,
} from '../../../source/view/charts/draw-latency.js';
import {plainText} from '../../../source/view/spans/span.js';
import {forAll} from '../../helpers/for-all.js';
import {plainTheme} from '../../helpers/themes.js';

const dark: Theme = chooseTheme({name: 'dark', depth: 24, own: new Map(), chart: blockCharacters}, 'dark');
const bounds = [10, 100, 1000];

/** @param bands - counts by band, the shortest durations first, with a number for each column */
function chartOf(bands: ReadonlyArray<readonly number[]>, changes: Partial<LatencyChart> = {}): LatencyChart {
	return {
		columns: bands[0]?.length ?? 0,
		cells: {bounds, counts: Float64Array.from(bands.flat())},
		durations: null,
		shownDurations: null,
		...changes,
	};
}

function drawn(chart: LatencyChart, changes: Partial<LatencyLook> = {}): readonly string[] {
	const look = {width: 12, height: 2, cursor: null, range: null, band: null, theme: plainTheme, ...changes};
	return drawLatency(chart, look).map(plainText);
}

test('bands reach from 1 ms to 16 s, and to the durations that occur', t => {
	t.deepEqual(bandBounds(8, 5, 900), [1, 5, 25, 130, 630, 3200, 16_000]);
	t.is(bandBounds(8, 0.2, 900)[0], 0.1);
	t.is(bandBounds(8, 5, 90_000).at(-1), 160_000);
	t.is(bandBounds(8, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)[0], 1);
	t.is(bandBounds(bandsIn(1), 5, 5).length, 1);
});

test('each bound is the shortest duration of its band, and larger than the previous bound', t => {
	forAll(1000, fc.integer({min: 2, max: 80}), fc.double({min: 1e-3, max: 1e6}), (bands, duration) => {
		const found = bandBounds(bands, duration, duration);
		t.is(found.length, bands - 1);
		for (const [index, bound] of found.entries()) {
			t.is(bandOf(bound, found), index + 1);
		}
	});
});

test('a single request has the first colour, the maximum has the last', t => {
	t.is(heatLevel(0, 100), 0);
	t.is(heatLevel(1, 100), 1);
	t.is(heatLevel(1, 1), 1);
	t.is(heatLevel(2, 1e6), 2);
	t.is(heatLevel(2, 2), 5);
	t.is(heatLevel(1000, 1e6), 4);
	t.is(heatLevel(1e6, 1e6), 5);
});

test('without colours, a cell shows the larger of its two counts', t => {
	const chart = chartOf([
		[0, 1, 0, 100],
		[0, 0, 2, 1],
		[1, 0, 0, 0],
		[0, 0, 0, 100],
	]);
	t.deepEqual(drawn(chart), ['  1.0 s ░  █', '  10 ms  ░░█']);
});

test('in colours, a cell shows both', t => {
	const chart = chartOf([[1], [100], [0], [1]]);
	const [upper, lower] = drawLatency(chart, {
		...{width: 1, height: 2, cursor: null, range: null, band: null, theme: dark},
	});
	t.deepEqual(upper?.spans.at(-1), {text: '▀', style: {color: dark.heat[1]?.color}});
	t.deepEqual(lower?.spans.at(-1), {
		text: '▀',
		style: {color: dark.heat[5]?.color, backgroundColor: dark.heat[1]?.color},
	});
});

test('the quantiles are lines; where two meet, p95 stays', t => {
	const quantiles = (p50: number, p95: number, p99: number) => ({
		...{
			p50: Float64Array.of(p50, p50),
			p95: Float64Array.of(p95, Number.NaN),
			p99: Float64Array.of(p99, p99),
		},
	});
	const none = [0, 0];
	const chart = chartOf([none, none, none, none], {durations: quantiles(5, 50, 500)});
	t.deepEqual(drawn(chart), ['    1.0 s ──', '    10 ms ━─']);
});

test('marks the selected cell', t => {
	const chart = chartOf([
		[1, 1],
		[0, 0],
		[0, 0],
		[0, 0],
	]);
	t.deepEqual(drawn(chart, {cursor: 1, band: 3}), ['    1.0 s  +', '    10 ms ░░']);
});

test('has a cell for every request, in every theme', t => {
	const column = fc.array(fc.constantFrom(0, 0, 1, 7, 5000), {minLength: 4, maxLength: 4});
	forAll(
		1000,
		fc.array(column, {minLength: 1, maxLength: 30}),
		fc.constantFrom(dark, plainTheme),
		(columns, theme) => {
			const bands = [0, 1, 2, 3].map(band => columns.map(counts => counts[band] ?? 0));
			const lines = drawn(chartOf(bands), {width: columns.length, theme});
			for (const [index, counts] of columns.entries()) {
				t.is(lines[1]?.[index] !== ' ', (counts[0] ?? 0) + (counts[1] ?? 0) > 0);
				t.is(lines[0]?.[index] !== ' ', (counts[2] ?? 0) + (counts[3] ?? 0) > 0);
			}
		},
	);
});

import test from 'ava';
import fc from 'fast-check';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {asciiCharacters, blockCharacters, chartCharacters} from '../../../source/themes/chart-characters.js';
import {type Background, chooseTheme} from '../../../source/themes/choose-theme.js';
import {type ColorDepth, colorDepth} from '../../../source/themes/color-depth.js';
import {ownColorNames} from '../../../source/themes/fit-color.js';
import {type Style, type Theme, themeNames} from '../../../source/themes/theme.js';
import {edges} from '../../../source/timeline/edges.js';
import {localTime} from '../../../source/timeline/local-time.js';
import {
	type ChartColumns,
	type ChartLook,
	columnAt,
	drawChart,
	maxColumns,
} from '../../../source/view/charts/draw-chart.js';
import {roundMaximum} from '../../../source/view/charts/scale.js';
import type {SpanLine} from '../../../source/view/spans/span.js';
import {forAll} from '../../helpers/for-all.js';
import {plainTheme} from '../../helpers/themes.js';

const local = localTime(timeFormatter('utc').offsetAt, null);
const nine = Date.UTC(2026, 10, 5, 9);
const minute = 60_000;

function themeOf(
	name: (typeof themeNames)[number],
	depth: ColorDepth,
	background: Background,
	chart = blockCharacters,
): Theme {
	return chooseTheme({name, depth, own: new Map(), chart}, background);
}

/** Every theme in every depth, and the terminals without blocks. */
const allThemes = themeNames.flatMap(name =>
	([1, 4, 8, 24] as const).flatMap(depth =>
		(['dark', 'light', null] as const).flatMap(background =>
			[blockCharacters, asciiCharacters].map(chart => themeOf(name, depth, background, chart)),
		),
	),
);
const dark = themeOf('dark', 24, 'dark');

/** @param counts - a column each: numbers of 2xx, 3xx, 4xx, 5xx */
function chartOf(
	counts: ReadonlyArray<readonly number[]>,
	changes: Partial<ChartColumns> = {},
): ChartColumns {
	return {
		edges: edges(nine, nine + counts.length * minute - 1, minute, local, counts.length),
		step: minute,
		local,
		classes: Array.from({length: 6}, (_, of) => Float64Array.from(counts, column => column[of - 2] ?? 0)),
		p95: null,
		unread: null,
		secondsLeft: null,
		...changes,
	};
}

function lookOf(changes: Partial<ChartLook> = {}): ChartLook {
	return {
		...{width: 40, height: 4, laneHeight: 1, hasTimes: false, hasUnit: false, hasLegend: false},
		...{scale: 'linear', cursor: null, range: null, moments: [], theme: dark},
		...changes,
	};
}

type Cell = {readonly text: string; readonly style: Style};

/** Returns the cells right of the axis. */
function cellsOf(lines: readonly SpanLine[], columns: number): ReadonlyArray<readonly Cell[]> {
	return lines.map(({spans}) =>
		spans
			.flatMap(({text, style = {}}) => Array.from(text, character => ({text: character, style})))
			.slice(-columns),
	);
}

function textOf(lines: readonly SpanLine[]): readonly string[] {
	return lines.map(({spans}) => spans.map(({text}) => text).join(''));
}

const anyCount = fc.oneof(fc.constant(0), fc.nat({max: 5}), fc.nat({max: 300}), fc.nat({max: 10_000}));
const anyColumns = fc.array(fc.array(anyCount, {minLength: 4, maxLength: 4}), {minLength: 1, maxLength: 30});

test('until the answer for a narrower screen arrives, the newest columns stay, and the legend counts all columns', t => {
	const counts = Array.from({length: 138}, (_, n) => (n < 100 ? [90, 0, 10, 0] : [n, 0, 0, 1]));
	const look = {height: 6, hasLegend: true, hasTimes: true};
	const before = textOf(drawChart(chartOf(counts), lookOf({...look, width: 160})));
	const after = textOf(drawChart(chartOf(counts), lookOf({...look, width: 120})));
	const columns = maxColumns(120);
	const legendOf = (lines: readonly string[]) =>
		lines.map(line => /[■░▒▓█] [2-5]xx +[<\d.]+ %/.exec(line)?.[0]);
	t.deepEqual(legendOf(after), legendOf(before));
	t.deepEqual(
		after.slice(0, 7).map(line => line.slice(-columns)),
		before.slice(0, 7).map(line => line.slice(-columns)),
	);
	t.regex(after[6] ?? '', /^ +5xx /);
});

test('1,000 random charts: no cell of a column is empty below its top, in all themes', t => {
	forAll(
		1000,
		anyColumns,
		fc.integer({min: 1, max: 10}),
		fc.constantFrom('linear', 'square root', 'logarithmic'),
		fc.constantFrom(...allThemes),
		(counts, height, scale, theme) => {
			const lines = drawChart(chartOf(counts), lookOf({height, scale, theme}));
			const rows = cellsOf(lines.slice(0, height), counts.length);
			for (let column = 0; column < counts.length; column++) {
				const isEmpty = rows.map(row => row[column]?.text === ' ');
				const top = isEmpty.indexOf(false);
				t.true(top === -1 || !isEmpty.slice(top).includes(true));
			}
		},
	);
});

test('a single 5xx among 10,000 requests has a mark in the red lane, in all themes', t => {
	for (const theme of allThemes) {
		const lines = drawChart(chartOf([[10_000], [9999, 0, 0, 1], [10_000, 5, 5, 0]]), lookOf({theme}));
		const [before, mark, after] = cellsOf(lines, 3)[4] ?? [];
		t.is(before?.text, ' ');
		t.not(mark?.text, ' ');
		t.deepEqual(mark?.style, theme.fill[5]);
		t.is(after?.text, ' ');
	}
});

test('property: heights are exact to an eighth, and the parts of 5xx, too', t => {
	forAll(300, anyColumns, fc.integer({min: 1, max: 10}), (counts, height) => {
		const rows = cellsOf(drawChart(chartOf(counts), lookOf({height})).slice(0, height), counts.length);
		const totals = counts.map(of => of.reduce((sum, n) => sum + n, 0));
		const max = roundMaximum(Math.max(...totals));
		counts.forEach((of, column) => {
			let filled = 0;
			let errors = 0;
			for (const row of rows) {
				const {text = ' ', style = {}} = row[column] ?? {};
				const level = blockCharacters.levels.indexOf(text) + 1;
				filled += style.backgroundColor === undefined ? level : 8;
				errors += style.color === dark.fill[5]?.color ? level : 0;
			}
			const total = totals[column] ?? 0;
			t.true(Math.abs(filled - (total / max) * height * 8) <= 0.5 + 1e-9);
			// The top cell has one class, which gets the eighths of all classes in it.
			const wanted = ((of[3] ?? 0) / max) * height * 8;
			t.true(Math.abs(errors - wanted) < 8);
		});
	});
});

test('a cell has two classes: the most severe at the bottom, over the class with most eighths in its row', t => {
	// One line, full: 3 eighths of 5xx, 1 of 4xx, 4 of 2xx; in the row, 2xx has most.
	const [row = []] = cellsOf(
		drawChart(chartOf([[4, 0, 1, 3], [8], [5, 0, 3]]), lookOf({height: 1, laneHeight: 0})),
		3,
	);
	const {fill} = dark;
	t.deepEqual(row, [
		{text: '▃', style: {color: fill[5]?.color ?? '', backgroundColor: fill[2]?.color ?? ''}},
		{text: '█', style: fill[2] ?? {}},
		{text: '▃', style: {color: fill[4]?.color ?? '', backgroundColor: fill[2]?.color ?? ''}},
	]);
});

test('the top cell of a column has the class with most eighths in it', t => {
	const [row = []] = cellsOf(
		drawChart(chartOf([[8], [1, 0, 0, 4], [4, 0, 0, 1]]), lookOf({height: 1, laneHeight: 0})),
		3,
	);
	t.deepEqual(row.slice(1), [
		{text: '▅', style: dark.fill[5] ?? {}},
		{text: '▅', style: dark.fill[2] ?? {}},
	]);
});

test('without colour, a cell has the shade of one class, and lanes keep their blocks', t => {
	const chart = chartOf([[10, 0, 0, 90], [10, 0, 90], [10, 90], [100]], {p95: Float64Array.of(1, 2, 4, 8)});
	t.deepEqual(textOf(drawChart(chart, lookOf({theme: plainTheme, height: 3, width: 16}))), [
		'        100 █▓▒░',
		'            █▓▒░',
		'          0 █▓▒░',
		'        5xx ▇   ',
		'        p95 ▁▂▄▇',
	]);
});

test('on the Linux console, cells are digits in its colours: no backgrounds, no blocks', t => {
	const theme = themeOf('dark', 4, null, chartCharacters('linux'));
	const counts = [[10, 0, 0, 90], [10, 0, 90], [10, 90], [100]];
	const lines = drawChart(chartOf(counts), lookOf({theme, height: 2, width: 16, cursor: 1, hasTimes: true}));
	t.deepEqual(textOf(lines), [
		'        100 5432',
		'            5432',
		'        5xx *|  ',
		'                ',
	]);
	const styles = cellsOf(lines.slice(0, 2), 4).flatMap(row => row.map(({style}) => style));
	t.deepEqual(styles.slice(0, 4), [theme.fill[5], theme.fill[4], theme.fill[3], theme.fill[2]] as Style[]);
	t.true(styles.every(({color = '', backgroundColor}) => ownColorNames.includes(color) && !backgroundColor));
});

test('NO_COLOR and TERM=dumb leave no colours, and digits or shades', t => {
	const stdout = {getColorDepth: (env?: object) => ((env as {TERM?: string}).TERM === 'dumb' ? 1 : 24)};
	for (const [env, cell] of [
		[{TERM: 'xterm', NO_COLOR: '1'}, '█'],
		[{TERM: 'dumb'}, '5'],
	] as const) {
		const depth = colorDepth(stdout, 'auto', env);
		const theme = themeOf('dark', depth, 'dark', chartCharacters(env.TERM));
		const [[found] = []] = cellsOf(drawChart(chartOf([[0, 0, 0, 9]]), lookOf({theme})), 1);
		t.is(found?.text, cell);
		t.deepEqual(found?.style, {});
	}
});

test('lanes have their own scales; a dark line separates them from the chart above', t => {
	const chart = chartOf(
		[
			[9000, 0, 0, 1],
			[9000, 0, 0, 500],
			[9000, 0, 0, 1000],
		],
		{
			p95: Float64Array.of(Number.NaN, 700, 1400),
		},
	);
	t.deepEqual(textOf(drawChart(chart, lookOf({laneHeight: 2, width: 20}))).slice(-4), [
		'            1000   ▇',
		'             5xx ▁██',
		'           1.4 s   ▇',
		'             p95  ██',
	]);
});

test('the axis has the maximum, the middle from 5 lines, and 0 from 3', t => {
	const labels = (height: number, changes: Partial<ChartLook> = {}): readonly string[] =>
		textOf(drawChart(chartOf([[3450]]), lookOf({height, laneHeight: 0, ...changes}))).map(line =>
			line.slice(0, -2).trim(),
		);
	t.deepEqual(labels(1), ['4000']);
	t.deepEqual(labels(2), ['4000', '']);
	t.deepEqual(labels(3), ['4000', '', '0']);
	t.deepEqual(labels(6), ['4000', '', '', '2000', '', '0']);
	t.deepEqual(labels(5, {scale: 'square root'}), ['4000', '', '1000', '', '0']);
	t.deepEqual(labels(1, {hasUnit: true}), ['4000/min']);
	const none = textOf(drawChart(chartOf([[0]]), lookOf({height: 6, laneHeight: 0})));
	t.true(
		none.every(line => line.trim() === ''),
		'no scale without a bar',
	);
	t.deepEqual([0, 1, 2, 7, 11, 99, 254, 1187, 1750, 2396, 3450].map(roundMaximum), [
		...[1, 1, 2, 8, 15, 100, 300, 1500, 2000, 2500, 4000],
	]);
});

test('from 110 columns, the legend is left of the axis: shares, and counts if they fit', t => {
	const chart = chartOf(Array.from({length: 88}, () => [83, 7, 7, 3]));
	const lines = textOf(drawChart(chart, lookOf({width: 110, height: 6, hasLegend: true})));
	t.deepEqual(
		lines.slice(0, 6).map(line => line.slice(0, 22)),
		[
			'                  100 ',
			' ■ 2xx  83 %          ',
			' ■ 3xx 7.0 %          ',
			' ■ 4xx 7.0 %       50 ',
			' ■ 5xx 3.0 %          ',
			'                    0 ',
		],
	);
	const wide = textOf(drawChart(chart, lookOf({width: 116, height: 6, hasLegend: true})));
	t.is(wide[1]?.slice(0, 28), ' ■ 2xx  83 %     7304       ');
	t.is(textOf(drawChart(chart, lookOf({width: 109, height: 6, hasLegend: true})))[1]?.trim()[0], '█');
	t.deepEqual([160, 120, 110, 109, 80, 40, 10, 1].map(maxColumns), [138, 98, 88, 97, 68, 33, 10, 1]);
});

test('the selected column has a background; bars outside of the marked range are grey', t => {
	const chart = chartOf([[4], [8], [4], [8]]);
	const {backgroundColor = ''} = dark.selected;
	const [top = [], foot = []] = cellsOf(drawChart(chart, lookOf({height: 2, laneHeight: 0, cursor: 2})), 4);
	t.deepEqual(
		top.map(({style}) => style.backgroundColor),
		[undefined, undefined, backgroundColor, undefined],
	);
	t.deepEqual(foot[2], {text: '█', style: dark.fill[2] ?? {}});
	const ranged = cellsOf(
		drawChart(chart, lookOf({height: 2, laneHeight: 0, cursor: 2, range: {from: 1, to: 2}})),
		4,
	);
	t.deepEqual(
		ranged[1]?.map(({style}) => style.color),
		[dark.rule.color, dark.fill[2]?.color, dark.fill[2]?.color, dark.rule.color],
	);
	// Without a background, a line marks the empty cells: inverse ones would look full.
	for (const theme of [plainTheme, themeOf('terminal', 4, null)]) {
		const lines = cellsOf(drawChart(chart, lookOf({height: 2, laneHeight: 0, cursor: 2, theme})), 4);
		t.is(lines[0]?.[2]?.text, '│');
		t.false(lines.flat().some(({style}) => style.inverse));
	}
});

test('unread time is shaded and labelled; a gap stays empty; without colour, ? is under each unread column', t => {
	const counts = Array.from({length: 40}, (_, column) => (column === 35 ? [] : [8]));
	const chart = chartOf(counts, {unread: {from: nine, until: nine + 33.5 * minute}, secondsLeft: 9});
	/** Returns the lines right of the labels. */
	const rightOf = (of: ChartColumns, changes: Partial<ChartLook> = {}): readonly string[] =>
		textOf(drawChart(of, lookOf({width: 47, height: 3, ...changes}))).map(line => line.slice(7));
	const lines = rightOf(chart);
	t.deepEqual(lines, [
		`${'░'.repeat(34)}█ ████`,
		'░░ not read yet, about 9 s left ░░█ ████',
		`${'░'.repeat(34)}█ ████`,
		`${'░'.repeat(34)}      `,
	]);
	const plain = rightOf(chart, {theme: plainTheme});
	t.is(plain[0], `${' '.repeat(34)}░ ░░░░`);
	t.is(plain[3], `${'?'.repeat(34)}      `);
	const short = rightOf({...chart, unread: {from: nine, until: nine + 16 * minute}});
	t.is(short[1]?.slice(0, 17), '░ not read yet ░█');
	const unknown = rightOf({...chart, secondsLeft: null});
	t.is(unknown[1], '░░░░░░░░░░ not read yet ░░░░░░░░░░█ ████');
	// Only the period that a log adds is unread.
	const added = {from: nine + 10 * minute, until: nine + 12 * minute};
	const [between = ''] = rightOf({...chart, unread: added});
	t.is(between.slice(0, 16), '██████████░░████');
});

test('a chart ends at the right edge; a click finds its column', t => {
	const chart = chartOf([[1], [2]]);
	for (const width of [1, 2, 3, 10, 40, 160]) {
		for (const line of textOf(drawChart(chart, lookOf({width, hasTimes: true, hasLegend: true})))) {
			t.is(Array.from(line).length, width);
		}
	}
	t.deepEqual(
		[37, 38, 39, 40].map(x => columnAt(x, 2, 40)),
		[null, 0, 1, null],
	);
});

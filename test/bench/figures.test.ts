import test from 'ava';
import {changeTable, verdict} from './changes.js';
import {excesses, type Figure, figureOf} from './figure.js';
import {excessLines, figureTable} from './figure-table.js';
import {ratioOf} from './format-ratios.js';
import {processorTime} from './processor-time.js';
import {quantity, ratio, spreadQuantity} from './quantity.js';
import {best, percentile, type Spread, slope, spread, worst} from './spread.js';

const testOnLinux = process.platform === 'linux' ? test : test.skip;

function once(value: number): Spread {
	return {median: value, least: value, most: value};
}

const reading: Figure = {
	name: '1M lines, read whole',
	unit: 'time',
	value: {median: 1500, least: 1400, most: 1600},
	beside: {lnav: once(1200), 'wc -l': once(40)},
	limits: [{atMost: 0.6, of: 'lnav'}, {atMost: 12, of: 'goaccess'}, {atMost: 2000}],
};
const memory: Figure = {
	name: 'memory an entry',
	unit: 'entry',
	value: once(48),
	beside: {},
	limits: [{atMost: 46}],
};

test('returns the median and the spread of several runs', t => {
	t.deepEqual(spread([3, 1, 2]), {median: 2, least: 1, most: 3});
	t.deepEqual(spread([4, 1, 2, 3]), {median: 2.5, least: 1, most: 4});
	t.throws(() => spread([]), {instanceOf: RangeError});
});

test('a percentile is a measured value', t => {
	const values = Array.from({length: 100}, (_, index) => 100 - index);
	t.is(percentile(values, 0.95), 95);
	t.is(percentile(values, 1), 100);
	t.is(percentile([7], 0.95), 7);
	t.is(percentile([2, 1], 0), 1);
	t.throws(() => percentile([], 0.5), {instanceOf: RangeError});
});

test('returns the worst of many runs, and of each group of runs', t => {
	t.deepEqual(worst([3, 9, 1, 4, 7, 5], 2), {median: 9, least: 4, most: 9});
	t.deepEqual(worst([3, 9, 1], 2), {median: 9, least: 1, most: 9});
	t.throws(() => worst([], 2), {instanceOf: RangeError});
});

test('the result of many runs is the best of them', t => {
	t.deepEqual(best([3, 1, 2]), {median: 1, least: 1, most: 3});
});

test('computes a slope from the medians, and its spread from all pairs of runs', t => {
	const small = {median: 100, least: 90, most: 120};
	const large = {median: 500, least: 480, most: 540};
	t.deepEqual(slope(small, large, 4), {median: 100, least: 90, most: 112.5});
});

test('parses quantities with units', t => {
	t.is(quantity('time', 4.25), '4.3 ms');
	t.is(quantity('time', 271.4), '271 ms');
	t.is(quantity('time', 1484), '1.48 s');
	t.is(quantity('memory', 277 * 1024 * 1024), '277 MiB');
	t.is(quantity('entry', 43.04), '43.0 B');
	t.is(quantity('line', 108.4), '108 ns');
	t.is(quantity('share', 0.0031), '0.31 %');
	t.is(quantity('share', 0.22), '22.0 %');
	t.is(quantity('rate', 35), '35 B/s');
	t.is(quantity('rate', 2048), '2.0 KiB/s');
});

test('a spread has the unit of its median, and is omitted if it is invisible', t => {
	t.is(spreadQuantity('time', {median: 1100, least: 990, most: 1250}), '1.10 s (0.99–1.25)');
	t.is(spreadQuantity('time', {median: 40, least: 39.9, most: 40.2}), '40 ms');
});

test('a ratio has a useful number of digits', t => {
	t.is(ratio(1, 60), '0.017');
	t.is(ratio(3, 4), '0.75');
	t.is(ratio(9, 4), '2.25');
	t.is(ratio(100, 4), '25.0');
	t.is(ratio(0, 0), '');
});

test('a figure compares reqscope with other programs; no measurements give no figure', t => {
	t.deepEqual(
		figureOf(
			'a',
			'time',
			[
				['reqscope', once(1)],
				['lnav', once(2)],
			],
			[{atMost: 3}],
		),
		[{name: 'a', unit: 'time', value: once(1), beside: {lnav: once(2)}, limits: [{atMost: 3}]}],
	);
	t.deepEqual(figureOf('a', 'time', []), []);
});

test('exceeded limits are reported, but not limits of missing figures', t => {
	t.deepEqual(
		excesses([reading, memory]).map(({limit, found}) => [limit.atMost, found]),
		[
			[0.6, 1.25],
			[46, 48],
		],
	);
	t.deepEqual(excessLines([reading, memory]), [
		'Above its limit: 1M lines, read whole: 1.25 of `lnav`, at most 0.6',
		'Above its limit: memory an entry: 48.0 B, at most 46.0 B',
	]);
});

test('the table shows every other program, and its ratio to reqscope', t => {
	const alone = {...memory, name: 'a|b'};
	t.is(
		figureTable([reading, alone]),
		[
			'|                      |           reqscope | `lnav` | of `lnav` | `wc -l` | of `wc -l` |',
			'| -------------------- | -----------------: | -----: | --------: | ------: | ---------: |',
			'| 1M lines, read whole | 1.50 s (1.40–1.60) | 1.20 s |      1.25 |   40 ms |       37.5 |',
			'| a\\|b                 |             48.0 B |        |           |         |            |',
		].join('\n'),
	);
});

test('the ratio of a format is relative to combined', t => {
	const figure: Figure = {...memory, name: 'timed', value: once(150), beside: {combined: once(120)}};
	t.is(ratioOf(figure), 1.25);
	t.is(ratioOf(memory), Number.NaN);
});

testOnLinux('the processor time of a command is what it used, not what it waited', async t => {
	const script = 'while (process.cpuUsage().user < 1e5); setTimeout(() => console.log("1m1.5s"), 300)';
	const time = await processorTime({file: process.execPath, arguments: ['-e', script]});
	t.true(time >= 100 && time < 3000, `${time} ms`);
	await t.throwsAsync(processorTime({file: process.execPath, arguments: ['-e', 'process.exit(3)']}), {
		message: /ended with status 3/,
	});
});

test('a result is better or worse only if it doesn’t overlap with the spread of the earlier one', t => {
	const before = {median: 100, least: 90, most: 110};
	t.is(verdict(before, {median: 120, least: 111, most: 130}), 'worse');
	t.is(verdict(before, {median: 120, least: 109, most: 130}), 'same');
	t.is(verdict(before, {median: 80, least: 70, most: 89}), 'better');
	t.is(verdict(before, {median: 80, least: 70, most: 91}), 'same');
	t.is(verdict(once(100), once(104)), 'same');
	t.is(verdict(once(100), once(106)), 'worse');
	t.is(verdict(once(0), once(0)), 'same');
});

test('an earlier result is shown next to figures with the same unit', t => {
	const now: Figure[] = [
		{...reading, value: {median: 1800, least: 1700, most: 1900}},
		{...memory, unit: 'memory'},
		{...memory, name: 'new'},
	];
	t.is(
		changeTable([reading, memory], now),
		[
			'|                      |             before |                now | of before |                  |',
			'| -------------------- | -----------------: | -----------------: | --------: | ---------------: |',
			'| 1M lines, read whole | 1.50 s (1.40–1.60) | 1.80 s (1.70–1.90) |      1.20 | slower or larger |',
		].join('\n'),
	);
	t.is(changeTable([reading], [memory]), null);
});

import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {percentText} from '../../../source/format/amounts.js';
import {durationText} from '../../../source/format/time-texts.js';
import {
	asciiCharacters,
	blockCharacters,
	type ChartCharacters,
	chartCharacters,
} from '../../../source/themes/chart-characters.js';
import {shortNumber} from '../../../source/view/charts/scale.js';
import {stacked, stackOrder} from '../../../source/view/charts/status-spans.js';
import {forAll} from '../../helpers/for-all.js';
import {words} from '../../helpers/words.js';

const counts = fc.array(fc.oneof(fc.constant(0), fc.nat({max: 5}), fc.nat({max: 1_000_000})), {
	minLength: 6,
	maxLength: 6,
});

test('a stacked bar has the right number of cells, each class within one cell of its share, in order', t => {
	forAll(100, counts, fc.integer({min: 0, max: 60}), (of, cells) => {
		const bar = stacked(of, cells);
		const total = of.reduce((sum, n) => sum + n, 0);
		t.is(bar.length, total === 0 ? 0 : cells);
		t.deepEqual(
			bar,
			stackOrder.flatMap(statusClass => bar.filter(cell => cell === statusClass)),
		);
		for (const statusClass of total === 0 ? [] : stackOrder) {
			const given = bar.filter(cell => cell === statusClass).length;
			const wanted = ((of[statusClass] ?? 0) / total) * cells;
			t.true((of[statusClass] ?? 0) > 0 || given === 0);
			// Cells for errors, which are always visible, come from other classes.
			t.true(given >= Math.floor(wanted) - 2 && given <= Math.ceil(wanted) + 1, `${statusClass}: ${given}`);
		}
	});
});

test('a single server error among a million requests is visible', t => {
	t.deepEqual(stacked([0, 0, 1_000_000, 0, 1, 1], 3), [5, 2, 2]);
	t.deepEqual(stacked([0, 0, 1_000_000, 0, 1, 1], 1), [5]);
	t.deepEqual(stacked([0, 0, 3, 1, 0, 0], 4), [3, 2, 2, 2]);
});

test('a share of an empty total is 0 %; a small share is never 0 %, and an incomplete one never 100 %', t => {
	t.deepEqual(
		[
			...[
				[0, 0],
				[0, 5],
				[1, 10_000],
				[1, 2000],
				[7, 100],
			],
			...[
				[99.4, 1000],
				[99.6, 1000],
				[1, 8],
				[999, 1000],
				[1000, 1000],
				[1001, 1000],
			],
		].map(([part = 0, whole = 0]) => percentText(part, whole)),
		['0 %', '0 %', '<0.1 %', '0.1 %', '7.0 %', '9.9 %', '10 %', '13 %', '>99 %', '100 %', '100 %'],
	);
});

test('formats durations and numbers', t => {
	t.deepEqual(
		[0, 0.44, 4, 4.03, 4.3, 9.96, 12.3, 999.4, 999.6, 9960, 99_400, 99_600, 7.2e6].map(durationText),
		[
			'0 ms',
			'0.4 ms',
			'4 ms',
			'4 ms',
			'4.3 ms',
			'10 ms',
			'12 ms',
			'999 ms',
			'1.0 s',
			'10 s',
			'99 s',
			'2 min',
			'120 min',
		],
	);
	t.deepEqual(
		[0, 1, 2.5, 950, 9999, 10_000, 12_499, 999_600, 1_500_000, 2e9].map(shortNumber),
		words`
		0 1 2.5 950 9999 10k 12k 1M 1.5M 2G
	`,
	);
});

test('the console and old terminals get ASCII; every character is one column wide', t => {
	t.is(chartCharacters('linux'), asciiCharacters);
	t.is(chartCharacters('vt220'), asciiCharacters);
	t.is(chartCharacters('xterm-256color'), blockCharacters);
	t.is(chartCharacters(undefined), blockCharacters);
	for (const characters of [asciiCharacters, blockCharacters]) {
		for (const text of textsOf(characters)) {
			t.is(stringWidth(text), text.length);
		}
		t.is(characters.classes.length, 6);
	}
	t.true(textsOf(asciiCharacters).every(text => /^[\x20-\x7e]+$/.test(text)));
});

function textsOf(characters: ChartCharacters): readonly string[] {
	return Object.values(characters).filter(text => typeof text === 'string');
}

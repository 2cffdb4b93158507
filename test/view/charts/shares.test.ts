import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {durationText} from '../../../source/format/time-texts.js';
import {
	asciiCharacters,
	blockCharacters,
	type ChartCharacters,
	chartCharacters,
} from '../../../source/themes/chart-characters.js';
import {shortNumber} from '../../../source/view/charts/scale.js';
import {shares, sumOf} from '../../../source/view/charts/shares.js';
import {stacked, stackOrder} from '../../../source/view/charts/status-pieces.js';
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

test('a positive share is never 0%, and a part of less than everything never 100%', t => {
	t.deepEqual(
		[
			[0, 0],
			[0, 5],
			[1, 1000],
			[1, 8],
			[999, 1000],
			[1000, 1000],
		].map(([part = 0, whole = 0]) => shares([part], whole)[0]),
		['0%', '0%', '<1%', '12%', '>99%', '100%'],
	);
});

test('shares are rounded so that they add up to 100%', t => {
	t.deepEqual(shares([5, 1, 2]), ['63%', '12%', '25%']);
	t.deepEqual(shares([1, 1, 1]), ['34%', '33%', '33%']);
	t.deepEqual(shares([2, 1]), ['67%', '33%']);
	t.deepEqual(shares([991, 9]), ['99%', '1%']);
	t.deepEqual(shares([996, 4]), ['>99%', '<1%']);
	t.deepEqual(shares([0, 0]), ['0%', '0%']);
	t.deepEqual(shares([]), []);
});

test("many small shares aren't rounded up", t => {
	t.deepEqual(new Set(shares(Array.from({length: 1000}, () => 1))), new Set(['<1%']));
});

const wholes = fc.array(fc.oneof(fc.nat(10), fc.nat(1_000_000)), {minLength: 1, maxLength: 12});
function numbersOf(texts: readonly string[]): readonly number[] {
	return texts.map(text => (text === '<1%' ? 0 : Number(text.replace(/^>99%$/, '100%').slice(0, -1))));
}

test('property: shares of a whole add up to 100% apart from shares below 0.5%, and are rounded by less than 1%', t => {
	forAll(100, wholes, parts => {
		const whole = sumOf(parts);
		fc.pre(whole > 0);
		const texts = shares(parts);
		const numbers = numbersOf(texts);
		const small = parts.filter(part => part > 0 && 200 * part < whole).length;
		const lacking = 100 - sumOf(numbers);
		t.true(small === 0 ? lacking === 0 : lacking >= 0 && lacking < small, texts.join(' '));
		for (const [place, part] of parts.entries()) {
			t.true(Math.abs((numbers[place] ?? 0) - (100 * part) / whole) < 1);
			t.is(texts[place] === '0%', part === 0);
		}
	});
});

test('property: shares of a part of a whole never exceed 100%', t => {
	forAll(100, wholes, fc.nat(1_000_000), (parts, rest) => {
		const whole = sumOf(parts) + rest;
		fc.pre(whole > 0);
		t.true(sumOf(numbersOf(shares(parts, whole))) <= 100);
	});
});

test('formats durations and numbers', t => {
	t.deepEqual([0, 0.44, 9.96, 12.3, 999.4, 999.6, 9960, 99_400, 99_600, 7.2e6].map(durationText), [
		'0 ms',
		'0.4 ms',
		'10 ms',
		'12 ms',
		'999 ms',
		'1.0 s',
		'10 s',
		'99 s',
		'2 min',
		'120 min',
	]);
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

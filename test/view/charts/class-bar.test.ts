import test from 'ava';
import fc from 'fast-check';
import {blockCharacters} from '../../../source/themes/chart-characters.js';
import {chooseTheme} from '../../../source/themes/choose-theme.js';
import {classBar} from '../../../source/view/charts/class-bar.js';
import {plainText} from '../../../source/view/spans/span.js';
import {forAll} from '../../helpers/for-all.js';
import {plainTheme} from '../../helpers/themes.js';

const theme = chooseTheme({name: 'dark', depth: 24, own: new Map(), chart: blockCharacters}, null);
const {fill} = theme;

function bar(second: number, third: number, fourth: number, fifth: number, given = theme) {
	return classBar(Float64Array.of(0, 0, second, third, fourth, fifth), 12, given);
}

/** Returns the class of a colour. */
function classOf(color: string | undefined): number {
	return [0, 1, 2, 3, 4, 5].findLast(one => fill[String(one)]?.color === color) ?? -1;
}

test('5xx are first, and a cell has two classes in eighths', t => {
	const spans = bar(11, 0, 0, 1);
	t.is(plainText({spans}), '████████████');
	t.deepEqual(
		spans.map(({style}) => classOf(style?.color)),
		[5, ...Array.from({length: 11}, () => 2)],
	);
	// 12 cells of 8 eighths: 24 requests have 4 eighths each.
	const [first, second, third] = bar(21, 0, 0, 3);
	t.deepEqual(
		[first?.text, classOf(first?.style?.color), first?.style?.backgroundColor],
		['█', 5, undefined],
	);
	t.deepEqual([second?.text, classOf(second?.style?.color)], ['▌', 5]);
	t.is(classOf(second?.style?.backgroundColor), 2);
	t.is(classOf(third?.style?.color), 2);
});

test('a single 5xx is visible among any number of requests, and only a 5xx', t => {
	const [first, ...others] = bar(1e9, 0, 0, 1);
	t.is(first?.text, '▏');
	t.is(classOf(first?.style?.color), 5);
	t.is(classOf(first?.style?.backgroundColor), 2);
	t.true(others.every(({style}) => classOf(style?.color) === 2));
	t.true(bar(1e9, 0, 1, 0).every(({style}) => classOf(style?.color) === 2));
});

test('has the given width and all 5xx within an eighth of a cell, with any numbers', t => {
	forAll(200, fc.array(fc.nat(1000), {minLength: 4, maxLength: 4}), ([a = 0, b = 0, c = 0, d = 0]) => {
		const total = a + b + c + d;
		const spans = bar(a, b, c, d);
		t.is(plainText({spans}).length, total === 0 ? 0 : 12);
		const eighths = spans
			.filter(({style}) => classOf(style?.color) === 5)
			.reduce((sum, {text}) => sum + '▏▎▍▌▋▊▉█'.indexOf(text) + 1, 0);
		t.true(Math.abs(eighths - (total === 0 ? 0 : (96 * d) / total)) <= 1.5);
	});
});

test('without colours, a cell has the shade of one class', t => {
	t.is(plainText({spans: bar(9, 1, 1, 1, plainTheme)}), '█▓▒░░░░░░░░░');
	t.is(plainText({spans: bar(1000, 0, 0, 1, plainTheme)}), '▁░░░░░░░░░░░');
});

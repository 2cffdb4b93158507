import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {fitWidth} from '../../source/format/fit-width.js';
import {sanitise} from '../../source/format/sanitise.js';
import {anyText} from '../helpers/any-text.js';
import {forAll} from '../helpers/for-all.js';
import {timeOf} from '../helpers/time-of.js';

const cases: ReadonlyArray<readonly [text: string, width: number, shown: string]> = [
	['/en/', 6, '/en/  '],
	['/en/', 4, '/en/'],
	['/en/shoes', 4, '/en…'],
	['/en/', 1, '…'],
	['', 3, '   '],
	['/en/', 0, ''],
	['/en/', -5, ''],
	['日本語', 6, '日本語'],
	['日本語', 5, '日本…'],
	['日本語', 4, '日… '],
	['日本語', 1, '…'],
	['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
	['e\u0301e\u0301', 2, 'e\u0301e\u0301'],
	['über', 6, 'über  '],
];

for (const [text, width, shown] of cases) {
	test(`${JSON.stringify(text)} in ${width}`, t => {
		t.is(fitWidth(text, width), shown);
	});
}

test('the width is exact, and text that fits is complete', t => {
	forAll(200, anyText({maxLength: 60}), fc.integer({min: 0, max: 40}), (given, width) => {
		const text = sanitise(given);
		const shown = fitWidth(text, width);
		t.is(stringWidth(shown), width);
		t.is(shown.startsWith(text), stringWidth(text) <= width || text === '');
	});
});

test('hostile 10: sixteen megabytes are cut at once', t => {
	for (const unit of ['a', 'é', '日', 'e\u0301\u0302\u0303', '😀']) {
		const text = unit.repeat(16_000_000 / unit.length);
		const time = timeOf(() => t.is(stringWidth(fitWidth(text, 200)), 200), 250);
		t.true(time < 250, `${unit}: ${time} ms`);
	}
});

import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {columns} from '../../source/fields/fields.js';
import {fitCell, fitHeader} from '../../source/format/fit-cell.js';
import {sanitise} from '../../source/format/sanitise.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';

for (const [column, text, width, shift, shown] of [
	['url', '/en/kitchen/', 8, 0, '/en/kit…'],
	['url', '/en/kitchen/', 8, 4, '…itchen/'],
	['url', '/en/kitchen/table', 8, 4, '…itchen…'],
	['url', '/en/', 8, 4, '…       '],
	['url', '', 8, 4, '        '],
	['url', 'n/a', 8, 4, 'n/a     '],
	['url', '/日本語の道', 6, 1, '… 本… '],
	['bytes', '66 kB', 9, 0, '    66 kB'],
	['bytes', 'n/a', 9, 0, '      n/a'],
	['time', '5 Nov 2026 9:00:07', 18, 0, '5 Nov 2026 9:00:07'],
	['time', '5 Nov 2026 9:00:07', 17, 0, '9:00:07          '],
	['time', '5 Nov 2026 9:00:07 !', 8, 0, '9:00:07!'],
	['time', '5 Nov 2026 9:00:07 !', 9, 0, '9:00:07 !'],
	['time', '~5 Nov 2026 9:00:07', 20, 0, '~5 Nov 2026 9:00:07 '],
	['time', '~5 Nov 2026 9:00:07', 17, 0, '~9:00:07         '],
	['time', '~5 Nov 2026 9:00:07 !', 9, 0, '~9:00:07!'],
	['time', 'n/a', 8, 0, 'n/a     '],
	['file', '/var/log/nginx/access.log', 12, 0, '…/access.log'],
	['agent', 'Mozilla/5.0 (X11; Linux) (compatible; Googlebot/2.1)', 30, 0, '…Googlebot/2.1)               '],
	['agent', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 30, 0, '…Googlebot/2.1)               '],
] as const) {
	test(`${column} of ${width}, from ${shift}: ${text}`, t => {
		t.is(fitCell(column, text, width, shift), shown);
	});
}

test('the header of a scrolled column shows its offset', t => {
	t.is(fitHeader('url', 'URL', 14), 'URL           ');
	t.is(fitHeader('url', 'URL', 14, 24), 'URL from 25   ');
	t.is(fitHeader('bytes', 'Bytes', 9), '    Bytes');
	t.is(fitHeader('time', 'Time', 3), 'Ti…');
});

test('a cell has exactly the width of its column, and a scrolled one shows the rest of the text', t => {
	forAll(
		100,
		fc.constantFrom(...columns),
		nastyText,
		fc.integer({min: 1, max: 60}),
		fc.nat({max: 80}),
		(column, given, width, shift) => {
			const text = sanitise(given);
			const shown = fitCell(column, text, width, shift);
			t.is(stringWidth(shown, {countAnsiEscapeCodes: true}), width);
			if (shift > 0 && shown.trim().startsWith('…') && !shown.trim().slice(1).includes('…')) {
				t.true(text.endsWith(shown.trim().slice(1).trimStart()));
			}
		},
	);
});

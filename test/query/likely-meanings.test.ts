import test from 'ava';
import fc from 'fast-check';
import {likelyMeanings} from '../../source/query/likely-meanings.js';
import {nastyText} from '../helpers/nasty-text.js';

for (const [text, ...told] of [
	[
		'status:404 or status:500',
		'Looked for URLs with “or”; for alternatives write OR, or list them: status:404,500',
	],
	['a And b', 'Looked for URLs with “And”; leave it out: terms side by side must all hold'],
	['not ip:203.0.113.9', 'Looked for URLs with “not”; to exclude: -ip:203.0.113.9'],
	['a not', 'Looked for URLs with “not”; to exclude: -ip:203.0.113.9'],
	['4xx', 'Looked for URLs with “4xx”: did you mean status:4xx?'],
	['(404 OR 404)', 'Looked for URLs with “404”: did you mean status:404?'],
	['-POST', 'Looked for URLs with “POST”: did you mean method:POST?'],
	['10.0.0.0/8', 'Looked for URLs with “10.0.0.0/8”: did you mean ip:10.0.0.0/8?'],
	['15m', 'Looked for URLs with “15m”: did you mean since:15m?'],
	['2026-11-20', 'Looked for URLs with “2026-11-20”: did you mean on:2026-11-20?'],
] as const) {
	test(`what may be meant: ${text}`, t => {
		t.deepEqual(likelyMeanings(text), told);
	});
}

test('nothing is said of what is meant as it stands', t => {
	for (const text of [
		'',
		'"or"',
		'url:not',
		'=404',
		'status:404 OR status:500',
		'404,500',
		'shop',
		'status:(',
	]) {
		t.deepEqual(likelyMeanings(text), [], text);
	}
});

test('any text can be asked about', t => {
	fc.assert(fc.property(nastyText, text => t.true(Array.isArray(likelyMeanings(text)))));
});

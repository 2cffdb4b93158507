import test from 'ava';
import fc from 'fast-check';
import {likelyMeanings, writtenMeanings} from '../../../source/query/suggestions/likely-meanings.js';
import {nastyText} from '../../helpers/nasty-text.js';

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
	['status=404,500', 'Looked for URLs with “status=404,500”: did you mean status:404,500?'],
	['status:404 status:5xx', 'No status is 404 and 5xx · one of them: status:404,5xx'],
	['status:4', 'Looked for the status 4 itself: did you mean status:4xx?'],
	['shop -status:404,50', 'Looked for the status 50 itself: did you mean status:50x?'],
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
		'status:0',
		'status:>=4',
		'status:6',
		'p=2',
		'since=never',
		'status:404 status:4xx',
		'status:404 -status:500',
		'status:404 (status:500 OR shop)',
		'status:404 OR shop status:500',
	]) {
		t.deepEqual(likelyMeanings(text), [], text);
		t.deepEqual(writtenMeanings(text), [], text);
	}
});

test('what is being written is told in few words', t => {
	t.deepEqual(writtenMeanings('404 shop -POST 404'), [
		'404 is looked for in URLs · status:404 for the status',
		'POST is looked for in URLs · method:POST for the method',
	]);
	t.deepEqual(writtenMeanings('Status=404'), [
		'Status=404 is looked for in URLs · status:404 for the status',
	]);
	t.deepEqual(writtenMeanings('a status:500 status:404,403'), [
		'no status is 500 and 404,403 · one of them: status:500,404,403',
	]);
});

test('any text can be asked about', t => {
	fc.assert(
		fc.property(nastyText, text =>
			t.true(Array.isArray([...likelyMeanings(text), ...writtenMeanings(text)])),
		),
	);
});

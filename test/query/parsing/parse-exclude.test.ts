import test from 'ava';
import {calendarIn} from '../../../source/format/calendar.js';
import {parseExclude} from '../../../source/query/parsing/parse-exclude.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {QueryError} from '../../../source/query/query-error.js';
import {start} from '../../helpers/entry.js';

const calendar = calendarIn('utc', start);

for (const text of [
	'',
	'-url:/health,/ready',
	'-bot:yes !ip:10.0.0.0/8',
	'-(url:/a status:200)',
	'-on:today',
]) {
	test(`an exclude may be “${text}”`, t => {
		t.deepEqual(parseExclude(text, calendar), parseQuery(text, calendar));
	});
}

for (const [text, message, part] of [
	['url:/health', 'write -url:/health to hide these requests', 'url:/health'],
	['-bot:yes url:/a -url:/b', 'write -url:/a to hide these requests', 'url:/a'],
	['-url:/a (url:/b OR url:/c)', 'write -(url:/b OR url:/c) to hide these requests', '(url:/b OR url:/c)'],
	['-url:/a OR -url:/b', 'write one term after the other, without OR', '-url:/a OR -url:/b'],
] as const) {
	test(`refuses the exclude “${text}”`, t => {
		const error = t.throws(() => parseExclude(text, calendar), {
			instanceOf: QueryError,
			message: `each term of an exclude begins with -: ${message}`,
		});
		t.is(text.slice(error?.start, error?.end), part);
	});
}

test('refuses a moving period, and anything that a search refuses', t => {
	t.throws(() => parseExclude('-since:5m', calendar), {
		message: 'an exclude can’t have a period that moves: search for the period instead',
	});
	t.throws(() => parseExclude('-status:x', calendar), {instanceOf: QueryError});
});

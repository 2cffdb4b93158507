import test from 'ava';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../../source/query/parsing/time-period.js';
import {QueryError} from '../../../source/query/query-error.js';
import {isUnfinished} from '../../../source/query/suggestions/is-unfinished.js';

function isRight(text: string): boolean {
	try {
		parseQuery(text, anyCalendar);
		return true;
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		return false;
	}
}

for (const text of [
	'@',
	'@ten',
	'-@ten',
	'status:404 (@ten',
	'@tenant:',
	'@ctx.',
	'@"',
	'@"a b',
	'@"a b"',
	'@took:>',
	'@took:>2.',
	'@cs:"a',
	'line:',
	'line:"a b',
]) {
	test(`${text} is the beginning of a search`, t => {
		t.false(isRight(text));
		t.true(isUnfinished(text, isRight));
	});
}

for (const text of ['@tenant acme', '@:x', '@took:>fast', '@tenant: ', 'foo:', 'line:""']) {
	test(`${text} is invalid with any continuation`, t => {
		t.false(isUnfinished(text, isRight));
	});
}

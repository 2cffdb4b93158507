import test from 'ava';
import {type Expression, rolls} from '../../source/query/expression.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {onlyPeriod, periodOf} from '../../source/query/period-of.js';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 5, 9);
function read(text: string): Expression {
	return parseQuery(text, {now, zoneAt: () => 0}).expression;
}

test('returns the period of a search', t => {
	const of = (text: string) => periodOf(read(text), now);
	t.deepEqual(of('status:404'), {from: null, until: null, rolls: false});
	t.deepEqual(of('since:15m status:404'), {from: now - 900_000, until: null, rolls: true});
	t.deepEqual(of('since:2026-11-04 since:8:00 until:9:00'), {from: now - hour, until: now - 1, rolls: false});
	t.deepEqual(of('since:15m OR status:404'), {from: null, until: null, rolls: false});
	t.deepEqual(of('-since:15m'), {from: null, until: null, rolls: false});
});

test('keeps only the period of a search', t => {
	const of = (text: string) => {
		const {expression} = onlyPeriod({text, expression: read(text)});
		return expression;
	};
	t.deepEqual(of('since:15m status:404 until:9:00 -since:5m'), read('since:15m until:9:00'));
	t.deepEqual(of('since:15m OR status:404'), read(''));
	t.deepEqual(of('/en/'), read(''));
});

test('matches change over time if any term is relative to the current time', t => {
	for (const text of ['since:15m', 'until:15m', 'status:404 -since:1h', 'since:1d OR status:404']) {
		t.true(rolls(read(text)), text);
	}
	for (const text of ['', 'status:404', 'since:9:00', 'on:2026-11-04 OR /en/']) {
		t.false(rolls(read(text)), text);
	}
});

import test from 'ava';
import {keptDays} from '../../../../source/fleet/clickhouse/schema.js';
import {dayOf, LogNotices} from '../../../../source/fleet/ship/chunks/log-notices.js';

function noticesOf() {
	const said: string[] = [];
	return {said, notices: new LogNotices(text => said.push(text))};
}

test('reports once that lines will soon be deleted', t => {
	const {said, notices} = noticesOf();
	const today = dayOf(Date.now());
	notices.day(today);
	notices.day(today - keptDays + 1);
	t.deepEqual(said, []);
	notices.day(today - keptDays - 2);
	notices.day(0);
	t.is(said.length, 1);
	t.regex(said[0] ?? '', new RegExp(`^has lines older than ${keptDays} days`));
});

test('reports each hole with its own size', t => {
	const {said, notices} = noticesOf();
	for (const count of [0, 7, 7, 10]) {
		notices.skipped(count);
	}
	t.deepEqual(
		said.map(text => /hole of (\d+) NULs/.exec(text)?.[1]),
		['7', '3'],
	);
});

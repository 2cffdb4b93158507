import test from 'ava';
import {keptDays} from '../../../source/clickhouse/schema.js';
import {dayOf, LogRemarks} from '../../../source/ship/chunks/log-remarks.js';

const remarksOf = () => {
	const said: string[] = [];
	return {said, remarks: new LogRemarks(text => said.push(text))};
};

test('lines that are deleted soon are told of once', t => {
	const {said, remarks} = remarksOf();
	const today = dayOf(Date.now());
	remarks.day(today);
	remarks.day(today - keptDays + 1);
	t.deepEqual(said, []);
	remarks.day(today - keptDays - 2);
	remarks.day(0);
	t.is(said.length, 1);
	t.regex(said[0] ?? '', new RegExp(`^has lines of more than ${keptDays} days ago`));
});

test('each hole is told of with its own size', t => {
	const {said, remarks} = remarksOf();
	for (const count of [0, 7, 7, 10]) {
		remarks.skipped(count);
	}
	t.deepEqual(
		said.map(text => /hole of (\d+) NULs/.exec(text)?.[1]),
		['7', '3'],
	);
});

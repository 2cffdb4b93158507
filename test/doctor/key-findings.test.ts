import test from 'ava';
import {keyFindings} from '../../source/doctor/doctor.js';

test('reports commands that lost a key, and warns about commands without any', t => {
	t.deepEqual(keyFindings(new Map()), []);
	t.deepEqual(keyFindings(new Map([['quit', ['x', 'Q']]])), [
		{
			state: 'warning',
			subject: 'keys',
			text: "x is quit's now, and columns has no key left",
			advice: 'give it one in the config, "keys": {"columns": …}; or [] for no key',
		},
	]);
	t.deepEqual(keyFindings(new Map([['search', ['k', 'pagedown']]])), [
		{state: 'ok', subject: 'keys', text: "k is search's now; row-up still has ↑"},
		{
			state: 'warning',
			subject: 'keys',
			text: "PgDn is search's now, and page-down-key has no key left",
			advice: 'give it one in the config, "keys": {"page-down-key": …}; or [] for no key',
		},
	]);
});

test('commands with user keys, or with an empty list of keys, have lost no keys', t => {
	t.deepEqual(
		keyFindings(
			new Map([
				['quit', ['x']],
				['columns', []],
				['help', ['h', '?']],
			]),
		),
		[],
	);
});

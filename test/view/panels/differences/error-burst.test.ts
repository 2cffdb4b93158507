import test from 'ava';
import {errorBurst} from '../../../../source/view/panels/differences/error-burst.js';

/** Returns the burst in 100 columns, given the failures and the other requests of each. */
function burstIn(failures: (column: number) => number, others: (column: number) => number = () => 100) {
	const none = new Float64Array(100);
	const counts = (of: (column: number) => number): Float64Array => none.map((_, column) => of(column));
	return errorBurst([none, none, counts(others), none, none, counts(failures)]);
}

test('most of the failures in 10 % of the time are a burst, together with the adjacent columns', t => {
	const failures = (column: number): number => (column < 40 || column > 45 ? 1 : column === 40 ? 10 : 30);
	t.deepEqual(burstIn(failures), {first: 40, end: 46, n: 160, all: 254});
	t.deepEqual(
		burstIn(column => (column > 97 ? 50 : 0)),
		{first: 98, end: 100, n: 100, all: 100},
	);
	t.deepEqual(
		burstIn(column => (column === 0 ? 50 : 0)),
		{first: 0, end: 1, n: 50, all: 50},
	);
});

test('failures that grow with the traffic aren’t a burst', t => {
	t.is(
		burstIn(() => 10),
		null,
	);
	t.is(
		burstIn(() => 0),
		null,
	);
	t.is(
		burstIn(column => Math.round(50 + 50 * Math.sin(column / 10))),
		null,
		'day and night',
	);
	const mostNow = (column: number): number => (column > 90 ? 1000 : 1);
	t.is(
		burstIn(column => mostNow(column) / 10, mostNow),
		null,
		'a log with most of its requests today',
	);
	t.is(
		burstIn(column => (column === 50 ? 20 : 0)),
		null,
		'few failures',
	);
});

import test from 'ava';
import {Rate, statusText} from '../../../../source/fleet/ship/status/ship-report.js';

const state = {lag: 12_400_000, rows: 1_203_000, unread: 0, lost: 0, unfinished: 0, rate: 153_200.6};

test('the status shows lag, rate, rows and the problem', t => {
	t.is(statusText({...state, problem: undefined}), 'lag 12 MB · 153,201 rows/s · 1,203,000 rows shipped');
	t.is(
		statusText({...state, rows: 1, unread: 3, lost: 2000, problem: 'nothing answers'}),
		'lag 12 MB · 153,201 rows/s · 1 row shipped · 3 lines not recognised · 2.0 kB lost · waiting: nothing answers',
	);
});

test('the rate covers the last seconds', t => {
	const rate = new Rate(1000);
	t.is(rate.next(0, 0), 0);
	t.is(rate.next(500, 500), 1000);
	t.is(rate.next(500, 1000), 500);
	t.is(rate.next(500, 2000), 0);
});

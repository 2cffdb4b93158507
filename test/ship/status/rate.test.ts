import test from 'ava';
import {Rate} from '../../../source/ship/status/rate.js';

test('the rate is that of the last seconds', t => {
	const rate = new Rate(1000);
	t.is(rate.next(0, 0), 0);
	t.is(rate.next(500, 500), 1000);
	t.is(rate.next(500, 1000), 500);
	t.is(rate.next(500, 2000), 0);
});

import test from 'ava';
import {readingPace} from '../../../../source/view/panels/timeline/reading-pace.js';

test('the time left follows from the bytes read since the first call', t => {
	const pace = readingPace();
	t.is(pace.secondsLeft({read: 100, total: 1000}, 0), null);
	t.is(pace.secondsLeft({read: 200, total: 1000}, 400), null, 'too soon');
	t.is(pace.secondsLeft({read: 200, total: 1000}, 1000), 8);
	t.is(pace.secondsLeft({read: 999, total: 1000}, 1500), 1);
	t.is(pace.secondsLeft(null, 2000), null);
});

test('the time left is measured again when files are added, and is unknown while no file is read', t => {
	const pace = readingPace();
	t.is(pace.secondsLeft({read: 0, total: 1000}, 0), null);
	t.is(pace.secondsLeft({read: 500, total: 1000}, 1000), 1);
	t.is(pace.secondsLeft({read: 500, total: 9000}, 2000), null);
	t.is(pace.secondsLeft({read: 500, total: 9000}, 4000), null);
	t.is(pace.secondsLeft({read: 1500, total: 9000}, 4000), 15);
	t.is(pace.secondsLeft({read: 2000, total: 9000}, 1000), null, 'the clock was set back');
});

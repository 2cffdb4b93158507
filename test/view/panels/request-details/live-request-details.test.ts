import test from 'ava';
import {ageTicker} from '../../../../source/view/panels/request-details/live-request-details.js';
import {fakeClock} from '../../../helpers/fake-clock.js';

const day = 86_400_000;

/** Number of callbacks in `seconds`. Like a screen that is redrawn, each callback watches the time again. */
function calls(age: number | null, seconds: number): number {
	const clock = fakeClock(100 * day);
	const time = age === null ? null : clock.now() - age;
	let changes = 0;
	const ticker = ageTicker(clock, () => {
		changes++;
		ticker.watch(time);
	});
	ticker.watch(time);
	for (let n = 0; n < seconds; n++) {
		clock.pass(1000);
	}
	ticker.close();
	clock.pass(day);
	return changes;
}

test('ticks every second while the age is in seconds, then only when its wording changes', t => {
	t.is(calls(0, 30), 30);
	t.is(calls(3 * day, 3000), 0);
	t.true(calls(10 * 60_000, 600) <= 11);
	t.true(calls(10 * 60_000, 600) >= 9);
});

test('never ticks for a null time', t => {
	t.is(calls(null, 100), 0);
});

test('forgets the previous time when it watches a different one', t => {
	const clock = fakeClock(100 * day);
	let changes = 0;
	const ticker = ageTicker(clock, () => changes++);
	ticker.watch(clock.now() - 5000);
	ticker.watch(clock.now() - 3 * day);
	clock.pass(1000);
	clock.pass(1000);
	t.is(changes, 0);
});

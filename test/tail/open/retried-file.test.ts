// Runs alone: it replaces performance.now.
import test from 'ava';
import {BackOff} from '../../../source/tail/open/retried-file.js';

let now = 0;
performance.now = () => now;

/** Fails at every permitted attempt within `duration` ms. Returns the pauses between the attempts. */
function pausesOf(backOff: BackOff, duration: number): readonly number[] {
	const attempts: number[] = [];
	const end = now + duration;
	for (; now < end; now++) {
		if (!backOff.isPausing) {
			attempts.push(now);
			backOff.failed();
		}
	}
	return attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
}

test('fault 33: each pause is twice as long as the previous one, up to 32 times the first', t => {
	const backOff = new BackOff(10);
	t.false(backOff.isPausing);
	t.false(backOff.isFailing);
	t.deepEqual(pausesOf(backOff, 1700), [10, 20, 40, 80, 160, 320, 320, 320, 320]);
	t.true(backOff.isFailing);
});

test('fault 33: several failures at one attempt count once', t => {
	const backOff = new BackOff(10);
	backOff.failed();
	backOff.failed();
	backOff.failed();
	now += 10;
	t.false(backOff.isPausing);
	backOff.failed();
	now += 19;
	t.true(backOff.isPausing);
	now += 1;
	t.false(backOff.isPausing);
});

test('fault 33: a success resets the pauses', t => {
	const backOff = new BackOff(10);
	pausesOf(backOff, 500);
	backOff.succeeded();
	t.false(backOff.isPausing);
	t.false(backOff.isFailing);
	t.deepEqual(pausesOf(backOff, 100), [10, 20, 40]);
});

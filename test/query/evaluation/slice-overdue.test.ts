import test from 'ava';
import {endIfOverdue, inTime, Overdue} from '../../../source/query/evaluation/slice.js';

function waste(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() <= end) {
		// Busy-wait.
	}
}

test('aborts slow work after a string, and continues with the next string', t => {
	const asked: number[] = [];
	const askAll = (): string => {
		for (let text = asked.length; text < 3; text++) {
			waste(10);
			asked.push(text);
			endIfOverdue();
		}
		return 'done';
	};
	for (const known of [1, 2, 3]) {
		t.throws(() => inTime(askAll), {instanceOf: Overdue});
		t.is(asked.length, known);
	}
	t.is(inTime(askAll), 'done');
});

test('never aborts work without a time limit, even after limited work was aborted', t => {
	t.throws(() =>
		inTime(() => {
			waste(10);
			endIfOverdue();
		}),
	);
	waste(10);
	t.notThrows(endIfOverdue);
	t.is(
		inTime(() => 1),
		1,
	);
	t.notThrows(endIfOverdue);
});

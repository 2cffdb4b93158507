import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import {TaskLimit} from '../../../source/tail/files/task-limit.js';

test('runs no more tasks at once than allowed, in order, also after a task has failed', async t => {
	const limit = new TaskLimit(2);
	const began: number[] = [];
	let running = 0;
	let max = 0;
	const results = await Promise.allSettled(
		Array.from({length: 9}, (_, index) =>
			limit.run(async () => {
				began.push(index);
				max = Math.max(max, ++running);
				await setImmediate();
				running--;
				if (index % 3 === 1) {
					throw new Error('failed');
				}
				return index;
			}),
		),
	);
	t.is(max, 2);
	t.deepEqual(began, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
	t.deepEqual(
		results.map(result => (result.status === 'fulfilled' ? result.value : 'failed')),
		[0, 'failed', 2, 3, 'failed', 5, 6, 'failed', 8],
	);
});

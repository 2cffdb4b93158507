import test from 'ava';
import {WorkLoop} from '../../source/store/work-loop.js';
import {settle} from '../helpers/settle.js';
import {waitFor} from '../helpers/wait-for.js';

/** A loop with this number of work items, and its results. */
function scene(pieces: number, {isStuck = false} = {}) {
	const done = {left: pieces, steps: 0, changes: 0, isStuck, error: undefined as unknown};
	const loop = new WorkLoop({
		async step() {
			done.steps++;
			if (done.left < 0) {
				throw new Error('a mistake');
			}
			done.left--;
			return done.left >= 0;
		},
		isStuck: () => done.isStuck,
		changed() {
			done.changes++;
		},
		failed(error) {
			done.error = error;
		},
	});
	return {loop, done};
}

test('does nothing before the start, then all available work', async t => {
	const {loop, done} = scene(3);
	loop.wake();
	await settle();
	t.is(done.steps, 0);
	loop.start();
	await loop.idle();
	t.like(done, {steps: 4, changes: 4});
});

test('does work that arrives during a step', async t => {
	const done: string[] = [];
	const waiting = ['first'];
	const loop = new WorkLoop({
		async step() {
			const piece = waiting.shift();
			if (piece !== undefined) {
				done.push(piece);
			} else if (done.length === 1) {
				waiting.push('second');
				loop.wake();
			}
			return piece !== undefined;
		},
		isStuck: () => false,
		changed() {},
		failed: error => t.fail(String(error)),
	});
	loop.start();
	await loop.idle();
	t.deepEqual(done, ['first', 'second']);
});

test('retries stuck work until the end', async t => {
	const {loop, done} = scene(0, {isStuck: true});
	loop.start();
	await loop.idle();
	t.is(done.steps, 1);
	done.left = 1;
	await waitFor(() => done.left <= 0);
	await loop.end();
	const {steps, changes} = done;
	loop.start();
	loop.wake();
	await loop.idle();
	t.like(done, {steps, changes});
});

test('an error ends the loop', async t => {
	const {loop, done} = scene(0);
	loop.start();
	await loop.idle();
	loop.wake();
	await loop.idle();
	t.is(String(done.error), 'Error: a mistake');
	const {steps} = done;
	loop.wake();
	await loop.idle();
	t.is(done.steps, steps);
});

test('no step runs while a task holds the work', async t => {
	const {loop, done} = scene(3);
	let finish = (): void => {};
	const first = loop.hold(() => new Promise<void>(resolve => (finish = resolve)));
	const second = loop.hold(async () => done.steps);
	let hasTurned = false;
	const turning = loop.turn().then(() => {
		hasTurned = true;
	});
	loop.start();
	t.is(await second, 0);
	await settle();
	t.like(done, {steps: 0});
	t.false(hasTurned);
	finish();
	await first;
	await turning;
	await loop.idle();
	t.like(done, {left: -1, steps: 4});
});

test('a task that fails stops holding the work, and a held loop can end', async t => {
	const {loop, done} = scene(3);
	await t.throwsAsync(
		loop.hold(async () => {
			throw new Error('no answer');
		}),
		{message: 'no answer'},
	);
	loop.start();
	await loop.idle();
	t.is(done.steps, 4);
	await loop.end();
});

test("a step that doesn't answer delays a task only briefly, and a step that fails doesn't make the task fail", async t => {
	let fail = (_error: Error): void => {};
	const loop = new WorkLoop({
		step: () =>
			new Promise((_resolve, reject) => {
				fail = reject;
			}),
		isStuck: () => false,
		changed() {},
		failed() {},
	});
	loop.start();
	await settle();
	t.is(await loop.hold(async () => 'answered'), 'answered');
	fail(new Error('no such disk'));
	await loop.idle();
	t.is(await loop.hold(async () => 'answered again'), 'answered again');
});

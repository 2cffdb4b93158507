import {setImmediate as nextTurn} from 'node:timers/promises';
import test from 'ava';
import {ChangeSignal} from '../../source/store/change-signal.js';

test('notifies listeners in a later turn, once for many changes', async t => {
	const signal = new ChangeSignal();
	let calls = 0;
	signal.subscribe(() => calls++);
	signal.changed();
	signal.changed();
	await Promise.resolve();
	t.is(calls, 0);
	await nextTurn();
	t.is(calls, 1);
	signal.changed();
	await nextTurn();
	t.is(calls, 2);
});

test('notifies again after changes during a notification', async t => {
	const signal = new ChangeSignal();
	let calls = 0;
	signal.subscribe(() => {
		if (++calls === 1) {
			signal.changed();
		}
	});
	signal.changed();
	await nextTurn();
	await nextTurn();
	t.is(calls, 2);
});

test('notifies a listener subscribed twice twice, and unsubscribes it once', async t => {
	const signal = new ChangeSignal();
	let calls = 0;
	const listener = (): void => void calls++;
	const end = signal.subscribe(listener);
	signal.subscribe(listener);
	signal.changed();
	await nextTurn();
	t.is(calls, 2);
	end();
	end();
	signal.changed();
	await nextTurn();
	t.is(calls, 3);
});

test("doesn't notify a listener that unsubscribed before", async t => {
	const signal = new ChangeSignal();
	let calls = 0;
	const end = signal.subscribe(() => t.fail());
	signal.subscribe(() => calls++);
	signal.changed();
	end();
	await nextTurn();
	t.is(calls, 1);
});

test('next() resolves at the next change', async t => {
	const signal = new ChangeSignal();
	let isOver = false;
	const next = signal.next().then(() => {
		isOver = true;
	});
	await nextTurn();
	t.false(isOver);
	signal.changed();
	await next;
	t.true(isOver);
});

test('next() rejects when aborted, before or during the wait', async t => {
	const signal = new ChangeSignal();
	const reason = new Error('enough');
	t.is(await t.throwsAsync(signal.next(AbortSignal.abort(reason))), reason);
	const controller = new AbortController();
	const next = signal.next(controller.signal);
	controller.abort(reason);
	t.is(await t.throwsAsync(next), reason);
	signal.changed();
	await t.notThrowsAsync(nextTurn());
});

test('next() leaves no listener on the abort signal', async t => {
	const signal = new ChangeSignal();
	const controller = new AbortController();
	const removed: string[] = [];
	const {removeEventListener} = controller.signal;
	controller.signal.removeEventListener = (type: string, ...rest: [never]) => {
		removed.push(type);
		removeEventListener.call(controller.signal, type, ...rest);
	};
	const next = signal.next(controller.signal);
	signal.changed();
	await next;
	t.deepEqual(removed, ['abort']);
});

test('close() resolves pending waits and removes all listeners', async t => {
	const signal = new ChangeSignal();
	let calls = 0;
	signal.subscribe(() => {
		calls++;
	});
	const next = signal.next();
	signal.changed();
	signal.close();
	await next;
	await nextTurn();
	t.is(calls, 0);
});

import test from 'ava';
import {calendarIn} from '../../../source/format/calendar.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {everything} from '../../../source/query/query.js';
import {liveAnswer, type Question} from '../../../source/view/state/live-answer.js';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {settle} from '../../helpers/settle.js';

type Asked = Question & {readonly n: number};

function scene(takes = 0, rest?: number | ((answer: string) => number)) {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock, entry(1));
	const signals: AbortSignal[] = [];
	let changes = 0;
	const live = liveAnswer<Asked, string>({
		store,
		clock,
		async answer({query, n}, signal) {
			signals.push(signal);
			const counted = await store.count(query, signal);
			clock.pass(takes);
			return `${n}: ${counted.n}`;
		},
		changed() {
			changes++;
		},
		rest,
	});
	return {
		store,
		clock,
		live,
		signals,
		get changes() {
			return changes;
		},
	};
}

test('answers a question once, even if it is repeated', async t => {
	const {live, signals} = scene();
	t.is(live.answer, null);
	live.ask({query: everything, n: 1});
	live.ask({query: everything, n: 1});
	await settle();
	t.is(live.answer, '1: 1');
	t.is(signals.length, 1);
});

test('queries again half a second after changes of the store, once, and only then', async t => {
	const s = scene();
	s.live.ask({query: everything, n: 1});
	await settle();
	s.store.add(entry(2));
	await settle();
	s.store.add(entry(3));
	await settle();
	await passTime(s.clock, 499);
	t.is(s.live.answer, '1: 1');
	await passTime(s.clock, 1);
	t.is(s.live.answer, '1: 3');
	await passTime(s.clock, 10_000);
	t.is(s.signals.length, 2);
	s.store.add(entry(4));
	await settle();
	t.is(s.live.answer, '1: 4', 'after a quiet time at once');
	t.is(s.changes, 3);
});

test('a slow query uses at most 10 % of the time', async t => {
	const s = scene(300);
	s.live.ask({query: everything, n: 1});
	await settle();
	s.store.add(entry(2));
	await settle();
	await passTime(s.clock, 2999);
	t.is(s.signals.length, 1);
	await passTime(s.clock, 1);
	t.is(s.signals.length, 2);
});

for (const [takes, pause] of [
	[30, 3000],
	[300, 5000],
	[2000, 20_000],
] as const) {
	test(`with a long rest, the pause after an answer that took ${takes} ms is ${pause} ms`, async t => {
		const s = scene(takes, 100);
		s.live.ask({query: everything, n: 1});
		await settle();
		s.store.add(entry(2));
		await settle();
		await passTime(s.clock, pause - 1);
		t.is(s.signals.length, 1);
		await passTime(s.clock, 1);
		t.is(s.signals.length, 2);
	});
}

test('the pause may depend on the answer: a partial one is completed soon', async t => {
	const s = scene(1000, answer => (answer === '1: 1' ? 1 : 10));
	s.live.ask({query: everything, n: 1});
	await settle();
	s.store.add(entry(2));
	await settle();
	await passTime(s.clock, 1000);
	t.is(s.live.answer, '1: 2');
	s.store.add(entry(3));
	await settle();
	await passTime(s.clock, 9999);
	t.is(s.live.answer, '1: 2');
});

test('a new question aborts the previous one, and its answer counts', async t => {
	const {live, store, signals} = scene();
	store.block();
	live.ask({query: everything, n: 1});
	live.ask({query: everything, n: 2});
	t.true(signals[0]?.aborted);
	store.release();
	await settle();
	t.is(live.answer, '2: 1');
	t.is(live.answered?.n, 2);
	t.is(live.problem, null);
});

test('keeps the last answer during a query and after an error', async t => {
	const s = scene();
	s.live.ask({query: everything, n: 1});
	await settle();
	s.store.block();
	s.live.ask({query: everything, n: 2});
	await settle();
	t.is(s.live.answer, '1: 1');
	t.is(s.live.answered?.n, 1);
	s.store.fail(new Error('no connection'));
	s.store.release();
	await settle();
	t.is(s.live.answer, '1: 1');
	t.is(s.live.problem, 'no connection');
	s.store.fail(null);
	await passTime(s.clock, 500);
	t.is(s.live.answer, '2: 1');
	t.is(s.live.problem, null);
});

test("repeats a query relative to the current time, even if the store doesn't change", async t => {
	const s = scene();
	const query = parseQuery('since:1m', calendarIn('utc', start));
	s.live.ask({query, n: 1});
	await settle();
	t.is(s.live.answer, '1: 1');
	for (let passed = 0; passed < 90; passed++) {
		await passTime(s.clock, 1000);
	}
	t.is(s.live.answer, '1: 0');
	s.live.setFrozen(true);
	const asked = s.signals.length;
	await passTime(s.clock, 1000);
	t.true(s.signals.length <= asked + 1);
	await passTime(s.clock, 1000);
	t.true(s.signals.length <= asked + 1);
});

test('while frozen, answers only new questions', async t => {
	const s = scene();
	s.live.ask({query: everything, n: 1});
	await settle();
	s.live.setFrozen(true);
	s.store.add(entry(2));
	await settle();
	await passTime(s.clock, 1000);
	t.is(s.live.answer, '1: 1');
	s.live.ask({query: everything, n: 2});
	await settle();
	t.is(s.live.answer, '2: 2');
	s.store.add(entry(3));
	await settle();
	s.clock.pass(1000);
	s.live.setFrozen(false);
	await settle();
	t.is(s.live.answer, '2: 3');
});

test('after close(), neither queries nor notifies', async t => {
	const s = scene();
	s.store.block();
	s.live.ask({query: everything, n: 1});
	s.live.close();
	t.true(s.signals[0]?.aborted);
	s.store.release();
	s.store.add(entry(2));
	await settle();
	await passTime(s.clock, 1000);
	t.is(s.live.answer, null);
	t.is(s.changes, 0);
	t.is(s.signals.length, 1);
});

test('reports a slow answer to a new question until it arrives', async t => {
	const clock = fakeClock(start);
	let give = (_answer: string): void => {};
	let changes = 0;
	const live = liveAnswer<Asked, string>({
		store: fakeStoreAt(clock),
		clock,
		answer: () =>
			new Promise(resolve => {
				give = resolve;
			}),
		changed() {
			changes++;
		},
	});
	live.ask({query: everything, n: 1});
	clock.pass(299);
	t.false(live.isLate);
	give('one');
	await settle();
	clock.pass(1);
	t.false(live.isLate);
	t.is(changes, 1);
	live.ask({query: everything, n: 2});
	clock.pass(300);
	t.true(live.isLate);
	t.is(live.answer, 'one');
	t.is(changes, 2);
	give('two');
	await settle();
	t.false(live.isLate);
	live.ask({query: everything, n: 3});
	clock.pass(300);
	live.close();
	t.false(live.isLate);
	clock.pass(10_000);
	t.is(changes, 4);
});

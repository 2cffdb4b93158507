import test from 'ava';
import {everything} from '../../../source/query/query.js';
import type {StoreStatus} from '../../../source/store/store.js';
import {liveAnswer} from '../../../source/view/state/live-answer.js';
import {Snapshots} from '../../../source/view/state/snapshots.js';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {settle} from '../../helpers/settle.js';

/** A listing and another part of the screen over a store. Each shown answer is recorded as `count/answer of the part`. */
function scene(status: Partial<StoreStatus>) {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock, entry(1));
	store.setStatus(status);
	const held: number[] = [];
	let isHeld = false;
	const together = async <Answer>(queries: () => Promise<Answer>): Promise<Answer> => {
		isHeld = true;
		try {
			return await queries();
		} finally {
			isHeld = false;
		}
	};
	let hurries = 0;
	const snapshots = new Snapshots({...store, together}, clock, () => {
		hurries++;
	});
	const live = liveAnswer<{readonly query: typeof everything}, number>({
		store,
		clock,
		snapshots,
		async answer({query}, signal) {
			held.push(Number(isHeld));
			return (await store.count(query, signal)).n;
		},
		changed() {},
	});
	let shown: number | null = null;
	const refresh = (): Promise<void> =>
		snapshots.take(
			async () => ({count: await store.count(everything), status: store.status()}),
			({count}) => {
				shown = count.n;
			},
		);
	return {
		...{store, clock, snapshots, live, refresh, held},
		get hurries() {
			return hurries;
		},
		get shown() {
			return `${shown}/${live.answer}`;
		},
	};
}

const reading = {indexing: {read: 1, total: 10}};

test('while logs are read, a new question refreshes the listing and is answered together with it', async t => {
	const s = scene(reading);
	s.live.ask({query: everything});
	await settle();
	t.is(s.hurries, 1);
	t.is(s.shown, 'null/null');
	await s.refresh();
	t.is(s.shown, '1/1');
	t.deepEqual(s.held, [1]);
});

test('while logs are read, the parts of the screen change only with the listing', async t => {
	const s = scene(reading);
	s.live.ask({query: everything});
	await s.refresh();
	s.store.addPast(entry(2));
	await settle();
	await passTime(s.clock, 10_000);
	t.is(s.shown, '1/1');
	await s.refresh();
	t.is(s.shown, '2/2');
});

test('everything is counted again when reading ends; then each part queries at its own pace', async t => {
	const s = scene(reading);
	s.live.ask({query: everything});
	await s.refresh();
	s.store.addPast(entry(2));
	s.store.setStatus({indexing: null});
	await s.refresh();
	t.is(s.shown, '2/2');
	t.false(s.snapshots.isLed);
	s.store.add(entry(3));
	await settle();
	await passTime(s.clock, 1000);
	t.is(s.shown, '2/3');
});

test('a pipe that is read at full speed is like a log that is read', async t => {
	const s = scene({});
	s.live.ask({query: everything});
	await s.refresh();
	t.false(s.snapshots.isLed);
	s.store.add(...Array.from({length: 6000}, (_, n) => entry(n + 2)));
	await s.refresh();
	t.is(s.shown, '6001/6001');
	t.true(s.snapshots.isLed);
	await s.refresh();
	t.false(s.snapshots.isLed);
	s.store.setStatus({lag: 1e6});
	s.store.add(entry(7000));
	await s.refresh();
	t.is(s.shown, '6002/6002');
});

test('a frozen part keeps its answer, a closed one does not query', async t => {
	const s = scene(reading);
	s.live.ask({query: everything});
	await s.refresh();
	s.live.setFrozen(true);
	s.store.addPast(entry(2));
	await s.refresh();
	t.is(s.shown, '2/1');
	s.live.setFrozen(false);
	await s.refresh();
	t.is(s.shown, '2/2');
	s.live.close();
	s.store.addPast(entry(3));
	await s.refresh();
	t.is(s.shown, '3/2');
});

test('snapshots take at most 10 % of the time, but never wait for longer than two seconds', async t => {
	const s = scene(reading);
	s.store.block();
	const taken = s.refresh();
	await settle();
	s.clock.pass(70);
	s.store.release();
	await taken;
	t.is(s.snapshots.pause, 700);
	s.store.block();
	const slow = s.refresh();
	await settle();
	s.clock.pass(5000);
	s.store.release();
	await slow;
	t.is(s.snapshots.pause, 2000);
});

test('a listing of a server does not wait for the other parts of the screen', async t => {
	const s = scene({server: {name: 'db', problem: null, nextAttempt: null}});
	t.false(s.snapshots.isLed);
	s.live.ask({query: everything});
	await settle();
	t.is(s.shown, 'null/1');
});

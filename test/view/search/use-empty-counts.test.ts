import test, {type ExecutionContext} from 'ava';
import {entries, entry, start} from '../../helpers/entry.js';
import {type FakeClock, fakeClock, passTime} from '../../helpers/fake-clock.js';
import {type FakeStore, fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenScene, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

/** 35 requests: 3 with a 500, and 9 POST requests; no 500 is a POST. */
async function scene(t: ExecutionContext): Promise<{
	readonly clock: FakeClock;
	readonly store: FakeStore;
	readonly screen: ScreenScene;
	/** The searches that were counted. */
	readonly counted: string[];
}> {
	const clock = fakeClock(start + 100_000);
	const past = entries(1, 35).map(({offset: n}) =>
		entry(n, {status: n % 10 === 0 ? 500 : 200, method: n % 4 === 1 && n % 10 !== 0 ? 'POST' : 'GET'}),
	);
	const store = fakeStoreAt(clock, ...past);
	const counted: string[] = [];
	const counting: FakeStore = {
		...store,
		count(query, signal) {
			counted.push(query.text);
			return store.count(query, signal);
		},
	};
	const screen = screenScene({t, store: counting, clock});
	await screen.has('35 results found');
	return {clock, store, screen, counted};
}

test('a search without results shows how many it would have without each term', async t => {
	const {screen} = await scene(t);
	await screen.press('/status:500 method:POST\r', 'without  method:POST');
	const lines = screen.lines();
	const from = lines.indexOf('No request matches both terms.');
	t.deepEqual(lines.slice(from + 1, from + 3), ['  9  without  status:500', '  3  without  method:POST']);
});

test('the counts stay current, and disappear when a request matches', async t => {
	const {store, screen} = await scene(t);
	await screen.press('/status:500 method:POST url:/en\r', '9  without  status:500');
	await screen.has('No request matches all 3 terms.');
	store.add(entry(50, {status: 500, method: 'POST', time: start + 99_000}));
	await screen.has('1 results found');
	await screen.hasNot('without  status:500');
});

test('stops counting when a search has results', async t => {
	const {clock, counted, store, screen} = await scene(t);
	await screen.press('/method:POST status:5xx\r', 'without  method:POST');
	t.true(counted.includes('status:5xx'));
	await screen.press('0', '9 results found');
	await settle();
	counted.length = 0;
	store.add(entry(60, {method: 'POST', time: start + 99_000}));
	await passTime(clock, 10_000);
	t.deepEqual(new Set(counted), new Set(['method:POST']));
});

test('only the last five terms are counted; a single term isn’t', async t => {
	const {screen} = await scene(t);
	await screen.press('/nowhere\r', 'No request matches.');
	await screen.hasNot('without');
	await screen.press('/\u0015nowhere -a -b -c -d -e\r', 'without  -e');
	t.deepEqual(
		screen.lines().filter(line => line.includes('without')),
		['a', 'b', 'c', 'd', 'e'].map(word => `  0  without  -${word}`),
	);
});

test('secrets in the terms are hidden', async t => {
	const {screen} = await scene(t);
	await screen.press('*', 'secrets hidden');
	await screen.press('/url:*token=abcdefgh12345678 method:POST\r', 'without  method:POST');
	t.true(screen.lines().some(line => /0 {2}without {2}method:POST/.test(line)));
	t.false(screen.frame().includes('abcdefgh12345678'));
});

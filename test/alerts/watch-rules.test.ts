import test from 'ava';
import fc from 'fast-check';
import {messageOf} from '../../source/alerts/alert-texts.js';
import type {AlertEvent} from '../../source/alerts/alerts.js';
import {parseRule} from '../../source/alerts/parse-rule.js';
import {watchRules} from '../../source/alerts/watch-rules.js';
import type {Entry} from '../../source/store/store.js';
import {entry, start} from '../helpers/entry.js';
import {fakeClock, passTime} from '../helpers/fake-clock.js';
import {fakeStoreAt} from '../helpers/fake-store.js';
import {forAllAsync} from '../helpers/for-all.js';
import {matches} from '../helpers/query-model.js';
import {settle} from '../helpers/settle.js';

/** Rules over a store with a clock that tests set. `settled` is null if the backfill isn't read. */
function scene(
	texts: readonly string[],
	{
		past = [],
		settled = Promise.resolve(),
		isFleet = false,
	}: {past?: readonly Entry[]; settled?: Promise<void> | null; isFleet?: boolean} = {},
) {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock, ...past);
	const events: AlertEvent[] = [];
	const rules = texts.map(text => parseRule(text));
	const watched = watchRules({
		store: {...store, isFleet},
		rules,
		clock,
		settled,
		happened: event => events.push(event),
	});
	let offset = 1_000_000;
	return {
		clock,
		store,
		rules,
		watched,
		messages: () => events.map(messageOf),
		events,
		/** Writes `n` requests, with the current time or `before` ms earlier. */
		write(n: number, changes: Partial<Entry> = {}, before = 0) {
			const time = clock.now() - before;
			store.add(...Array.from({length: n}, () => entry(offset++, {time, ...changes})));
		},
		/** Advances the clock by seconds, one at a time. */
		async pass(seconds: number) {
			for (let second = 0; second < seconds; second++) {
				await passTime(clock, 1000);
			}
		},
	};
}

test('a share fires when it crosses the limit, and reports its end', async t => {
	const {write, pass, messages, watched} = scene(['5xx share over 5% in 1m']);
	write(95);
	write(5, {status: 500});
	await pass(3);
	t.deepEqual(messages(), []);
	write(1, {status: 503});
	await pass(3);
	t.deepEqual(messages(), ['alert 5xx share over 5% in 1m: 5.94 %, 6 of 101 requests']);
	t.true(watched.getAlerts()[0]?.state.isFiring);
	await pass(80);
	t.deepEqual(messages().slice(1), [
		'alert 5xx share over 5% in 1m ended after 66 s: too few requests, 0 of 0 requests',
	]);
	watched.close();
});

test('any: reports new matches, with the newest request', async t => {
	const {write, pass, messages, events} = scene(['any url:/wp-login every 30s']);
	write(3);
	await pass(2);
	write(1, {url: '/wp-login.php', status: 404});
	await pass(5);
	write(2, {url: '/wp-login.php?again\u001b[31m', method: 'POST'});
	await pass(40);
	t.deepEqual(messages(), [
		'alert any url:/wp-login every 30s: 1 request, GET /wp-login.php from 203.0.113.9, 404',
		'alert any url:/wp-login every 30s: 2 requests, the newest POST /wp-login.php?again\\x1b[31m from 203.0.113.9, 200',
	]);
	t.is(events[0]?.entry?.url, '/wp-login.php');
});

test('old lines fire no alert about old conditions, but fill the window of a current alert', async t => {
	const before = (n: number, ago: number, changes: Partial<Entry> = {}): readonly Entry[] =>
		Array.from({length: n}, (_, index) => entry(ago * 100 + index, {time: start - ago * 1000, ...changes}));
	const past = [...before(50, 300, {status: 500}), ...before(30, 20), ...before(50, 10, {url: '/wp-login'})];
	let settled = (): void => {};
	const {pass, messages, watched} = scene(
		['5xx over 10 in 1m', 'any url:/wp-login', 'over 70 in 1m', 'under 90 in 1m'],
		{
			past,
			settled: new Promise(resolve => {
				settled = resolve;
			}),
		},
	);
	await pass(4);
	t.deepEqual(messages(), []);
	t.deepEqual(
		watched.getAlerts().map(({problem}) => problem),
		[1, 0, 1, 1].map(waits => (waits === 1 ? 'waits until earlier requests have been read' : null)),
	);
	settled();
	await pass(2);
	t.deepEqual(messages(), ['alert over 70 in 1m: 80 requests', 'alert under 90 in 1m: 80 requests']);
	watched.close();
});

test('a backfill that takes longer than the window doesn’t delay the rule', async t => {
	const {write, pass, messages} = scene(['over 5 in 10s'], {settled: new Promise(() => {})});
	await pass(9);
	write(6);
	await pass(1);
	t.deepEqual(messages(), ['alert over 5 in 10s: 6 requests']);
});

test('lines with old times that are copied into a log don’t count as new matches', async t => {
	const {write, pass, messages} = scene(['any url:/wp-login']);
	await pass(2);
	write(10, {url: '/wp-login'}, 3_600_000);
	await pass(2);
	t.deepEqual(messages(), []);
	write(1, {url: '/wp-login'});
	await pass(1);
	t.is(messages().length, 1);
});

test('silence: fires only after the given time, and not while lines wait to be read', async t => {
	const {clock, write, pass, store, messages, watched} = scene(['under 1 in 20s'], {settled: null});
	await pass(15);
	t.deepEqual(messages(), []);
	t.is(watched.getAlerts()[0]?.problem, 'waits until its period has passed once');
	write(1);
	await pass(15);
	t.deepEqual(messages(), []);
	await pass(10);
	t.deepEqual(messages(), ['alert under 1 in 20s: 0 requests']);
	write(30);
	await pass(15);
	t.is(messages().length, 2);

	store.setStatus({lag: 1000, lagTime: 60_000});
	await pass(30);
	t.is(watched.getAlerts()[0]?.problem, 'waits until new requests have been read');
	store.setStatus({lag: 0, lagTime: 0});
	write(1);
	await pass(2);
	// The machine slept: lines from that time are read first.
	await passTime(clock, 3_600_000);
	write(1);
	await pass(5);
	t.is(messages().length, 2);
});

test('silence isn’t reported if requests were evicted', async t => {
	const {write, pass, store, messages, watched} = scene(['under 5 in 1m', 'over 3 in 1m'], {settled: null});
	await pass(58);
	write(8);
	await pass(1);
	store.evict(6);
	await pass(10);
	t.deepEqual(messages(), ['alert over 3 in 1m: 8 requests']);
	t.deepEqual(
		watched.getAlerts().map(({problem}) => problem),
		Array.from({length: 2}, () => 'not all requests of its period are in memory'),
	);
});

test('a failed query is a problem of the rule until a query succeeds', async t => {
	const {write, pass, store, messages, watched} = scene(['over 3 in 1m']);
	store.fail(new Error('no connection'));
	write(4);
	await pass(2);
	t.is(watched.getAlerts()[0]?.problem, 'no connection');
	store.fail(null);
	await pass(1);
	t.is(watched.getAlerts()[0]?.problem, null);
	t.is(messages().length, 1);
});

test('queries nothing after close', async t => {
	const {write, pass, store, watched, messages} = scene(['over 3 in 1m']);
	await pass(1);
	store.block();
	write(4);
	await pass(1);
	watched.close();
	store.release();
	const asked = store.calls.length;
	await pass(5);
	t.is(store.calls.length, asked);
	t.deepEqual(messages(), []);
});

test('rules with long windows are checked less often', async t => {
	const {pass, store} = scene(['over 3 in 1h']);
	await settle();
	await pass(60);
	t.is(store.calls.filter(call => call === 'histogram').length, 6);
});

test('a rule about a server of a fleet is only checked over a fleet', async t => {
	const texts = [
		'source:web1 under 1 in 5s',
		'any (source:web1 OR url:/x)',
		'share over 5% in 5s of -source:web1',
	];
	for (const isFleet of [false, true]) {
		const {pass, write, messages, watched} = scene(
			texts.map(text => text.replace(/^share/, 'url:/x share')),
			{isFleet},
		);
		await pass(4);
		write(30, {url: '/x'});
		await pass(6);
		t.is(messages().length, isFleet ? 3 : 0, messages().join(' '));
		t.deepEqual(
			watched.getAlerts().map(({problem}) => problem),
			texts.map(() => (isFleet ? null : 'source: needs --store, and these are logs')),
		);
		watched.close();
	}
});

test('while a user reads their state, all rules are checked at once and every second', async t => {
	const {pass, store, watched, write} = scene(['over 3 in 1h', 'under 3 in 2h']);
	const asked = (): number => store.calls.filter(call => call === 'histogram').length;
	const count = (): number | undefined => watched.getAlerts()[0]?.state.reading?.count;
	await pass(12);
	write(2);
	await pass(1);
	t.is(count(), 0);
	const ends = [watched.watchClosely(), watched.watchClosely()];
	await settle();
	t.is(count(), 2);
	write(1);
	await pass(1);
	t.is(count(), 3);
	ends[0]?.();
	ends[0]?.();
	write(1);
	await pass(1);
	t.is(count(), 4);
	ends[1]?.();
	const before = asked();
	await pass(60);
	t.true(asked() - before <= 2 * 6, `${asked() - before}`);
	watched.close();
	watched.watchClosely();
	const end = asked();
	await pass(10);
	t.is(asked(), end);
});

test('the last check covers all rules, regardless of their intervals', async t => {
	const {pass, watched, write, messages} = scene(['over 3 in 1h', 'any status:500']);
	await pass(2);
	write(4, {status: 500});
	await watched.finish();
	t.is(messages().length, 2, messages().join('\n'));
	write(4, {status: 500});
	await pass(20);
	t.is(messages().length, 2);
	watched.close();
});

test('windows agree with a plain count, for any order of lines', async t => {
	const written = fc.record({
		n: fc.nat(4),
		status: fc.constantFrom(200, 404, 500),
		before: fc.constantFrom(0, 0, 500, 3000, 20_000),
		pause: fc.integer({min: 1, max: 4}),
	});
	await forAllAsync(40, fc.array(written, {maxLength: 25}), async steps => {
		const texts = [
			'5xx over 4 in 10s',
			'404 share over 30% in 7s min 4 of -5xx'.replace('404', 'status:404').replace('-5xx', '-status:5xx'),
			'under 2 in 5s',
		];
		const {clock, write, pass, watched, rules} = scene(texts);
		const all: Entry[] = [];
		for (const {n, status, before, pause} of steps) {
			write(n, {status}, before);
			all.push(...Array.from({length: n}, () => entry(0, {status, time: clock.now() - before})));
			await pass(pause);
			const end = Math.floor(clock.now() / 1000) * 1000 + 1000;
			for (const [index, {query, condition}] of rules.entries()) {
				const window = condition.kind === 'any' ? 0 : condition.window;
				const inWindow = all.filter(({time}) => time !== null && time >= end - window && time < end);
				const count = inWindow.filter(one => matches(query.expression, one, clock.now())).length;
				const {reading, isFiring} = watched.getAlerts()[index]?.state ?? {};
				if (reading) {
					t.is(reading.count, count, texts[index]);
				}
				if (condition.kind === 'share') {
					const total = inWindow.filter(one => matches(condition.of.expression, one, clock.now())).length;
					t.is(reading?.total, total);
					t.true(isFiring || total < 4 || count / total <= 0.3);
				} else if (condition.kind === 'count' && condition.side === 'over') {
					t.true(isFiring || count <= 4);
				}
			}
		}
		watched.close();
	});
});

test('a rule waits until the lines of its requests have been searched', async t => {
	const {store, write, pass, messages, watched} = scene(['@cs:HIT over 2 in 1m']);
	store.setLines({read: 1, total: 3, unreadable: 0});
	write(3, {fields: {cs: 'HIT'}});
	await pass(3);
	t.deepEqual(messages(), []);
	t.is(watched.getAlerts()[0]?.problem, 'waits until the lines of its requests have been searched');
	store.setLines({read: 3, total: 3, unreadable: 0});
	await pass(3);
	t.is(watched.getAlerts()[0]?.problem, null);
	t.deepEqual(messages(), ['alert @cs:HIT over 2 in 1m: 3 requests']);
	watched.close();
});

test('reports a rule with a log field that no line has', async t => {
	const {store, write, pass, watched} = scene(['@tennant:a over 2 in 1m']);
	write(3);
	store.setLogFields([{name: 'tenant', n: 3}]);
	store.setUnknownLogFields(['tennant']);
	await pass(3);
	t.is(watched.getAlerts()[0]?.problem, 'no line has the log field @tennant: did you mean @tenant?');
	store.setUnknownLogFields([]);
	await pass(3);
	t.is(watched.getAlerts()[0]?.problem, null);
	watched.close();
});

test('“any”, added during a round of checks, reports the matches that arrive before its own first check', async t => {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock, entry(1));
	const events: AlertEvent[] = [];
	const {count} = store;
	let release = (): void => {};
	const held = new Promise<void>(resolve => {
		release = resolve;
	});
	store.count = async (query, signal) => {
		if (query.text === 'status:404') {
			await held;
		}
		return count(query, signal);
	};
	const rules = [parseRule('any status:404')];
	const happened = (event: AlertEvent): void => void events.push(event);
	const watched = watchRules({store, rules, clock, settled: null, happened});
	t.teardown(() => watched.close());
	await passTime(clock, 1000);
	watched.add(parseRule('any method:GET'));
	await settle();
	store.add(entry(2, {time: clock.now()}));
	await passTime(clock, 1000);
	t.deepEqual(events, [], 'the round waits for a count');
	release();
	await settle();
	// The round took a second: checks take at most 10 % of the time.
	await passTime(clock, 11_000);
	t.deepEqual(
		events.map(({rule, reading}) => [rule.text, reading.count]),
		[['any method:GET', 1]],
	);
});

test('an added rule counts earlier requests in its window, except for “any”; a removed rule keeps no state', async t => {
	const {write, pass, messages, watched} = scene([]);
	write(3, {status: 500});
	await pass(5);
	const [errors, any] = [parseRule('5xx over 2 in 1m'), parseRule('any status:5xx')];
	watched.add(errors);
	watched.add(any);
	await settle();
	await pass(2);
	t.deepEqual(messages(), ['alert 5xx over 2 in 1m: 3 requests']);
	t.is(watched.getAlerts()[1]?.state.firedAt, null);
	watched.remove(errors);
	t.deepEqual(
		watched.getAlerts().map(({rule}) => rule),
		[any],
	);
	write(1, {status: 500, url: '/x'});
	await pass(2);
	t.is(messages().length, 2);
	t.regex(messages()[1] ?? '', /^alert any status:5xx: 1 request, GET \/x/);
	// Removed and added again, it counts from scratch.
	watched.remove(any);
	watched.add(any);
	await settle();
	await pass(2);
	t.is(messages().length, 2);
	watched.remove(any);
	await pass(70);
	t.is(messages().length, 2);
	watched.close();
});

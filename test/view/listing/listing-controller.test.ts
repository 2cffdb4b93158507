import test from 'ava';
import fc from 'fast-check';
import type {Entry} from '../../../source/store/store.js';
import {asides} from '../../../source/view/listing/asides.js';
import {pagerText} from '../../../source/view/listing/status-texts.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {passTime} from '../../helpers/fake-clock.js';
import {type ListingScene, listingScene, shownRows, showsRows} from '../../helpers/listing-scene.js';
import {settle} from '../../helpers/settle.js';

function scene(past: readonly Entry[] = entries(1, 35), size?: number): Promise<ListingScene> {
	return listingScene(past, size);
}

test('starts with the newest page and the count', async t => {
	const s = await scene();
	t.is(shownRows(s), '35 34 33 32 31 30 29 28 27 26');
	t.is(s.listing.getState().count?.n, 35);
});

test('shows a new row at once after a quiet period', async t => {
	const s = await scene();
	s.clock.pass(1000);
	s.store.add(entry(36));
	await showsRows(t, s, '36 35 34 33 32 31 30 29 28 27');
});

test('shows the first rows of a newly opened log without a pause, but only for a limited time', async t => {
	const s = await scene([]);
	s.clock.pass(20);
	s.store.add(entry(1));
	await showsRows(t, s, '1');
	s.store.add(entry(2));
	await showsRows(t, s, '1', 'further ones in their time');
	s.clock.pass(200);
	await showsRows(t, s, '2 1');

	const empty = await scene([]);
	empty.clock.pass(2000);
	const before = empty.store.calls.length;
	for (let times = 0; times < 100; times++) {
		empty.store.setStatus({});
		await settle();
		empty.clock.pass(10);
	}
	const asked = empty.store.calls.slice(before).filter(call => call === 'count').length;
	t.true(asked <= 26, String(asked));
});

/** Number of queries to the store in a second in which 100 rows arrive. Each query takes `cost` ms of processor time. */
async function askedInSecond({clock, store}: ListingScene, cost = 0): Promise<number> {
	const asked = (): number => store.calls.filter(call => call === 'count').length;
	clock.pass(1000);
	const first = asked();
	for (let n = 36; n < 136; n++) {
		const before = asked();
		store.add(entry(n));
		await settle();
		clock.spend((asked() - before) * cost);
		clock.pass(10);
	}
	return asked() - first;
}

test('queries the store at most 25 times a second while the newest rows are shown', async t => {
	const s = await scene();
	const asked = await askedInSecond(s);
	t.true(asked >= 24 && asked <= 26, String(asked));
	await passTime(s.clock, 100);
	t.is(s.listing.getState().count?.n, 135);
});

test('uses at most 1/24 of the processor, but refreshes at least 12 times a second', async t => {
	for (const [cost, least, most] of [
		[1, 24, 26],
		[2.75, 14, 17],
		[20, 12, 13],
	] as const) {
		const asked = await askedInSecond(await scene(), cost);
		t.true(asked >= least && asked <= most, `${cost}: ${asked}`);
	}
});

test('queries the store 10 times a second while the page is held or a log is being read', async t => {
	const held = await scene();
	held.listing.move('rowDown');
	const reading = await scene();
	reading.store.setStatus({indexing: {read: 1, total: 2}});
	for (const s of [held, reading]) {
		const asked = await askedInSecond(s);
		t.true(asked >= 9 && asked <= 11, String(asked));
		await passTime(s.clock, 100);
		t.is(s.listing.getState().count?.n, 135);
	}
});

test("doesn't query the status of files more often than their rows", async t => {
	const s = await scene();
	const {status} = s.store;
	let told = 0;
	Object.assign(s.store, {
		status() {
			told++;
			return status();
		},
	});
	const asked = await askedInSecond(s);
	t.true(told >= 24 && told <= asked, String(told));
});

test("doesn't notify listeners if nothing changed", async t => {
	const s = await scene();
	let told = 0;
	s.listing.subscribe(() => told++);
	s.clock.pass(1000);
	s.store.setStatus({});
	const before = s.listing.getState().rows;
	await settle();
	t.is(s.listing.getState().rows, before);
	t.true(told <= 1);
	const calls = s.store.calls.length;
	await passTime(s.clock, 3_600_000);
	t.is(s.store.calls.length, calls);
});

test('moving holds the page: new rows are only counted', async t => {
	const s = await scene();
	s.listing.move('rowDown');
	s.listing.move('rowDown');
	s.clock.pass(1000);
	s.store.add(...entries(36, 38));
	s.store.addPast(entry(-5));
	await showsRows(t, s, '35 [34] 33 32 31 30 29 28 27 26');
	t.is(s.listing.getState().count?.n, 39);
	t.deepEqual(asides(s.listing.getState()), ['3 new ↑']);
	s.listing.release();
	await showsRows(t, s, '38 37 36 35 34 33 32 31 30 29');
	t.deepEqual(asides(s.listing.getState()), []);
});

test('fault 39: a late row is inserted only when the page is released', async t => {
	const s = await scene();
	s.listing.move('rowDown');
	s.clock.pass(1000);
	s.store.add(entry(100, {time: start + 33_500}));
	await showsRows(t, s, '[35] 34 33 32 31 30 29 28 27 26');
	t.deepEqual(asides(s.listing.getState()), ['1 new ↑']);
	s.listing.release();
	await showsRows(t, s, '35 34 100 33 32 31 30 29 28 27');
});

test("an answer for the flowing page doesn't replace a held page", async t => {
	const s = await scene();
	s.store.block();
	s.clock.pass(1000);
	s.store.add(entry(36));
	await settle();
	s.listing.move('rowDown');
	s.store.release();
	s.clock.pass(1000);
	await showsRows(t, s, '[35] 34 33 32 31 30 29 28 27 26');
	t.is(s.store.aborted, 2);
	t.is(s.listing.getState().count?.n, 36);
	t.deepEqual(asides(s.listing.getState()), ['1 new ↑']);
});

test('moving row by row crosses the edge of the page in both directions', async t => {
	const s = await scene();
	for (let n = 0; n < 11; n++) {
		s.listing.move('rowDown');
	}
	await showsRows(t, s, '[25] 24 23 22 21 20 19 18 17 16');
	s.listing.move('rowUp');
	await showsRows(t, s, '35 34 33 32 31 30 29 28 27 [26]');
});

test('keys pressed while a page is fetched are executed in order', async t => {
	const s = await scene();
	s.store.block();
	for (const command of ['pageDown', 'rowDown', 'rowDown', 'pageDown', 'rowUp'] as const) {
		s.listing.move(command);
	}
	t.is(shownRows(s), '35 34 33 32 31 30 29 28 27 26');
	s.store.release();
	await showsRows(t, s, '15 [14] 13 12 11 10 9 8 7 6');
});

test('2,000 keys pressed while a page is fetched are all executed, with few fetches', async t => {
	const s = await scene(entries(1, 5000));
	s.clock.pass(10_000_000);
	s.listing.release();
	await settle();
	s.store.block();
	s.listing.move('pageDown');
	for (let n = 0; n < 2004; n++) {
		s.listing.move('rowDown');
	}
	s.listing.move('rowUp');
	const calls = s.store.calls.length;
	s.store.release();
	await showsRows(t, s, '2990 2989 2988 [2987] 2986 2985 2984 2983 2982 2981');
	t.is(pagerText(s.listing.getState()), '2011–2020, held (g follows again)');
	t.true(s.store.calls.length - calls < 12, s.store.calls.slice(calls).join(', '));
});

test('combined moves reach the same row as single moves', async t => {
	const commands = ['rowDown', 'rowUp', 'pageDown', 'pageUp', 'halfDown', 'halfUp', 'oldest'] as const;
	const runs = fc.array(fc.tuple(fc.constantFrom(...commands), fc.integer({min: 1, max: 17})), {
		minLength: 1,
		maxLength: 5,
	});
	await fc.assert(
		fc.asyncProperty(
			runs,
			fc.integer({min: 1, max: 45}),
			fc.integer({min: 1, max: 11}),
			async (moves, n, size) => {
				const added = await scene(entries(1, n), size);
				const single = await scene(entries(1, n), size);
				added.store.block();
				for (const [command, times] of moves) {
					for (let time = 0; time < times; time++) {
						added.listing.move(command);
						single.listing.move(command);
						await settle();
					}
				}
				added.store.release();
				await showsRows(t, added, shownRows(single));
				t.is(added.listing.getState().newer, single.listing.getState().newer);
				added.listing.close();
				single.listing.close();
			},
		),
		{numRuns: 150},
	);
});

test('the last page is filled with newer rows; at the end, paging selects its last row', async t => {
	const s = await scene();
	for (let n = 0; n < 3; n++) {
		s.listing.move('pageDown');
	}
	await showsRows(t, s, '10 9 8 7 6 [5] 4 3 2 1');
	t.is(pagerText(s.listing.getState()), '26–35, held (g follows again)');
	for (let n = 0; n < 2; n++) {
		s.listing.move('pageDown');
		await showsRows(t, s, '10 9 8 7 6 5 4 3 2 [1]');
		t.is(pagerText(s.listing.getState()), '26–35, held (g follows again)');
	}
});

test('`oldest` shows a full page; paging up from it reaches a full newest page that is still held', async t => {
	const s = await scene();
	s.listing.move('oldest');
	await showsRows(t, s, '10 9 8 7 6 5 4 3 2 [1]');
	s.listing.move('pageUp');
	s.listing.move('pageUp');
	s.listing.move('pageUp');
	await showsRows(t, s, '35 34 33 32 [31] 30 29 28 27 26');
	t.is(s.listing.getState().mode, 'held');
	s.listing.move('pageUp');
	await showsRows(t, s, '[35] 34 33 32 31 30 29 28 27 26');
});

test('moves by half pages', async t => {
	const s = await scene();
	s.listing.move('halfDown');
	t.is(shownRows(s), '35 34 33 32 [31] 30 29 28 27 26');
	s.listing.move('halfDown');
	s.listing.move('halfDown');
	await showsRows(t, s, '25 24 23 22 [21] 20 19 18 17 16');
	s.listing.move('halfUp');
	await showsRows(t, s, '35 34 33 32 31 30 29 28 27 [26]');
});

test('moving up beyond the first row of a held page reaches the new rows', async t => {
	const s = await scene();
	s.listing.move('rowDown');
	s.clock.pass(1000);
	s.store.add(...entries(36, 38));
	await settle();
	s.listing.move('rowUp');
	await showsRows(t, s, '38 37 [36] 35 34 33 32 31 30 29');
	t.deepEqual(asides(s.listing.getState()), []);
	t.is(s.listing.getState().mode, 'held');
});

test('freezing stops the count, too; unfreezing catches up', async t => {
	const s = await scene();
	s.listing.toggleFrozen();
	const before = s.listing.getState();
	s.clock.pass(1000);
	s.store.add(...entries(36, 38));
	await settle();
	t.is(s.listing.getState(), before);
	s.listing.move('rowDown');
	t.is(shownRows(s), '[35] 34 33 32 31 30 29 28 27 26');
	s.listing.move('pageDown');
	await showsRows(t, s, '[25] 24 23 22 21 20 19 18 17 16');
	t.is(s.listing.getState().count?.n, 35);
	s.listing.toggleFrozen();
	await passTime(s.clock, 1000);
	t.is(s.listing.getState().count?.n, 38);
	t.deepEqual(asides(s.listing.getState()), ['3 new ↑']);
});

test('freezing discards a pending answer', async t => {
	const s = await scene();
	s.store.block();
	s.clock.pass(1000);
	s.store.add(entry(36));
	await settle();
	s.listing.toggleFrozen();
	s.store.release();
	await settle();
	t.is(s.listing.getState().count?.n, 35);
});

test("fault 40: rows ahead of the clock don't stay on top of the page, and appear when the clock reaches them", async t => {
	const s = await scene();
	const ahead = start + 100_000 + 20 * 60_000;
	s.clock.pass(1000);
	s.store.add(entry(91, {time: ahead}), entry(92, {time: ahead + 1000}), entry(36));
	await showsRows(t, s, '36 35 34 33 32 31 30 29 28 27');
	t.deepEqual(asides(s.listing.getState()), ['2 ahead of the clock ↑']);
	t.is(pagerText(s.listing.getState()), '3–12 of 38');
	s.clock.pass(20 * 60_000);
	await showsRows(t, s, '92 91 36 35 34 33 32 31 30 29');
});

test('fault 40: a row ahead of the clock is marked', async t => {
	const near = await scene([entry(1), entry(91, {time: start + 3_600_000})]);
	near.listing.move('rowUp');
	near.listing.move('rowUp');
	await showsRows(t, near, '[91] 1');
	t.is(near.listing.getState().rows[0]?.text('time'), '5 Nov 2026 10:00:00 !');
});

test('fault 40: if all rows are ahead of the clock, they are shown', async t => {
	const s = await scene([entry(1, {time: start + 3_600_000}), entry(2, {time: start + 3_700_000})]);
	t.is(shownRows(s), '2 1');
	t.is(pagerText(s.listing.getState()), '1–2 of 2');
});

test('held rows stay on the screen after the store has evicted them', async t => {
	const s = await scene();
	s.listing.move('oldest');
	await settle();
	s.clock.pass(1000);
	s.store.evict(20);
	await showsRows(t, s, '10 9 8 7 6 5 4 3 2 [1]');
	t.is(s.listing.getState().count?.n, 15);
	t.deepEqual(asides(s.listing.getState()), ['20 older dropped']);
});

test("backfilled rows don't move the page", async t => {
	const s = await scene();
	s.listing.move('pageDown');
	await settle();
	const pager = pagerText(s.listing.getState());
	s.clock.pass(1000);
	s.store.addPast(...entries(-500, 0));
	await showsRows(t, s, '[25] 24 23 22 21 20 19 18 17 16');
	t.is(pagerText(s.listing.getState()), pager);
	t.is(s.listing.getState().count?.n, 536);
	t.deepEqual(asides(s.listing.getState()), []);
});

test('a short held page is filled by the backfill, and only by it', async t => {
	const s = await scene(entries(5, 8));
	s.listing.move('rowDown');
	s.listing.move('rowDown');
	t.is(shownRows(s), '8 [7] 6 5');
	s.clock.pass(1000);
	s.store.add(entry(9));
	await showsRows(t, s, '8 [7] 6 5');
	s.clock.pass(1000);
	s.store.addPast(entry(3), entry(4));
	await showsRows(t, s, '8 [7] 6 5 4 3');
	s.listing.toggleFrozen();
	s.clock.pass(1000);
	s.store.addPast(...entries(-20, 2));
	await showsRows(t, s, '8 [7] 6 5 4 3');
	s.listing.toggleFrozen();
	s.clock.pass(1000);
	await showsRows(t, s, '8 [7] 6 5 4 3 2 1 0 -1');
	t.is(s.listing.getState().count?.n, 30);
	s.listing.close();
});

test('a page that grows is filled, at the end with newer rows', async t => {
	const s = await scene();
	s.listing.resize(12);
	await showsRows(t, s, '35 34 33 32 31 30 29 28 27 26 25 24');
	s.listing.move('oldest');
	await settle();
	s.listing.resize(4);
	t.is(shownRows(s), '4 3 2 [1]');
	s.listing.resize(6);
	await showsRows(t, s, '6 5 4 3 2 [1]');
	s.listing.move('pageUp');
	s.listing.resize(8);
	await showsRows(t, s, '12 11 10 9 8 [7] 6 5');
});

test('a failed store is reported and retried, and the rows stay', async t => {
	const s = await scene();
	s.clock.pass(1000);
	s.store.fail(new Error('no connection'));
	await settle();
	t.is(s.listing.getState().problem, 'no connection');
	t.is(shownRows(s), '35 34 33 32 31 30 29 28 27 26');
	s.listing.move('pageDown');
	await showsRows(t, s, '35 34 33 32 31 30 29 28 27 26');
	s.store.fail(null);
	await passTime(s.clock, 2000);
	t.is(s.listing.getState().problem, null);
});

test('while a server is away, its next attempt is shown; when it is back, it is queried', async t => {
	const s = await scene();
	s.clock.pass(1000);
	const server = {name: 'localhost:8123/logs', problem: 'nothing answers', nextAttempt: 5000};
	s.store.fail(new Error('nothing answers'));
	s.store.setStatus({server});
	await settle();
	t.deepEqual(s.listing.getState().status.server, server);
	const calls = s.store.calls.length;
	s.clock.pass(4000);
	s.store.setStatus({server: {...server, nextAttempt: 9000}});
	await settle();
	t.is(s.listing.getState().status.server?.nextAttempt, 9000);
	t.is(s.store.calls.length, calls);
	s.store.fail(null);
	s.store.add(entry(36));
	s.store.setStatus({server: {...server, problem: null, nextAttempt: null}});
	await settle();
	t.is(s.listing.getState().status.server?.problem, null);
	t.regex(shownRows(s), /^36 35 /);
});

test('a failure also updates the status', async t => {
	const s = await scene();
	s.clock.pass(1000);
	s.store.fail(new Error('nothing answers'));
	s.store.setStatus({unrecognised: 3});
	await settle();
	t.is(s.listing.getState().status.unrecognised, 3);
});

test('sends no queries after close()', async t => {
	const s = await scene();
	s.listing.move('rowDown');
	s.listing.close();
	const calls = s.store.calls.length;
	s.store.add(entry(36));
	await passTime(s.clock, 60_000);
	t.is(s.store.calls.length, calls);
});

function fieldsShown({listing}: ListingScene): readonly string[] {
	return listing.getState().rows.map(row => row.text('@cs'));
}

for (const [how, hold] of [
	['of a page that follows', () => {}],
	['of a held page', ({listing}: ListingScene) => listing.move('rowDown')],
	['of a frozen page', ({listing}: ListingScene) => listing.toggleFrozen()],
] as const) {
	test(`log fields ${how} appear when their lines have been read`, async t => {
		const s = await scene(entries(1, 3));
		hold(s);
		s.listing.showFields(['cs']);
		t.true(s.store.calls.includes('showFields cs'));
		await settle();
		t.deepEqual(fieldsShown(s), ['…', '…', '…']);
		const [, second] = s.listing.getState().rows;
		s.store.read(entry(3).token, {cs: 'HIT'});
		s.store.read(entry(1).token, {cs: null});
		await passTime(s.clock, 1000);
		t.deepEqual(fieldsShown(s), ['HIT', '…', 'n/a']);
		t.is(s.listing.getState().rows[1], second, 'other rows stay the same');
		t.is(s.listing.getState().widest['@cs'], 3);
	});
}

test('a page without unread log fields is not queried for them', async t => {
	const s = await scene(entries(1, 3).map(one => ({...one, fields: {cs: 'HIT'}})));
	s.listing.move('rowDown');
	s.listing.showFields(['cs']);
	await settle();
	const before = s.store.calls.length;
	s.clock.pass(1000);
	s.store.setStatus({});
	await settle();
	t.deepEqual(s.store.calls.slice(before), ['count', 'page older 7']);
});

test('after a flood the other parts of the screen query at their own pace again', async t => {
	const s = await scene();
	s.store.add(...Array.from({length: 6000}, (_, n) => entry(n + 100)));
	await settle();
	await passTime(s.clock, 1000);
	t.is(s.listing.getState().count?.n, 6035);
	for (let passed = 0; passed < 3 && s.listing.snapshots.isLed; passed++) {
		await passTime(s.clock, 1000);
	}
	t.false(s.listing.snapshots.isLed);
});

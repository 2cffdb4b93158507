import test from 'ava';
import fc from 'fast-check';
import {type Order, orders} from '../../../source/query/order.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../../source/query/parsing/time-period.js';
import {everything} from '../../../source/query/query.js';
import type {Entry} from '../../../source/store/store.js';
import {asides} from '../../../source/view/listing/asides.js';
import {pagerText} from '../../../source/view/listing/status-texts.js';
import {entry} from '../../helpers/entry.js';
import {forAllAsync} from '../../helpers/for-all.js';
import {listingScene, shownRows, showsRows} from '../../helpers/listing-scene.js';
import {comparePositions} from '../../helpers/order-model.js';
import {settle} from '../../helpers/settle.js';

/** Requests of 10 to 300 ms; every tenth has no duration. */
function timed(first: number, last: number): readonly Entry[] {
	return Array.from({length: last - first + 1}, (_, index) => {
		const n = first + index;
		return entry(n, {durationMs: n % 10 === 0 ? null : ((n * 7) % 31) * 10, bytes: n % 4});
	});
}

test('slowest first: equally slow requests are newest first, requests without a duration are last', async t => {
	const s = await listingScene(timed(1, 40));
	s.listing.setOrder('duration');
	await showsRows(t, s, '22 13 35 4 26 17 39 8 21 12');
	t.deepEqual(asides(s.listing.getState()), ['slowest first']);
	t.is(pagerText(s.listing.getState()), '1–10 of 40');
	s.listing.move('oldest');
	await showsRows(t, s, '36 5 27 18 9 31 40 30 20 [10]');
	t.is(pagerText(s.listing.getState()), '31–40, held (g shows the slowest)');
});

test('the first page follows: a slower request appears, also while older requests are read', async t => {
	const s = await listingScene(timed(1, 40));
	s.listing.setOrder('duration');
	await settle();
	s.clock.pass(1000);
	s.store.add(entry(41, {durationMs: 305}), entry(42, {durationMs: 1}));
	await showsRows(t, s, '41 22 13 35 4 26 17 39 8 21');
	s.clock.pass(1000);
	s.store.addPast(entry(0, {durationMs: 5000}));
	await showsRows(t, s, '0 41 22 13 35 4 26 17 39 8');
	s.clock.pass(1000);
	s.store.evict(1);
	await showsRows(t, s, '41 22 13 35 4 26 17 39 8 21');
});

test('a held page stays in place, and its neighbours are the next ones by cost', async t => {
	const s = await listingScene(timed(1, 40));
	s.listing.setOrder('duration');
	s.listing.move('pageDown');
	await showsRows(t, s, '[34] 3 25 16 38 7 29 11 33 2');
	s.clock.pass(1000);
	s.store.add(entry(41, {durationMs: 305}), entry(42, {durationMs: 225}), entry(43, {durationMs: 25}));
	await showsRows(t, s, '[34] 3 25 16 38 7 29 11 33 2');
	s.clock.pass(1000);
	await settle();
	t.deepEqual(asides(s.listing.getState()), ['slowest first', '3 new']);
	s.listing.move('rowUp');
	await settle();
	t.regex(shownRows(s), / 42 \[12\]$/);
});

test('a search keeps the order, and another order starts at its first page', async t => {
	const s = await listingScene(timed(1, 40));
	s.listing.setOrder('bytes');
	await showsRows(t, s, '39 35 31 27 23 19 15 11 7 3');
	s.listing.setQuery(parseQuery('bytes:<2', anyCalendar));
	await showsRows(t, s, '37 33 29 25 21 17 13 9 5 1');
	s.listing.move('rowDown');
	s.listing.setOrder('-time');
	await showsRows(t, s, '1 4 5 8 9 12 13 16 17 20');
	t.is(s.listing.getState().mode, 'following');
	t.deepEqual(asides(s.listing.getState()), ['oldest first']);
	s.listing.setQuery(everything);
	s.listing.setOrder('time');
	await showsRows(t, s, '40 39 38 37 36 35 34 33 32 31');
});

test('the order can change on a frozen screen, which stays frozen', async t => {
	const s = await listingScene(timed(1, 40));
	s.listing.toggleFrozen();
	s.listing.setOrder('-time');
	await showsRows(t, s, '1 2 3 4 5 6 7 8 9 10');
	t.true(s.listing.getState().frozen);
	t.is(s.listing.order, '-time');
});

test('going back to the previous order needs no answer if the answer for the new order is still pending', async t => {
	const s = await listingScene(timed(1, 40));
	s.store.block();
	s.listing.setOrder('duration');
	s.listing.setOrder('time');
	t.false(s.listing.isBusy);
	s.store.release();
	await showsRows(t, s, '40 39 38 37 36 35 34 33 32 31');
});

test('reports that no request has the number that rows are sorted by', async t => {
	const s = await listingScene([entry(1), entry(2)]);
	s.listing.setOrder('duration');
	await showsRows(t, s, '2 1');
	t.deepEqual(asides(s.listing.getState()), ['slowest first, but none has a duration']);
});

test('in any order, moves show neighbours, and only a following page changes automatically', async t => {
	const step = fc.oneof(
		fc.constantFrom('rowDown', 'rowUp', 'pageDown', 'pageUp', 'halfDown', 'halfUp', 'oldest'),
		fc.constantFrom(...orders.map(order => ({order}))),
		fc.record({durationMs: fc.option(fc.nat({max: 5})), bytes: fc.option(fc.nat({max: 5}))}),
	);
	await forAllAsync(40, fc.array(step, {minLength: 5, maxLength: 25, size: 'max'}), async steps => {
		const all = [...timed(1, 25)];
		const s = await listingScene(all, 4);
		for (const one of steps) {
			const before = shownRows(s);
			const {mode} = s.listing.getState();
			if (typeof one === 'string') {
				s.listing.move(one as 'rowDown');
			} else if ('order' in one) {
				s.listing.setOrder(one.order as Order);
			} else {
				s.clock.pass(1000);
				const added = entry(all.length + 1, one);
				all.push(added);
				s.store.add(added);
			}
			await settle();
			const {rows, order, ...state} = s.listing.getState();
			const model = all
				.map(({position}) => position)
				.toSorted((a, b) => comparePositions(order, a, b))
				.map(({offset}) => offset);
			const shown = rows.map(row => row.entry.offset);
			if (state.mode === 'following') {
				t.deepEqual(shown, model.slice(0, 4));
			} else if (typeof one === 'object' && 'durationMs' in one && mode === 'held') {
				t.is(shownRows(s), before);
			} else if (typeof one === 'string' && before.split(' ').every(row => !shown.includes(Number(row)))) {
				// A page that was fetched just now.
				t.deepEqual(shown, model.slice(state.newer, state.newer + shown.length));
			}
		}
		s.listing.close();
	});
});

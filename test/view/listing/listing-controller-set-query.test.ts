import test from 'ava';
import fc from 'fast-check';
import {calendarIn} from '../../../source/format/calendar.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {everything, type Query} from '../../../source/query/query.js';
import type {Entry} from '../../../source/store/store.js';
import {asides} from '../../../source/view/listing/asides.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {passTime} from '../../helpers/fake-clock.js';
import {forAllAsync} from '../../helpers/for-all.js';
import {type ListingScene, listingScene, shownRows, showsRows} from '../../helpers/listing-scene.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

function query(text: string): Query {
	return parseQuery(text, calendarIn('utc', start));
}

/** Every third request is a 404. */
function mixed(first: number, last: number): readonly Entry[] {
	return entries(first, last).map(({offset}) => entry(offset, {status: offset % 3 === 0 ? 404 : 200}));
}

function scene(past: readonly Entry[] = mixed(1, 60), size?: number): Promise<ListingScene> {
	return listingScene(past, size);
}

function down({listing}: ListingScene, times: number): void {
	for (let n = 0; n < times; n++) {
		listing.move('rowDown');
	}
}

test('while following, a new query shows its rows and keeps following', async t => {
	const s = await scene();
	s.listing.setQuery(query('status:404'));
	await showsRows(t, s, '60 57 54 51 48 45 42 39 36 33');
	t.is(s.listing.getState().mode, 'following');
	t.is(s.listing.getState().count?.n, 20);
	s.clock.pass(1000);
	s.store.add(...mixed(61, 63));
	await showsRows(t, s, '63 60 57 54 51 48 45 42 39 36');
	t.deepEqual(asides(s.listing.getState()), []);
});

test('while held, the selected row keeps its line if it matches the new query', async t => {
	const s = await scene();
	s.listing.move('pageDown');
	await settle();
	down(s, 4);
	await showsRows(t, s, '50 49 48 47 [46] 45 44 43 42 41');
	s.listing.setQuery(query('-status:404'));
	await showsRows(t, s, '52 50 49 47 [46] 44 43 41 40 38');
	t.is(s.listing.getState().newer, 5);
	s.listing.setQuery(everything);
	await showsRows(t, s, '50 49 48 47 [46] 45 44 43 42 41');
});

test('the selected row moves up if fewer rows are above it, and returns to its line when typing is undone', async t => {
	const s = await scene();
	down(s, 7);
	t.is(shownRows(s), '60 59 58 57 56 55 [54] 53 52 51');
	s.listing.setQuery(query('status:404'), true);
	await showsRows(t, s, '60 57 [54] 51 48 45 42 39 36 33');
	s.listing.setQuery(everything, true);
	await showsRows(t, s, '60 59 58 57 56 55 [54] 53 52 51');
});

test('the page is filled with newer rows if few rows of the new query are below', async t => {
	const s = await scene();
	s.listing.move('oldest');
	await settle();
	for (let n = 0; n < 8; n++) {
		s.listing.move('rowUp');
	}
	t.is(shownRows(s), '10 [9] 8 7 6 5 4 3 2 1');
	s.listing.setQuery(query('status:404'), true);
	await showsRows(t, s, '30 27 24 21 18 15 12 [9] 6 3');
	t.is(s.listing.getState().newer, 10);
	s.listing.setQuery(everything, true);
	await showsRows(t, s, '10 [9] 8 7 6 5 4 3 2 1');
});

test('a short page is filled with older rows as the backfill reads them', async t => {
	const s = await scene(mixed(40, 60));
	s.listing.move('pageDown');
	await settle();
	s.listing.setQuery(query('status:404'));
	await showsRows(t, s, '60 57 54 [51] 48 45 42');
	s.clock.pass(1000);
	s.store.addPast(...mixed(30, 39));
	await showsRows(t, s, '60 57 54 [51] 48 45 42 39 36 33');
	s.listing.setQuery(everything);
	await showsRows(t, s, '54 53 52 [51] 50 49 48 47 46 45');
});

test("if the selected row doesn't match, the nearest row in time is selected on the same line", async t => {
	const past = [1, 2, 3, 40, 41, 50, 60].map(n => entry(n, {status: n === 41 ? 200 : 404}));
	const s = await scene(past);
	down(s, 3);
	t.is(shownRows(s), '60 50 [41] 40 3 2 1');
	s.listing.setQuery(query('status:404'));
	await showsRows(t, s, '60 50 [40] 3 2 1');
	t.is(s.listing.getState().mode, 'held');

	const above = await scene(
		[entry(1), entry(50, {status: 200}), ...[52, 53, 54, 55].map(n => entry(n))].map(e => ({
			...e,
			status: e.offset === 50 ? 404 : 200,
		})),
	);
	down(above, 5);
	t.is(shownRows(above), '55 54 53 52 [50] 1');
	above.listing.setQuery(query('status:200'));
	await showsRows(t, above, '55 54 53 [52] 1');
});

test('a search without matches follows; when the user changes it further, the selected row returns', async t => {
	const s = await scene();
	down(s, 5);
	s.listing.setQuery(query('status:500'), true);
	await showsRows(t, s, '');
	t.is(s.listing.getState().count?.n, 0);
	t.is(s.listing.getState().mode, 'following');
	s.listing.setQuery(query('url:5'), true);
	await showsRows(t, s, '59 58 57 [56] 55 54 53 52 51 50');
	s.listing.setQuery(query('status:500'), true);
	await settle();
	s.clock.pass(1000);
	s.store.add(entry(70, {status: 500}));
	await showsRows(t, s, '70');
	s.listing.setQuery(everything, true);
	await settle();
	t.is(s.listing.getState().mode, 'following', 'what came is shown, and nothing held any more');
});

test('a superseded query is aborted and its answer is never shown', async t => {
	const s = await scene();
	s.store.block();
	for (const text of ['s', 'st', 'sta', 'status:404']) {
		s.listing.setQuery(query(text), true);
	}
	await settle();
	t.is(s.store.aborted, 6);
	t.is(shownRows(s), '60 59 58 57 56 55 54 53 52 51', 'the last answer stays');
	s.store.release();
	await showsRows(t, s, '60 57 54 51 48 45 42 39 36 33');
});

test('rows that arrived while the page was held count as new, for any query', async t => {
	const s = await scene();
	down(s, 2);
	s.clock.pass(1000);
	s.store.add(...mixed(61, 72));
	await settle();
	t.deepEqual(asides(s.listing.getState()), ['12 new ↑']);
	s.listing.setQuery(query('status:404'));
	await settle();
	t.deepEqual(asides(s.listing.getState()), ['4 new ↑']);
	s.clock.pass(1000);
	s.store.add(...mixed(73, 78));
	await settle();
	t.deepEqual(asides(s.listing.getState()), ['6 new ↑']);
	s.listing.setQuery(everything);
	await settle();
	t.deepEqual(asides(s.listing.getState()), ['18 new ↑']);
	s.listing.release();
	await settle();
	t.deepEqual(asides(s.listing.getState()), []);
});

test("rows that arrived before the page was held in a search aren't new to a wider search", async t => {
	const s = await scene();
	s.clock.pass(1000);
	s.store.add(...mixed(61, 71));
	s.listing.setQuery(query('status:404'));
	await settle();
	down(s, 1);
	await settle();
	s.clock.pass(1000);
	s.store.add(...mixed(72, 73));
	await settle();
	await passTime(s.clock, 1000);
	t.deepEqual(asides(s.listing.getState()), ['1 new ↑']);
	s.listing.setQuery(everything);
	await settle();
	t.deepEqual(asides(s.listing.getState()), ['2 new ↑']);
});

test("rows seen at the top of a held page aren't new to another search", async t => {
	const s = await scene();
	s.listing.move('pageDown');
	await settle();
	s.clock.pass(1000);
	s.store.add(...mixed(61, 66));
	await settle();
	t.deepEqual(asides(s.listing.getState()), ['6 new ↑']);
	s.listing.move('pageUp');
	s.listing.move('pageUp');
	await settle();
	t.is(s.listing.getState().newer, 0);
	t.deepEqual(asides(s.listing.getState()), []);
	s.listing.setQuery(query('status:404'));
	await settle();
	t.deepEqual(asides(s.listing.getState()), []);
	s.clock.pass(1000);
	s.store.add(...mixed(67, 69));
	await settle();
	t.deepEqual(asides(s.listing.getState()), ['1 new ↑']);
});

test('keys pressed during a query act on its result', async t => {
	const s = await scene();
	s.store.block();
	s.listing.setQuery(query('status:404'));
	s.listing.move('rowDown');
	s.listing.move('rowDown');
	await showsRows(t, s, '60 59 58 57 56 55 54 53 52 51');
	s.store.release();
	await showsRows(t, s, '60 [57] 54 51 48 45 42 39 36 33');
});

test('a new query waits for a page that is being fetched', async t => {
	const s = await scene();
	s.store.block();
	s.listing.move('oldest');
	s.listing.setQuery(query('status:404'), true);
	s.store.release();
	await showsRows(t, s, '30 27 24 21 18 15 12 9 6 [3]');
});

test('a frozen screen answers a new query and stays frozen', async t => {
	const s = await scene();
	s.listing.toggleFrozen();
	s.listing.setQuery(query('status:404'));
	await settle();
	t.is(s.listing.getState().count?.n, 20);
	s.clock.pass(1000);
	s.store.add(...mixed(61, 66));
	await settle();
	t.is(s.listing.getState().count?.n, 20);
	t.true(shownRows(s).startsWith('60 57'));
});

test('a query that failed is retried', async t => {
	const s = await scene();
	s.store.fail(new Error('out of order'));
	s.listing.setQuery(query('status:404'));
	await settle();
	t.is(s.listing.getState().problem, 'out of order');
	t.true(shownRows(s).startsWith('60 59'));
	s.store.fail(null);
	await passTime(s.clock, 2000);
	await passTime(s.clock, 2000);
	t.true(shownRows(s).startsWith('60 57'));
	t.is(s.listing.getState().problem, null);
});

test('a query relative to the current time is evaluated every second, even without new rows', async t => {
	const s = await scene();
	s.listing.setQuery(query('since:1m'));
	await settle();
	// 100 s after the start, the query matches the last 60 s.
	t.is(s.listing.getState().count?.n, 21);
	for (let second = 0; second < 10; second++) {
		await passTime(s.clock, 1000);
	}
	t.is(s.listing.getState().count?.n, 11);
	s.listing.setQuery(everything);
	await settle();
	const {calls} = s.store;
	const before = calls.length;
	await passTime(s.clock, 10_000);
	t.is(calls.length, before);
});

test('a listing closed during a query relative to the current time sends no more queries', async t => {
	const {store, clock, listing} = await scene();
	listing.setQuery(query('since:1h'));
	await settle();
	store.block();
	clock.pass(1000);
	listing.close();
	store.release();
	await settle();
	const {length} = store.calls;
	for (let n = 0; n < 3; n++) {
		await passTime(clock, 2000);
	}
	t.deepEqual(store.calls.slice(length), []);
});

test('a closed listing ignores new rows', async t => {
	const s = await scene();
	s.listing.setQuery(query('status:404'));
	await settle();
	s.listing.close();
	const {length} = s.store.calls;
	s.clock.pass(1000);
	s.store.add(entry(90));
	await settle();
	t.is(s.store.calls.length, length);
});

test('seek() selects an entry on the page, or fetches the page around it', async t => {
	const s = await scene();
	const seek = async (offset: number): Promise<boolean> => {
		let told: boolean | undefined;
		s.listing.seek(
			async () => mixed(1, 60).find(candidate => candidate.offset === offset) ?? null,
			isFound => {
				told = isFound;
			},
		);
		await waitFor(() => told !== undefined);
		return told === true;
	};
	t.true(await seek(55));
	t.is(shownRows(s), '60 59 58 57 56 [55] 54 53 52 51');
	t.true(await seek(20));
	t.is(shownRows(s), '25 24 23 22 21 [20] 19 18 17 16');
	t.is(s.listing.getState().newer, 35);
	t.false(await seek(99));
	t.is(shownRows(s), '25 24 23 22 21 [20] 19 18 17 16');
});

test('stopSeeking() aborts the search for an entry and drops the moves waiting for it', async t => {
	const s = await scene();
	t.false(s.listing.stopSeeking());
	s.listing.seek(
		(_from, _query, signal) =>
			new Promise((_, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason));
			}),
		() => t.fail(),
	);
	s.listing.move('rowDown');
	t.true(s.listing.stopSeeking());
	await settle();
	t.false(s.listing.stopSeeking());
	s.listing.move('rowDown');
	t.true(shownRows(s).startsWith('[60]'));
});

function isSearching({listing}: ListingScene): boolean {
	return listing.getState().isSearching;
}

test('a search longer than 300 ms is reported until it is answered or cancelled', async t => {
	const s = await scene();
	s.store.block();
	s.listing.setQuery(query('status:4'), true);
	s.clock.pass(200);
	s.listing.setQuery(query('status:404'), true);
	s.clock.pass(99);
	t.false(isSearching(s));
	s.clock.pass(1);
	t.true(isSearching(s));
	t.deepEqual(asides(s.listing.getState()), ['searching … (showing the previous search)']);
	t.true(shownRows(s).startsWith('60 59 58'));
	t.is(s.listing.getState().count?.n, 60);
	s.store.release();
	await settle();
	t.false(isSearching(s));
	t.is(s.listing.getState().count?.n, 20);

	s.store.block();
	const before = query('status:200');
	s.listing.setQuery(before);
	s.clock.pass(100);
	s.store.release();
	await settle();
	s.clock.pass(1000);
	t.false(isSearching(s));

	s.store.block();
	s.listing.setQuery(query('status:404'));
	s.clock.pass(500);
	t.true(isSearching(s));
	s.listing.setQuery(before);
	t.false(isSearching(s));
	s.clock.pass(1000);
	t.false(isSearching(s));
	s.store.release();
	s.listing.close();
});

test('finds the page around a row for random logs and searches', async t => {
	await forAllAsync(
		60,
		fc.uniqueArray(fc.integer({min: 1, max: 200}), {minLength: 1, maxLength: 60}),
		fc.nat(),
		fc.integer({min: 1, max: 12}),
		fc.integer({min: 2, max: 5}),
		async (numbers, nth, size, share) => {
			const past = numbers.map(n => entry(n, {status: n % share === 0 ? 404 : 200}));
			const s = await scene(past, size);
			down(s, 1 + (nth % numbers.length));
			await settle();
			const {rows, selected} = s.listing.getState();
			const line = rows.findIndex(row => row.entry.token === selected);
			const anchor = rows[line]?.entry.offset ?? 0;
			s.listing.setQuery(query('status:404'));
			await settle();

			const matching = numbers.filter(n => n % share === 0).sort((a, b) => b - a);
			const now = s.listing.getState().rows.map(row => row.entry.offset);
			if (matching.length === 0) {
				t.deepEqual(now, []);
				return;
			}
			const distance = (n: number): number => Math.abs(n - anchor);
			const least = Math.min(...matching.map(distance));
			const nearest = matching.findLastIndex(n => distance(n) === least);
			const first = Math.max(0, Math.min(nearest - line, matching.length - size));
			t.deepEqual(now, matching.slice(first, first + size));
			t.is(s.listing.getState().newer, first);
			t.is(
				s.listing.getState().rows.find(row => row.entry.token === s.listing.getState().selected)?.entry
					.offset,
				matching[nearest],
			);
			s.listing.close();
		},
	);
});

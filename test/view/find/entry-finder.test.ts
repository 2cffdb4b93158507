import test from 'ava';
import {everything} from '../../../source/query/query.js';
import type {Entry} from '../../../source/store/store.js';
import {statusFinders} from '../../../source/view/commands/status-finders.js';
import {type Direction, entryFinder} from '../../../source/view/find/entry-finder.js';
import {entries, entry} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';

function numbered(...numbers: readonly number[]) {
	return ({offset}: Entry): boolean => numbers.includes(offset);
}

async function find(
	direction: Direction,
	isWanted: (entry: Entry) => boolean,
	from: {readonly at: number; readonly isSelected: boolean},
	most?: number,
) {
	let isGivenUp = false;
	const store = fakeStore(...entries(1, 1200));
	const finder = entryFinder(
		store,
		direction,
		isWanted,
		() => {
			isGivenUp = true;
		},
		most,
	);
	const start = {entry: entry(from.at), isSelected: from.isSelected, order: 'time'} as const;
	const found = await finder(start, everything, new AbortController().signal);
	return {found: found?.offset ?? null, isGivenUp, calls: store.calls.length};
}

test('finds the next entry down or up across pages', async t => {
	const from = {at: 1100, isSelected: true};
	t.deepEqual(await find('older', numbered(1100, 50, 40), from), {found: 50, isGivenUp: false, calls: 3});
	t.deepEqual(await find('newer', numbered(1100, 1150, 1160), from), {
		found: 1150,
		isGivenUp: false,
		calls: 1,
	});
	t.deepEqual(await find('newer', numbered(3), {at: 1, isSelected: true}), {
		found: 3,
		isGivenUp: false,
		calls: 1,
	});
	t.deepEqual(await find('newer', numbered(1190), {at: 1, isSelected: true}), {
		found: 1190,
		isGivenUp: false,
		calls: 3,
	});
});

test('without a selection, a search down includes the first row', async t => {
	const from = {at: 1200, isSelected: false};
	t.is((await find('older', numbered(1200, 7), from)).found, 1200);
	t.is((await find('newer', numbered(1200, 7), from)).found, null);
});

test('returns null after the last entry and stops after the maximum number of entries', async t => {
	const from = {at: 1200, isSelected: true};
	t.deepEqual(await find('older', numbered(), from), {found: null, isGivenUp: false, calls: 4});
	t.deepEqual(await find('older', numbered(1), from, 600), {found: null, isGivenUp: true, calls: 2});
});

test('stops when it is aborted', async t => {
	const controller = new AbortController();
	const finder = entryFinder(fakeStore(...entries(1, 5000)), 'older', numbered(), () => {});
	const found = finder({entry: entry(5000), isSelected: true, order: 'time'}, everything, controller.signal);
	controller.abort(new Error('left'));
	await t.throwsAsync(found);
});

test('finds errors within the search and reuses the query object for the same search', async t => {
	const store = fakeStore(...[404, 500, 200, 404, 503].map((status, n) => entry(n + 1, {status})));
	const queries: unknown[] = [];
	const finders = statusFinders({
		page(query, ...rest) {
			queries.push(query);
			return store.page(query, ...rest);
		},
	});
	const {signal} = new AbortController();
	const within = {
		text: 'url:en',
		expression: {type: 'not', of: {type: 'token', prefixes: ['0000000000002']}},
	} as const;
	const first = {entry: entry(5), isSelected: false, order: 'time'} as const;
	t.is((await finders(5, 'older')(first, within, signal))?.offset, 5);
	t.is((await finders(4, 'older')(first, within, signal))?.offset, 4);
	t.is(await finders(5, 'older')({...first, isSelected: true}, within, signal), null);
	t.is((await finders(4, 'newer')({...first, entry: entry(1), isSelected: true}, within, signal))?.offset, 4);
	t.is(queries[0], queries[2]);
	t.is(queries[1], queries[3]);
	t.not(queries[0], queries[1]);
});

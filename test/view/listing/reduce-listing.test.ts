import test from 'ava';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {asides} from '../../../source/view/listing/asides.js';
import {initialListing, type ListingState} from '../../../source/view/listing/listing-state.js';
import {type RowPage, reduceListing} from '../../../source/view/listing/reduce-listing.js';
import {type Row, toRow} from '../../../source/view/listing/row.js';
import {pagerText} from '../../../source/view/listing/status-texts.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';

const status = fakeStore().status();
const format = timeFormatter('utc');
function page(first: number, last: number, newer = 0): RowPage {
	return {rows: [...entries(first, last)].reverse().map(entry => toRow(entry, format, start)), newer};
}
function count(n: number, arrived: number) {
	return {n, arrived, partial: false};
}
function tokens(rows: readonly Row[]): readonly number[] {
	return rows.map(row => row.entry.offset);
}

const following = reduceListing(initialListing(3, status), {
	type: 'refreshed',
	count: count(9, 0),
	status,
	page: page(7, 9),
});
const held = reduceListing(following, {type: 'selected', index: 1});

test('shows new rows while following', t => {
	const next = reduceListing(following, {type: 'refreshed', count: count(10, 1), status, page: page(8, 10)});
	t.deepEqual(tokens(next.rows), [10, 9, 8]);
	t.is(pagerText(next), '1–3 of 10');
	t.deepEqual(asides(next), []);
});

test('returns the same state for the same answer', t => {
	const action = {
		type: 'refreshed',
		count: count(9, 0),
		status,
		page: {rows: following.rows, newer: 0},
	} as const;
	t.is(reduceListing(following, action), following);
});

test('returns the same state for an equal status or the cell already selected, so that nothing is drawn', t => {
	const files = [{path: 'access.log', state: 'following'}] as const;
	const indexing = {read: 1, total: 2};
	const first = reduceListing(following, {
		type: 'refreshed',
		count: count(9, 0),
		status: {...status, files, indexing},
		page: null,
	});
	const again = {...status, files: [{...files[0]}], indexing: {...indexing}};
	t.is(reduceListing(first, {type: 'refreshed', count: count(9, 0), status: again, page: null}), first);
	const other = {...again, indexing: {read: 2, total: 2}};
	t.is(
		reduceListing(first, {type: 'refreshed', count: count(9, 0), status: other, page: null}).status,
		other,
	);
	const lagging = {...again, lag: 200, lagTime: 20};
	t.is(reduceListing(first, {type: 'refreshed', count: count(9, 0), status: lagging, page: null}), first);
	const cell = reduceListing(held, {type: 'cellSelected', cell: 'url'});
	t.is(reduceListing(cell, {type: 'cellSelected', cell: 'url'}), cell);
});

test('a selection holds the page and counts new rows', t => {
	t.is(held.mode, 'held');
	t.is(held.selected, following.rows[1]?.entry.token ?? '');
	const next = reduceListing(held, {type: 'refreshed', count: count(12, 3), status, page: page(10, 12)});
	t.is(next.rows, held.rows);
	t.is(next.count?.n, 12);
	t.deepEqual(asides(next), ['3 new ↑']);
	t.is(pagerText(next), pagerText(held));
});

test('ignores the selection of a missing row', t => {
	t.is(reduceListing(following, {type: 'selected', index: 3}), following);
});

test('ignores refreshes while frozen', t => {
	const frozen = reduceListing(following, {type: 'frozen', frozen: true});
	const action = {type: 'refreshed', count: count(12, 3), status, page: page(10, 12)} as const;
	t.is(reduceListing(frozen, action), frozen);
	t.deepEqual(asides(frozen), []);
	t.is(pagerText(frozen), '1–3, frozen (= continues)');
	const thawed = reduceListing(frozen, {type: 'frozen', frozen: false});
	t.deepEqual(tokens(reduceListing(thawed, action).rows), [12, 11, 10]);
});

test('only a move to the newest page marks all new rows as seen', t => {
	const later = reduceListing(held, {type: 'refreshed', count: count(12, 3), status, page: null});
	const deeper = reduceListing(later, {type: 'turned', page: page(4, 6, 6), index: 2, count: count(12, 3)});
	t.deepEqual(asides(deeper), ['3 new ↑']);
	t.is(deeper.selected, deeper.rows[2]?.entry.token ?? '');
	t.is(pagerText(deeper), '7–9, held (g follows again)');
	const top = reduceListing(deeper, {type: 'turned', page: page(10, 12), index: 0, count: count(12, 3)});
	t.deepEqual(asides(top), []);
	t.is(top.mode, 'held');
});

test("columns don't get narrower on a page with shorter cells", t => {
	const wide = {rows: [toRow(entry(6, {ip: '2001:db8::a2f:1'}), format, start)], newer: 3};
	const deeper = reduceListing(held, {type: 'turned', page: wide, index: 0, count: count(12, 3)});
	t.is(deeper.widest.ip, 15);
	const back = reduceListing(deeper, {type: 'turned', page: page(10, 12), index: 0, count: count(12, 3)});
	t.is(back.widest.ip, 15);
});

test('release clears the selection and unfreezes', t => {
	const frozen = reduceListing(held, {type: 'frozen', frozen: true});
	const released = reduceListing(frozen, {type: 'released'});
	t.like(released, {mode: 'following', frozen: false, selected: null});
});

test('a page that shrinks keeps the selected row', t => {
	const last = reduceListing(following, {type: 'selected', index: 2});
	const shrunk = reduceListing(last, {type: 'resized', size: 2});
	t.deepEqual(tokens(shrunk.rows), [8, 7]);
	t.is(shrunk.newer, 1);
	t.deepEqual(tokens(reduceListing(held, {type: 'resized', size: 2}).rows), [9, 8]);
});

test('a page that grows is filled at both ends', t => {
	const grown = reduceListing(held, {type: 'resized', size: 6});
	const above = page(10, 10).rows;
	const below = page(5, 6).rows;
	const filled = reduceListing({...grown, newer: 4}, {type: 'extended', above, below});
	t.deepEqual(tokens(filled.rows), [10, 9, 8, 7, 6, 5]);
	t.is(filled.newer, 3);
	t.is(filled.selected, held.selected);
});

test('a failure is shown until the next answer', t => {
	const failed = reduceListing(following, {type: 'failed', problem: 'no connection', status});
	t.is(failed.problem, 'no connection');
	t.is(failed.rows, following.rows);
	const action = {type: 'refreshed', count: count(9, 0), status, page: null} as const;
	t.is(reduceListing(failed, action).problem, null);
});

const beside: ReadonlyArray<readonly [text: string, changes: Partial<ListingState>]> = [
	['partial', {count: {n: 9, arrived: 0, partial: true}}],
	['so far; reading older requests, 42 %', {status: {...status, indexing: {read: 429, total: 1000}}}],
	['so far; reading older requests, 0 %', {status: {...status, indexing: {read: 0, total: 0}}}],
	['so far; reading older requests, 99 %', {status: {...status, indexing: {read: 999, total: 1000}}}],
	['3 ahead of the clock ↑', {newer: 3}],
	['12 older dropped', {status: {...status, evicted: 12}}],
	['older ones not kept', {status: {...status, pastLeftOut: true}}],
];

for (const [text, changes] of beside) {
	test(`shows next to the count: ${text}`, t => {
		t.deepEqual(asides({...following, ...changes}), [text]);
	});
}

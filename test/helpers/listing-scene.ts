import type {ExecutionContext} from 'ava';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {everything} from '../../source/query/query.js';
import type {Entry} from '../../source/store/store.js';
import {ListingController} from '../../source/view/listing/listing-controller.js';
import {start} from './entry.js';
import {type FakeClock, fakeClock} from './fake-clock.js';
import {type FakeStore, fakeStoreAt} from './fake-store.js';
import {settle} from './settle.js';

export type ListingScene = {
	readonly store: FakeStore;
	readonly clock: FakeClock;
	readonly listing: ListingController;
};

/** Returns a listing of all entries with its first page loaded. */
export async function listingScene(past: readonly Entry[], size = 10): Promise<ListingScene> {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...past);
	const listing = new ListingController({
		store,
		query: everything,
		size,
		formatTime: timeFormatter('utc'),
		clock,
	});
	await settle();
	return {store, clock, listing};
}

/** Returns the numbers of the visible rows, with the selected one in brackets. */
export function shownRows({listing}: ListingScene): string {
	const {rows, selected} = listing.getState();
	return rows
		.map(row => (row.entry.token === selected ? `[${row.entry.offset}]` : String(row.entry.offset)))
		.join(' ');
}

/** Asserts what `shownRows` returns once no callbacks are pending. */
export async function showsRows(
	t: ExecutionContext,
	scene: ListingScene,
	rows: string,
	message?: string,
): Promise<void> {
	await settle();
	t.is(shownRows(scene), rows, message);
}

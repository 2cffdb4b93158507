import test from 'ava';
import {calendarIn} from '../../../source/format/calendar.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {everything, isEverything} from '../../../source/query/query.js';
import type {Store} from '../../../source/store/store.js';
import {asides} from '../../../source/view/listing/asides.js';
import {ListingController} from '../../../source/view/listing/listing-controller.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

test('after two holds of the page, the newest entry of the later hold counts, regardless of the order of answers', async t => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 60));
	const waiting: Array<() => void> = [];
	const slow: Store = {
		...store,
		async page(asked, cursor, size, signal) {
			const page = await store.page(asked, cursor, size);
			if (isEverything(asked) && cursor.from === 'newest' && size === 1) {
				await new Promise<void>(resolve => {
					waiting.push(resolve);
				});
				signal?.throwIfAborted();
			}
			return page;
		},
	};
	const listing = new ListingController({
		store: slow,
		query: parseQuery('status:200', calendarIn('utc', start)),
		size: 10,
		formatTime: timeFormatter('utc'),
		clock,
	});
	await settle();
	listing.move('rowDown');
	await waitFor(() => waiting.length === 1);
	listing.release();
	clock.pass(1000);
	store.add(...entries(61, 63));
	await settle();
	listing.move('rowDown');
	await waitFor(() => waiting.length === 2);
	waiting[1]?.();
	await settle();
	waiting[0]?.();
	await settle();
	clock.pass(1000);
	store.add(entry(64));
	listing.setQuery(everything);
	await settle();
	t.deepEqual(asides(listing.getState()), ['1 new ↑']);
	listing.close();
});

import test from 'ava';
import {firstRows} from '../../../source/commands/watch.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {everything} from '../../../source/query/query.js';
import {ListingController} from '../../../source/view/listing/listing-controller.js';
import {entries} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {settle} from '../../helpers/settle.js';

test('firstRows() waits for rows, at most for the given time', async t => {
	const store = fakeStore();
	const clock = fakeClock(0);
	const listing = new ListingController({
		store,
		query: everything,
		size: 10,
		formatTime: timeFormatter('utc'),
		clock,
	});
	let ended = '';
	void firstRows(listing, clock, 50).then(() => {
		ended += 'rows';
	});
	void firstRows(listing, clock, 10).then(() => {
		ended += 'time, ';
	});
	await settle();
	t.is(ended, '');
	await passTime(clock, 10);
	t.is(ended, 'time, ');
	store.add(...entries(1, 3));
	await settle();
	t.is(ended, 'time, rows');
	t.is(listing.getState().rows.length, 3);
	await firstRows(listing, clock, 50);
	listing.close();
});

import test from 'ava';
import {systemClock} from '../../../source/clock.js';
import {firstPageSize, screenData} from '../../../source/view/screen/screen-data.js';
import {fakeStore} from '../../helpers/fake-store.js';

test('rejects an unknown time zone', t => {
	t.throws(() => screenData({store: fakeStore(), rotated: '', zone: 'Mars/Base'}, 10, systemClock), {
		instanceOf: RangeError,
	});
});

test('the first page has the requested number of rows, but no more than fit', t => {
	t.is(firstPageSize(10, 24), 10);
	t.is(firstPageSize(10, 5), 2);
	t.is(firstPageSize('fit', 50), 43);
	// An unknown height counts as 24 lines.
	t.is(firstPageSize('fit', 0), firstPageSize('fit', 24));
});

import test from 'ava';
import {systemClock} from '../../../source/clock.js';
import {firstPageSize, screenData} from '../../../source/view/screen/screen-data.js';
import {fakeStore} from '../../helpers/fake-store.js';

test('an unknown zone is refused', t => {
	t.throws(() => screenData({store: fakeStore(), rotated: '', zone: 'Mars/Base'}, 10, systemClock), {
		instanceOf: RangeError,
	});
});

test('the first page is as large as is wanted, and as there is room for', t => {
	t.is(firstPageSize(10, 24), 10);
	t.is(firstPageSize(10, 5), 2);
	t.is(firstPageSize('fit', 50), 42);
	// A terminal that doesn't say has 24 lines.
	t.is(firstPageSize('fit', 0), firstPageSize('fit', 24));
});

import test from 'ava';
import {everything} from '../../../source/query/query.js';
import {askFigures} from '../../../source/view/pulse/figures.js';
import {entries, entry} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';

const {signal} = new AbortController();

test('the count and the histogram are queried concurrently, because a server takes a while for each', async t => {
	const store = fakeStore(...entries(1, 3), entry(4, {status: 404}));
	store.block();
	const figures = askFigures(store, everything, signal);
	t.deepEqual(
		store.calls.map(call => call.split(' ')[0]),
		['count', 'histogram'],
	);
	store.release();
	t.deepEqual((await figures).counts, [0, 0, 3, 0, 1, 0]);
});

test('requests without a time are also counted by status', async t => {
	const store = fakeStore(...entries(1, 3), entry(4, {time: null, status: 404}));
	t.deepEqual((await askFigures(store, everything, signal)).counts, [0, 0, 3, 0, 1, 0]);
});

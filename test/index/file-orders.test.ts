import test from 'ava';
import fc from 'fast-check';
import {FileOrders} from '../../source/index/file-orders.js';
import {forAll} from '../helpers/for-all.js';

test('sorts files by source, path and number, regardless of the order in which they are found', t => {
	const name = fc.constantFrom('', 'a', 'b', 'b/c', 'ä');
	forAll(100, fc.array(fc.record({source: name, path: name}), {maxLength: 30}), files => {
		const orders = new FileOrders();
		for (const [number, file] of files.entries()) {
			t.is(orders.add(file), number);
			const known = files.slice(0, number + 1).map((other, index) => ({...other, index}));
			const keyOf = ({source, path}: {source: string; path: string}): string => `${source}\0${path}`;
			const expected = known.toSorted((a, b) =>
				keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.index - b.index,
			);
			const found = known.toSorted((a, b) => orders.orderOf(a.index) - orders.orderOf(b.index));
			t.deepEqual(found, expected);
			t.is(new Set(known.map(({index}) => orders.orderOf(index))).size, known.length);
		}
	});
});

test('fault 47: a hundred thousand rotations of hundreds of files cost little', t => {
	const orders = new FileOrders();
	const begin = process.cpuUsage();
	for (let rotation = 0; rotation < 500; rotation++) {
		for (let file = 0; file < 200; file++) {
			orders.add({source: '', path: `/var/log/${file}/access.log`});
		}
	}
	const {user, system} = process.cpuUsage(begin);
	t.true(user + system < 2e6, `${user + system} µs`);
	t.true(orders.orderOf(99_999) > orders.orderOf(199));
});

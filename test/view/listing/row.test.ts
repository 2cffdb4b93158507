import test from 'ava';
import {fitWidth} from '../../../source/listing/fit-width.js';
import {toRow} from '../../../source/view/listing/row.js';
import {entry, start} from '../../helpers/entry.js';
import {nastyUnits} from '../../helpers/nasty-units.js';

for (const unit of nastyUnits) {
	test.serial(`hostile 10: a URL of a megabyte of ${JSON.stringify(unit)} is shown in under 50 ms`, t => {
		const url = unit.repeat(1_000_000 / unit.length);
		const times = Array.from({length: 5}, () => {
			const begin = performance.now();
			const {cells} = toRow(entry(1, {url, method: url, ip: url}), () => 'now', start);
			t.true(fitWidth(cells.url, 200).length >= 100);
			return performance.now() - begin;
		});
		t.true(Math.min(...times) < 50, `${times}`);
	});
}

test('a time that can’t be right is marked', t => {
	t.is(toRow(entry(1), () => 'now', start + 2000).cells.time, 'now');
	t.is(toRow(entry(1, {time: 0}), () => 'then', start).cells.time, 'then !');
});

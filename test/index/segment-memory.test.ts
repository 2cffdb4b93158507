import test from 'ava';
import {memoryOf, Segment} from '../../source/index/segment.js';
import {noTexts} from '../helpers/no-texts.js';

test('transfers all memory of a segment: columns of any width, strings and order', t => {
	const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, 0);
	for (let row = 0; row < 2000; row++) {
		// Every tenth is late.
		segment.add(row % 10 === 9 ? (row - 5) * 60_000 : row * 60_000, row * 100_000);
		segment.status.push(row, row % 7 === 0 ? 500 : 200);
		segment.zone.push(row, 1440);
		segment.format.push(row, row % 2);
		segment.flags.push(row, 0);
		segment.bytes.push(row, row % 3 === 0 ? Number.NaN : row * 70_000);
		segment.durationMs.push(row, row / 8);
		for (const [field, column] of segment.texts.entries()) {
			column.push(row, field === 0 ? row % 300 : 0);
		}
	}
	segment.settle();
	segment.seal();
	const parts = segment.parts();
	const arrays = [parts.order, ...[...parts.columns, ...parts.texts].map(({values}) => values)].filter(
		values => values !== undefined,
	);
	t.deepEqual([...new Set(arrays.map(({BYTES_PER_ELEMENT: bytes}) => bytes))].sort(), [1, 2, 4, 8]);
	t.not(parts.order, undefined);
	const taken = structuredClone(parts, {transfer: [...memoryOf(parts)]});
	t.true(arrays.every(({byteLength}) => byteLength === 0));
	t.is(taken.order?.length, 2000);
	t.is(taken.columns.length, parts.columns.length);
});

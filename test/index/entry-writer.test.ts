import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, noStatus, spanOf} from '../../source/entries/entry-record.js';
import {textFields} from '../../source/fields/fields.js';
import {newDictionaries, noText} from '../../source/index/dictionary.js';
import {entryFlags} from '../../source/index/entry-columns.js';
import {EntryWriter, zoneBias} from '../../source/index/entry-writer.js';
import {segmentRows} from '../../source/index/row-numbers.js';
import {Segment} from '../../source/index/segment.js';
import {forAll} from '../helpers/for-all.js';

function open(live = false) {
	const dictionaries = newDictionaries(textFields.length);
	const segments: Segment[] = [];
	const tooOld: number[] = [];
	const writer = new EntryWriter(
		offset => {
			const segment = Segment.open({file: 3, live, dictionaries}, offset);
			segments.push(segment);
			return segment;
		},
		entries => {
			tooOld.push(entries);
		},
	);
	const textOf = (segment: Segment, row: number, column: number): string | null => {
		const id = segment.texts[column]?.get(row) ?? noText;
		return id === noText ? null : (dictionaries[column]?.bytes(id).toString() ?? null);
	};
	return {writer, segments, tooOld, dictionaries, textOf};
}

function recordAt(time: number): EntryRecord {
	const record = new EntryRecord();
	record.time = time;
	return record;
}

test('stores all fields of a record', t => {
	const {writer, segments, textOf} = open(true);
	const bytes = Buffer.from(textFields.join(' '));
	const record = recordAt(1_795_000_000_000);
	record.zone = -570;
	record.status = 404;
	record.bytes = 2 ** 40;
	record.durationMs = 0.125;
	record.incomplete = true;
	let position = 0;
	for (const field of textFields) {
		record.spans[spanOf[field]] = position;
		position += field.length + 1;
		record.spans[spanOf[field] + 1] = position - 1;
	}
	writer.add(bytes, record, 2, 7000);
	writer.add(bytes, new EntryRecord(), 1, 7100);
	writer.settle();
	const check = (): void => {
		const [segment] = segments;
		t.is(segments.length, 1);
		if (segment === undefined) {
			return;
		}
		t.is(segment.rows, 2);
		t.is(segment.file, 3);
		t.true(segment.live);
		t.is(segment.time.get(0), 1_795_000_000_000);
		t.is(segment.zone.get(0) - zoneBias, -570);
		t.is(segment.status.get(0), 404);
		t.is(segment.format.get(0), 2);
		t.is(segment.flags.get(0), entryFlags.incomplete);
		t.is(segment.bytes.get(0), 2 ** 40);
		t.is(segment.durationMs.get(0), 0.125);
		t.is(segment.offset(0), 7000);
		t.deepEqual(
			textFields.map((_, index) => textOf(segment, 0, index)),
			[...textFields],
		);
		// The second row has no values, and sorts at the time of the first.
		t.is(segment.time.get(1), 1_795_000_000_000);
		t.is(segment.flags.get(1), entryFlags.timeless);
		t.is(segment.zone.get(1), zoneBias);
		t.is(segment.status.get(1), noStatus);
		t.is(segment.format.get(1), 1);
		t.is(segment.bytes.get(1), Number.NaN);
		t.is(segment.durationMs.get(1), Number.NaN);
		t.is(segment.offset(1), 7100);
		t.deepEqual(
			textFields.map((_, index) => textOf(segment, 1, index)),
			textFields.map(() => null),
		);
	};
	check();
	writer.close();
	t.true(segments[0]?.sealed);
	check();
});

test('a writer without entries opens no segment', t => {
	const {writer, segments} = open();
	writer.settle();
	writer.close();
	t.deepEqual(segments, []);
});

test('lines without a time before the first time of a file sort first', t => {
	const {writer, segments} = open();
	const bytes = Buffer.from('x');
	writer.add(bytes, new EntryRecord(), 0, 0);
	writer.add(bytes, recordAt(5000), 0, 10);
	writer.add(bytes, recordAt(3000), 0, 20);
	writer.add(bytes, new EntryRecord(), 0, 30);
	writer.settle();
	const [segment] = segments;
	t.deepEqual(
		[0, 1, 2, 3].map(row => segment?.time.get(row)),
		[0, 5000, 3000, 3000],
	);
	t.deepEqual(
		[0, 1, 2, 3].map(rank => segment?.rowAt(rank)),
		[0, 2, 3, 1],
	);
});

test('keeps the strings of any number of rows after the buffers are reused', t => {
	const chunk = fc.record({
		rows: fc.oneof(fc.nat({max: 5}), fc.integer({min: 1020, max: 1030}), fc.constant(2500)),
		settled: fc.boolean(),
		reused: fc.boolean(),
	});
	forAll(100, fc.array(chunk, {minLength: 1, maxLength: 5}), chunks => {
		const {writer, segments, textOf} = open();
		const shared = Buffer.alloc(40_000);
		let total = 0;
		for (const {rows, settled, reused} of chunks) {
			if (reused) {
				writer.settle();
			}
			const bytes = reused ? shared : Buffer.alloc(40_000);
			let position = 0;
			for (let row = 0; row < rows; row++) {
				const url = `/${total}`;
				const ip = `10.0.0.${total % 3}`;
				const record = recordAt(1000 + total);
				record.spans[spanOf.url] = position;
				position += bytes.write(url, position);
				record.spans[spanOf.url + 1] = position;
				if (total % 2 === 0) {
					record.spans[spanOf.ip] = position;
					position += bytes.write(ip, position);
					record.spans[spanOf.ip + 1] = position;
				}
				writer.add(bytes, record, 0, total++);
			}
			if (settled || reused) {
				writer.settle();
				bytes.fill('#');
			}
		}
		writer.settle();
		const [segment] = segments;
		t.is(segment?.rows ?? 0, total);
		const wrong = Array.from({length: total}, (_, row) => row).filter(
			row =>
				segment === undefined ||
				textOf(segment, row, spanOf.url / 2) !== `/${row}` ||
				textOf(segment, row, spanOf.ip / 2) !== (row % 2 === 0 ? `10.0.0.${row % 3}` : null),
		);
		t.deepEqual(wrong, []);
	});
});

test('continues in a new segment when one is full, also for rows without a time', t => {
	const {writer, segments, textOf} = open();
	const bytes = Buffer.from('abcdefghij');
	for (let row = 0; row < segmentRows + 10; row++) {
		const record = row < segmentRows - 5 || row > segmentRows + 5 ? recordAt(row) : new EntryRecord();
		record.spans[spanOf.url] = row % 7;
		record.spans[spanOf.url + 1] = (row % 7) + 3;
		writer.add(bytes, record, 0, row * 2);
	}
	writer.settle();
	const [first, second] = segments;
	t.is(segments.length, 2);
	t.is(first?.rows, segmentRows);
	t.is(second?.rows, 10);
	t.true(first?.sealed);
	t.false(second?.sealed);
	t.is(first?.time.get(segmentRows - 1), segmentRows - 6);
	t.is(second?.time.get(0), segmentRows - 6);
	t.is(second?.time.get(9), segmentRows + 9);
	t.is(second?.offset(0), segmentRows * 2);
	for (const [segment, begin] of [
		[first, 0],
		[second, segmentRows],
	] as const) {
		for (let row = 0; segment !== undefined && row < segment.rows; row++) {
			const at = (begin + row) % 7;
			if (textOf(segment, row, spanOf.url / 2) !== bytes.toString('latin1', at, at + 3)) {
				t.fail(`row ${row}`);
			}
		}
	}
});

test('fault 43: an offset 4 GiB further starts a new segment', t => {
	const {writer, segments} = open();
	const bytes = Buffer.from('x');
	const begin = 2 ** 45;
	for (const distance of [0, 2 ** 32 - 1, 2 ** 32, 2 ** 33 - 1, 2 ** 33]) {
		writer.add(bytes, recordAt(1000), 0, begin + distance);
	}
	writer.settle();
	t.deepEqual(
		segments.map(segment => Array.from({length: segment.rows}, (_, row) => segment.offset(row) - begin)),
		[[0, 2 ** 32 - 1], [2 ** 32, 2 ** 33 - 1], [2 ** 33]],
	);
});

test('reports entries older than evicted ones exactly once', t => {
	const {writer, segments, tooOld} = open();
	const bytes = Buffer.from('x');
	for (const [offset, time] of [1000, 2000, 3000, 4000].entries()) {
		writer.add(bytes, recordAt(time), 0, offset);
	}
	writer.settle();
	t.deepEqual(tooOld, []);
	segments[0]?.evictTo(2);
	for (const [index, time] of [1500, 2000, 2500, 500, 1999].entries()) {
		writer.add(bytes, recordAt(time), 0, 10 + index);
	}
	writer.settle();
	writer.settle();
	writer.close();
	t.is(
		tooOld.reduce((sum, entries) => sum + entries, 0),
		3,
	);
	t.is(segments[0]?.evicted, 5);
});

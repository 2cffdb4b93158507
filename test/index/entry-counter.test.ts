import test from 'ava';
import {EntryRecord} from '../../source/entries/entry-record.js';
import {EntryCounter} from '../../source/index/entry-counter.js';

test('counts what any writer is given, and holds none of it', t => {
	const counter = new EntryCounter();
	const record = new EntryRecord();
	for (const writer of [counter.writer(), counter.writer()]) {
		writer.add(Buffer.alloc(0), record, 0, 0);
		writer.add(Buffer.alloc(0), record, 0, 10);
		writer.settle();
		writer.close();
	}
	t.is(counter.count, 4);
	counter.evict(1);
	t.is(counter.count, 4);
	t.is(counter.evicted, 0);
	t.deepEqual(counter.older(undefined, 10).refs, []);
});

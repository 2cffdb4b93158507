import test from 'ava';
import {EntryRecord, fields, spanOf} from '../../source/entries/entry-record.js';
import {textFields} from '../../source/fields/fields.js';
import {fieldsOf} from '../helpers/line-fields.js';

test('every field has its own span', t => {
	const record = new EntryRecord();
	t.deepEqual(fields.slice(0, textFields.length), [...textFields]);
	t.is(record.spans.length, fields.length * 2);
	t.deepEqual(
		fields.map(field => spanOf[field]),
		fields.map((_, index) => index * 2),
	);
});

test('a new record and a cleared record are empty', t => {
	const record = new EntryRecord();
	t.deepEqual(fieldsOf(Buffer.from('abc'), record, 'none'), {});
	record.time = 1;
	record.zone = 60;
	record.status = 200;
	record.bytes = 5;
	record.durationMs = 7;
	record.spans.fill(1);
	record.clear();
	t.deepEqual(record, new EntryRecord());
	t.deepEqual(fieldsOf(Buffer.from('abc'), record, 'none'), {});
});

import test from 'ava';
import {unread} from '../../source/entries/entry-record.js';
import type {FormatReader} from '../../source/entries/format.js';
import {formats, readers} from '../../source/entries/formats.js';
import {ReadersByFirstByte} from '../../source/entries/readers-by-first-byte.js';

const reader = (begins?: string): FormatReader => ({
	...(begins === undefined ? {} : {begins}),
	formats: [],
	open: () => () => unread,
});

test('a reader that says how lines begin is found for those, one that does not for all', t => {
	const found = ReadersByFirstByte.of([reader('[{'), reader(), reader('0123')]);
	const of = (first: string): readonly number[] => found.indexes(first.charCodeAt(0));
	t.deepEqual(of('['), [0, 1]);
	t.deepEqual(of('{'), [0, 1]);
	t.deepEqual(of('3'), [1, 2]);
	t.deepEqual(of('4'), [1]);
	t.deepEqual(found.indexes(0xff), [1]);
});

test('a byte gives the same again, and the same readers share what was found', t => {
	const candidates = [reader('a'), reader()];
	const found = ReadersByFirstByte.of(candidates);
	t.is(found.indexes(97), found.indexes(97));
	t.is(ReadersByFirstByte.of(candidates), found);
	t.not(ReadersByFirstByte.of([...candidates]), found);
});

test('the example of each format is left to a reader of that format', t => {
	const found = ReadersByFirstByte.of(readers);
	for (const {name, example} of formats) {
		const index = readers.findIndex(({formats: those}) => those.some(format => format.name === name));
		t.true(found.indexes(Buffer.from(example)[0] ?? 0).includes(index), name);
	}
});

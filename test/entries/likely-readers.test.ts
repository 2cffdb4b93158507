import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, unread} from '../../source/entries/entry-record.js';
import type {FormatReader} from '../../source/entries/format.js';
import {formats, readers} from '../../source/entries/formats.js';
import {LikelyReaders} from '../../source/entries/likely-readers.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {statusNeeds, textNeeds} from '../../source/entries/line-texts.js';
import {prefixEnds, prefixes, vaguePrefixes} from '../../source/entries/wrappers/prefixes.js';
import {wrappers} from '../../source/entries/wrappers/wrappers.js';
import {forAll} from '../helpers/for-all.js';

function reader(begins?: string): FormatReader {
	return {...(begins === undefined ? {} : {begins}), formats: [], open: () => () => unread};
}

test('a reader is likely for its first bytes, or for any byte if it declares none', t => {
	const found = LikelyReaders.of([reader('[{'), reader(), reader('0123')]);
	const of = (first: string): readonly number[] =>
		[0, 1, 2].filter(index => found.mayBegin(index, first.charCodeAt(0)));
	t.deepEqual(of('['), [0, 1]);
	t.deepEqual(of('{'), [0, 1]);
	t.deepEqual(of('3'), [1, 2]);
	t.deepEqual(of('4'), [1]);
	t.deepEqual(of('\u00FF'), [1]);
});

test('caches results per byte and shares them between equal lists of readers', t => {
	const candidates = [reader('a'), reader()];
	const found = LikelyReaders.of(candidates);
	for (const _ of [1, 2]) {
		t.true(found.mayBegin(0, 97));
		t.false(found.mayBegin(0, 98));
	}
	t.is(LikelyReaders.of(candidates), found);
	t.not(LikelyReaders.of([...candidates]), found);
});

test('the reader of a format is likely for the example of the format', t => {
	const found = LikelyReaders.of(readers);
	for (const {name, example} of formats) {
		const index = readers.findIndex(({formats: those}) => those.some(format => format.name === name));
		t.true(found.mayBegin(index, Buffer.from(example)[0] ?? 0), name);
	}
});

test('a reader with needs is likely only for a line that meets all parts of one need', t => {
	const candidates = [
		{...reader(), needs: [textNeeds('] "'), [...textNeeds('a='), ...textNeeds('|')]]},
		reader(),
		{...reader(), needs: [statusNeeds('(', ')')]},
	];
	const found = LikelyReaders.of(candidates);
	const likely = (line: string, certain = -1): readonly number[] => {
		found.scan(Buffer.from(`<<${line}>>`), 2, 2 + Buffer.byteLength(line), certain);
		return [...candidates.keys()].filter(index => found.has(index));
	};
	t.deepEqual(likely('[x] "GET'), [0, 1]);
	t.deepEqual(likely('[x] GET "'), [1]);
	t.deepEqual(likely('a=1 | b'), [0, 1]);
	t.deepEqual(likely('a=1'), [1]);
	t.deepEqual(likely('GET / (404)'), [1, 2]);
	for (const line of ['GET / (604)', '(4040)', '(40)', '404)', '(404', '404']) {
		t.deepEqual(likely(line), [1], line);
	}
	t.deepEqual(likely('', 2), [1, 2]);
	t.false(found.has(0));
	t.true(found.has(2));
});

test('every prefix ends with a sign or a space', t => {
	for (const {name, patterns} of [...prefixes, ...vaguePrefixes]) {
		for (const pattern of patterns) {
			const ending = pattern
				.replace(/\$(?:unversioned|beforepriority)$/, '')
				.replace(/\$priority$/, '>')
				.replace(/\$columns$/, '\t')
				.replace(/\$(?:indent|dash|message)$/, ' ');
			t.true(prefixEnds.includes(Buffer.from(ending).at(-1) ?? 0), name);
			t.regex(ending, /[^a-z\d")}]$/i, name);
		}
	}
});

/** Fragments of errors and requests. Replacing a part of a line by one of them creates edge cases. */
const bits = fc.constantFrom(
	...['', ' ', '  ', '-', '"', '[', ']', '|', ':', '=', '{', '/', '200', '404', '20', '1795165387', '0.012'],
	...[
		'\u001B[31m',
		'\u001B[0m',
		'#033[0m',
		'203.0.113.7',
		'20/Nov/2026:09:03:07 +0000',
		'2026-11-20 09:03:07',
	],
	...['GET /en/ HTTP/1.1', '"GET /en/ HTTP/1.1"', '] "', '" ', 'INFO: ', '[error] ', '#Fields: ', '\t'],
);
const lines = fc.constantFrom(...formats, ...wrappers).map(({example}) => example);
const changed = fc
	.tuple(
		fc.array(
			fc.constantFrom(...wrappers).map(({example}) => example.slice(0, Math.max(0, example.indexOf('203.')))),
			{maxLength: 2},
		),
		lines,
		fc.array(fc.tuple(fc.double({min: 0, max: 1, noNaN: true}), fc.nat(6), bits), {maxLength: 3}),
	)
	.map(([before, line, changes]) => {
		let text = before.join('') + line;
		for (const [share, removed, added] of changes) {
			const at = Math.floor(share * text.length);
			text = text.slice(0, at) + added + text.slice(at + removed);
		}
		return text;
	});

test('skips a reader for another first byte, even if it read the line before', t => {
	for (const line of [
		'203.0.113.7:51234 "GET /en/ HTTP/1.1" 200 "-" "curl/8.5.0" 143.2µs',
		'203.0.113.7 -  20/Nov/2026:09:03:07 +0000 "GET /index.php" 200',
	]) {
		const reader = new LineReader();
		const [whole, broken] = [line, `|${line}`].map(text => {
			const bytes = Buffer.from(text);
			return reader.read(bytes, 0, bytes.length, new EntryRecord());
		});
		t.not(whole, unread);
		t.is(broken, unread);
	}
});

test('skipping unlikely readers never changes the result', t => {
	forAll(3000, fc.array(changed, {minLength: 1, maxLength: 4}), texts => {
		const reader = new LineReader();
		const record = new EntryRecord();
		for (const text of texts) {
			const bytes = Buffer.from(text);
			const number = reader.read(bytes, 0, bytes.length, record);
			const all = new LineReader();
			all.header = reader.header;
			t.is(number, all.read(bytes, 0, bytes.length, new EntryRecord(true)), text);
		}
	});
});

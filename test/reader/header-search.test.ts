import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../source/entries/entry-record.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {type LogHeader, noHeader} from '../../source/entries/log-header.js';
import {HeaderSearch} from '../../source/reader/header-search.js';
import {forAllAsync} from '../helpers/for-all.js';
import {MemoryFile} from '../helpers/memory-file.js';
import {w3cLog} from '../helpers/w3c-lines.js';

/** Returns the active header for a line at each offset, found by reading forwards. */
function inForce(log: Buffer): readonly LogHeader[] {
	const reader = new LineReader();
	const headers: LogHeader[] = [];
	for (let start = 0; start <= log.length; ) {
		const newline = log.indexOf('\n', start);
		const end = newline === -1 ? log.length : newline;
		headers.push(reader.header);
		if (end > start) {
			reader.read(log, start, end, new EntryRecord());
		}
		while (headers.length <= end) {
			headers.push(reader.header);
		}
		start = end + 1;
	}
	return headers;
}

async function search(
	headers: HeaderSearch,
	file: MemoryFile,
	offset: number,
	buffer: Buffer,
): Promise<LogHeader | 'unreadable'> {
	for (;;) {
		const found = await headers.search(file, offset, buffer);
		if (found !== 'looking') {
			return found;
		}
	}
}

test('a backward search finds the same header as reading forwards', async t => {
	await forAllAsync(
		500,
		w3cLog,
		fc.array(fc.double({min: 0, max: 1, noNaN: true}), {minLength: 1, maxLength: 8}),
		fc.oneof(fc.integer({min: 16, max: 200}), fc.constant(100_000)),
		fc.boolean(),
		async (text, parts, size, isHandedOn) => {
			const log = Buffer.from(text);
			const file = new MemoryFile(log, {isSlow: false});
			const expected = inForce(log);
			let headers = new HeaderSearch();
			// Mostly descending, as in a backfill, but an offset may be repeated.
			const offsets = parts.map(part => Math.floor(part * log.length)).sort((a, b) => b - a);
			// Printing also reads in ascending order.
			for (const index of [...offsets, ...offsets.slice(-2), ...offsets.toReversed()]) {
				const found = await search(headers, file, index, Buffer.alloc(size));
				t.deepEqual(found, expected[index] ?? noHeader, `at ${index} of ${JSON.stringify(text)}`);
				headers = isHandedOn ? new HeaderSearch(structuredClone(headers.known)) : headers;
			}
		},
	);
});

test('searches no part of the file twice, in ascending order', async t => {
	const line = '2026-11-20 09:03:07 203.0.113.7 GET /\n';
	const header = '#Fields: date time c-ip cs-method cs-uri-stem\n';
	const file = new MemoryFile(header + line.repeat(1000), {isSlow: false});
	const headers = new HeaderSearch();
	const buffer = Buffer.alloc(1000);
	for (let offset = header.length; offset <= file.size; offset += 500) {
		t.is(((await search(headers, file, offset, buffer)) as LogHeader).fields, header.trimEnd());
	}
	const read = file.reads.reduce((sum, [, length]) => sum + length, 0);
	t.true(read < 2.2 * file.size + 5000, String(read));
});

test('searches no part of the file twice', async t => {
	const line = '2026-11-20 09:03:07 203.0.113.7 GET /\n';
	const header = '#Fields: date time c-ip cs-method cs-uri-stem\n';
	const file = new MemoryFile(header + line.repeat(1000), {isSlow: false});
	const headers = new HeaderSearch();
	const buffer = Buffer.alloc(1000);
	for (let offset = file.size; offset > header.length; offset -= 500) {
		t.is(((await search(headers, file, offset, buffer)) as LogHeader).fields, header.trimEnd());
	}
	const read = file.reads.reduce((sum, [, length]) => sum + length, 0);
	t.true(read < 1.2 * file.size + 5000, String(read));
});

test('searches a log full of headers only once', async t => {
	const lines =
		'#Fields: date time c-ip cs-method cs-uri-stem\n2026-11-20 09:03:07 203.0.113.7 GET /\n# Fields\n#\n';
	const file = new MemoryFile(lines.repeat(1000), {isSlow: false});
	const headers = new HeaderSearch();
	const buffer = Buffer.alloc(4000);
	for (let offset = file.size; offset > 0; offset -= 8000) {
		await search(headers, file, offset, buffer);
	}
	t.true(file.reads.length < 60, String(file.reads.length));
});

test('finds a header after a failed read', async t => {
	const file = new MemoryFile('#Fields: date time\n\n', {isSlow: false});
	const headers = new HeaderSearch();
	file.isReadable = false;
	t.is(await headers.search(file, 20, Buffer.alloc(100)), 'unreadable');
	file.isReadable = true;
	t.deepEqual(await headers.search(file, 20, Buffer.alloc(100)), {fields: '#Fields: date time', date: ''});
});

test('a line begins after a byte order mark, and after a hole of NULs', async t => {
	const fields = '#Fields: date time c-ip cs-method';
	for (const before of ['\u{feff}', 'x\n\0\0\0', '\0']) {
		const file = new MemoryFile(`${before}${fields}\r\n`, {isSlow: false});
		t.deepEqual(await search(new HeaderSearch(), file, file.size, Buffer.alloc(16)), {fields, date: ''});
	}
	const file = new MemoryFile(`x\u{feff}${fields}\n`, {isSlow: false});
	t.is(await search(new HeaderSearch(), file, file.size, Buffer.alloc(16)), noHeader);
});

test('an overlong header is cut at the maximum line length', async t => {
	const fields = `#Fields: date time cs-method ${'x'.repeat(70_000)}`;
	const file = new MemoryFile(`${fields}\n`, {isSlow: false});
	const found = await search(new HeaderSearch(), file, file.size, Buffer.alloc(50_000));
	t.is((found as LogHeader).fields, fields.slice(0, 65_536));
});

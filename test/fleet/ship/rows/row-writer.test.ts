import process from 'node:process';
import {isDeepStrictEqual} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {logValues} from '../../../../source/entries/log-fields/log-values.js';
import {noHeader} from '../../../../source/entries/log-header.js';
import {shippedColumns, shippedUnreadColumns} from '../../../../source/fleet/clickhouse/schema.js';
import {ChunkCutter} from '../../../../source/fleet/ship/chunks/chunk-cutter.js';
import {byteText} from '../../../../source/fleet/ship/rows/byte-text.js';
import {DerivedValues, TextCache} from '../../../../source/fleet/ship/rows/derived-values.js';
import {rowDocument} from '../../../../source/fleet/ship/rows/row-document.js';
import {type RowPart, RowWriter} from '../../../../source/fleet/ship/rows/row-writer.js';
import {TokenKey} from '../../../../source/index/token.js';
import {
	clfTime,
	combinedFields,
	combinedLine,
	nginxEscaped,
	sampleLines,
} from '../../../helpers/arbitrary-lines.js';
import {accessRow} from '../../../helpers/clickhouse/access-row.js';
import {collectGarbage} from '../../../helpers/collect-garbage.js';
import {forAllAsync} from '../../../helpers/for-all.js';
import {ingested} from '../../../helpers/ingest.js';
import {MemoryFile} from '../../../helpers/memory-file.js';
import {decodeRows, type SentRow} from '../../../helpers/ship/decode-rows.js';
import {waitFor} from '../../../helpers/wait-for.js';

const fingerprint = 'ab'.repeat(32);
const path = '/var/log/access.log';

function cutterOf(derived: DerivedValues, source = 'web-1'): ChunkCutter {
	return new ChunkCutter({
		place: {offset: 0, time: 0, header: noHeader, inRest: false},
		tail: Buffer.alloc(0),
		rows: new RowWriter({source, fingerprint, ordinal: 0, path}, derived),
		notify: () => {},
	});
}

type Shipped = {readonly rows: readonly SentRow[]; readonly unread: readonly SentRow[]};

/** The rows of several logs, read alternately: all first pieces, then all second ones, and so on. */
function inTurns(sources: readonly string[], logs: ReadonlyArray<readonly Buffer[]>): readonly Shipped[] {
	const derived = new DerivedValues();
	const cutters = sources.map(source => cutterOf(derived, source));
	for (let turn = 0; logs.some(({length}) => length > turn); turn++) {
		for (const [index, log] of logs.entries()) {
			cutters[index]?.write(log[turn] ?? Buffer.alloc(0));
		}
	}
	return cutters.map(cutter => {
		const chunks = cutter.take();
		for (const {rows, day} of chunks) {
			for (const {time} of decoded([rows])) {
				if (Math.floor(Number(time) / 86_400_000) !== day) {
					throw new Error(`${time} is not of day ${day}`);
				}
			}
		}
		return {
			rows: decoded(chunks.map(({rows}) => rows)),
			unread: decoded(
				chunks.map(({unread}) => unread),
				shippedUnreadColumns,
			),
		};
	});
}

function decoded(rows: readonly RowPart[], columns = shippedColumns): readonly SentRow[] {
	return decodeRows(Buffer.concat(rowDocument(columns, rows)));
}

/** The rows of a log according to the index, and the number of lines that no format reads. */
async function expectedOf(source: string, pieces: readonly Buffer[]) {
	const log = Buffer.concat(pieces);
	const {entries, ingestion} = await ingested([new MemoryFile(log, {path, isSlow: false})], {source});
	const key = new TokenKey(source, fingerprint, 0);
	const rows = entries()
		.toSorted((a, b) => a.offset - b.offset)
		.map(entry => {
			const line = bytesAt(log, entry.offset);
			const file = Buffer.from(fingerprint, 'hex').readBigUInt64BE();
			const row = accessRow(entry, {source, file, line: line.toString(), values: logValues(line)});
			return {...row, time: entry.position.time, token: key.token(entry.offset)};
		});
	return {rows, log, unrecognised: [...ingestion.logs].reduce((sum, log) => sum + log.unrecognised, 0)};
}

function bytesAt(log: Buffer, offset: number): Buffer {
	const end = log.indexOf(10, offset);
	return log.subarray(offset, log[end - 1] === 13 ? end - 1 : end);
}

/** Asserts that the rows match the index, and that the remaining lines are complete. */
async function areExpected(
	t: ExecutionContext,
	found: Shipped,
	source: string,
	pieces: readonly Buffer[],
): Promise<void> {
	const {rows, log, unrecognised} = await expectedOf(source, pieces);
	if (!isDeepStrictEqual(found.rows, rows)) {
		const odd = found.rows.findIndex((row, index) => !isDeepStrictEqual(row, rows[index]));
		t.deepEqual(found.rows[odd], rows[odd]);
	}
	t.is(found.rows.length, rows.length);
	t.is(found.unread.length, unrecognised);
	for (const {line, offset} of found.unread) {
		t.is(line, bytesAt(log, Number(offset)).toString());
	}
}

const word = fc.stringMatching(/^[ -!#-[\]-~]{0,40}$/);

const target = fc.oneof(
	fc.constantFrom(
		...['/', '-', '/en/shoes', '/en/shoes/', '/en/shoes/?p=2', '/en/shoes/?p=x', '/en/shoes/?a=1&p='],
		...['/admin/a.php', '/robots.txt', '/a?b?c', '?', '/en/detail/index/sArticle/1/sCategory/2', '/1/2/abc'],
	),
	fc.webPath(),
	fc.stringMatching(/^\/[!#-[\]-~]{0,300}$/),
);

const day = Date.UTC(2026, 10, 20);

/** A line in the most common form. */
const usual = fc
	.record({
		ip: fc.oneof(fc.ipV4(), fc.constantFrom('-', 'a.example', '2001:db8::7', 'fe80:0:0:0:1:2:3:4')),
		user: fc.constantFrom('-', 'frank', 'a'),
		time: fc.integer({min: -90_000, max: 90_000}).map(seconds => day + seconds * 1000),
		zone: fc.constantFrom(0, 60, -570),
		method: fc.constantFrom('GET', 'POST', 'HEAD', 'PROPFIND'),
		url: target,
		protocol: fc.constantFrom('HTTP/1.1', 'HTTP/2'),
		status: fc.constantFrom(200, 301, 404, 410, 500, 100),
		size: fc.oneof(fc.constantFrom('-', '0', '999999999999999'), fc.nat().map(String)),
		tail: fc.option(fc.tuple(word, word)),
		end: fc.constantFrom('\n', '\n', '\n', '\r\n'),
	})
	.map(({ip, user, time, zone, method, url, protocol, status, size, tail, end}) => {
		const rest = tail === null ? '' : ` "${tail[0]}" "${tail[1]}"`;
		return `${ip} - ${user} [${clfTime(time, zone)}] "${method} ${url} ${protocol}" ${status} ${size}${rest}${end}`;
	});

const line = fc.oneof(
	{weight: 12, arbitrary: usual},
	{weight: 1, arbitrary: combinedFields.map(fields => `${combinedLine(fields, nginxEscaped)}\n`)},
	{weight: 1, arbitrary: fc.constantFrom(...sampleLines).map(text => `${text}\n`)},
	{weight: 1, arbitrary: fc.constantFrom('\n', 'garbage\n', '\r\n', '\0\0\0\n')},
	{
		weight: 1,
		arbitrary: fc
			.tuple(usual, fc.oneof(fc.ipV6(), fc.constantFrom('::ffff:192.0.2.1', 'unix:')))
			.map(([text, ip]) => ip + text.slice(text.indexOf(' '))),
	},
	{weight: 1, arbitrary: usual.map(text => text.replace('GET', 'GÉT'))},
	{weight: 1, arbitrary: usual.map(text => text.replace('" "', '" "é\xff'))},
	{weight: 1, arbitrary: usual.map(text => text.replace('" "', '" "\\"'))},
);

const pieces = fc.array(
	fc.array(line, {minLength: 1, maxLength: 40}).map(lines => Buffer.from(lines.join(''), 'latin1')),
	{minLength: 1, maxLength: 4},
);

test('rows of a log match the index', async t => {
	await forAllAsync(50, pieces, async all => {
		const [found = {rows: [], unread: []}] = inTurns(['web-1'], [all]);
		await areExpected(t, found, 'web-1', all);
	});
});

test('a cache of strings is emptied when it is full, and stays correct', t => {
	const cache = new TextCache(text => `/${text}`);
	const wrong = Array.from({length: 150_000}, (_, number) => `é${number % 70_000}`).filter(
		text => cache.get(byteText(text)) !== `/${text}`,
	);
	t.deepEqual(wrong, []);
});

test('bytes that aren’t UTF-8, and names of built-in properties, are sent unchanged', t => {
	const writer = new RowWriter({source: 'wéb', fingerprint, ordinal: 0, path}, new DerivedValues());
	const bytes = Buffer.from([0, 9, 34, 92, 127, 128, 195, 169, 255]);
	writer.addUnread({bytes, start: 0, end: bytes.length, offset: 7}, 5);
	t.deepEqual(
		writer.take().unread.bytes,
		Buffer.concat([
			Buffer.from(`[5,"wéb","12370169555311111083",7,"${path}","\\u0000\\t\\"\\\\`),
			bytes.subarray(4),
			Buffer.from('"],\n'),
		]),
	);
	const cutter = cutterOf(new DerivedValues());
	cutter.write(Buffer.from(`${sampleLines[0]} rid=1 __proto__=2\n`));
	const [chunk] = cutter.take();
	t.regex(chunk?.rows.bytes.toString() ?? '', /,\{"rid":"1","__proto__":"2"\}\],\n$/);
});

test('rows match the index for lines up to and beyond the maximum length, at any offset', async t => {
	const start = `192.0.2.1 - - [${clfTime(day, 0)}] "GET /a?`;
	const lineOf = (length: number, tail: string, lineEnd: string): string => {
		const rest = `HTTP/1.1" 200 5${tail}`;
		return `${start}${'x'.repeat(length - start.length - rest.length - 1)} ${rest}${lineEnd}`;
	};
	const lengths = [127, 128, 16_383, 16_384, 30_000, 65_400, 65_534, 65_535, 65_536];
	const long = fc
		.record({
			length: fc.constantFrom(...lengths),
			tail: fc.constantFrom('', ' "-" "-"', ' "" ""', ' "https://a.example/" "b"'),
			lineEnd: fc.constantFrom('\n', '\r\n'),
			before: fc.oneof(
				{weight: 9, arbitrary: fc.constant('')},
				{weight: 1, arbitrary: fc.constantFrom('\n', 'é\n', '{"a": 1}\n')},
			),
		})
		.map(({length, tail, lineEnd, before}) => before + lineOf(length, tail, lineEnd));
	const all = fc.array(
		fc.array(long, {minLength: 1, maxLength: 30}).map(lines => Buffer.from(lines.join(''), 'latin1')),
		{minLength: 1, maxLength: 2},
	);
	await forAllAsync(10, all, async own => {
		const [found = {rows: [], unread: []}] = inTurns(['web-1'], [own]);
		await areExpected(t, found, 'web-1', own);
	});
});

test('rows match the index when several logs are read alternately', async t => {
	const sources = ['web-1', 'Zoë', ''];
	await forAllAsync(10, fc.array(pieces, {minLength: 3, maxLength: 3}), async logs => {
		for (const [index, found] of inTurns(sources, logs).entries()) {
			await areExpected(t, found, sources[index] ?? '', logs[index] ?? []);
		}
	});
});

test('logs release their memory after their rows have been sent', async t => {
	const commonLine = `192.0.2.1 - - [${clfTime(day, 0)}] "GET /a HTTP/1.1" 200 5 "-" "b"\n`;
	// The second half isn't ASCII.
	const text = commonLine.repeat(7000) + commonLine.replace('GET', 'GÉT').repeat(7000);
	const derived = new DerivedValues();
	const read = (): ChunkCutter => {
		const cutter = cutterOf(derived);
		cutter.write(Buffer.from(text, 'latin1'));
		cutter.take();
		return cutter;
	};
	const held = [read()];
	await collectGarbage();
	const before = process.memoryUsage().arrayBuffers;
	for (let log = 0; log < 10; log++) {
		held.push(read());
	}
	// V8 frees the memory of collected buffers in another thread.
	let each = Number.NaN;
	await waitFor(
		async () => {
			await collectGarbage();
			each = (process.memoryUsage().arrayBuffers - before) / 10;
			return each < text.length / 8;
		},
		() => `${each} bytes for each log`,
		10_000,
	);
	t.is(held.length, 11);
});

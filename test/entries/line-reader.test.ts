import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, noRequest, noStatus, spanOf, unread} from '../../source/entries/entry-record.js';
import {formats, readers} from '../../source/entries/formats.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {sampleLines, unrulyLine} from '../helpers/arbitrary-lines.js';
import {forAll} from '../helpers/for-all.js';
import {fieldsOf, type LineFields, readLine} from '../helpers/line-fields.js';
import {timeOf} from '../helpers/time-of.js';

type Read = {readonly format: string; readonly fields: LineFields};

/** Returns what one reader reads from each line of a chunk. */
function readAll(lines: ReadonlyArray<string | Buffer>, lineEnd = '\n'): ReadonlyArray<Read | null> {
	const buffers = lines.map(line => Buffer.from(line));
	const chunk = Buffer.concat(buffers.flatMap(line => [line, Buffer.from(lineEnd)]));
	const reader = new LineReader();
	const record = new EntryRecord();
	let start = 0;
	return buffers.map(line => {
		const end = start + line.length + lineEnd.length - 1;
		const number = reader.read(chunk, start, end, record);
		start = end + 1;
		const format = formats[number];
		return format === undefined
			? null
			: {format: format.name, fields: fieldsOf(record.source ?? chunk, record, format.escapes)};
	});
}

/** Like `readAll`, but with a new reader for each line. */
function model(lines: ReadonlyArray<string | Buffer>): ReadonlyArray<Read | null> {
	return lines.map(line => readLine(line));
}

const garbage = [
	'',
	'\0\0\0',
	'#Columns: date time c-ip',
	'{"status":200}',
	'[20/Nov/2026:09:03:07 +0100] GET / HTTP/1.1 200 1',
	'2026/11/20 09:03:07 [error] 7#7: *1 open() "/x" failed',
	'"',
];

test('reads lines of many formats in one file, each in its own format', t => {
	const lines = [...sampleLines, ...garbage, ...sampleLines.toReversed(), ...sampleLines];
	const read = readAll(lines);
	t.deepEqual(read, model(lines));
	t.true(new Set(read.map(one => one?.format)).size > 4);
});

test('Rails: a request has no status, its later lines are not requests and change no other entry', t => {
	const id = '[3c0c7e54-0b9d-4d8a-9d1c-6c3f6a3f5f10]';
	const logger = 'I, [2026-11-20T09:03:07.123456 #1234]  INFO -- :';
	const started = (path: string) => `Started GET "${path}" for 203.0.113.7 at 2026-11-20 09:03:07 +0000`;
	const others = [
		'Processing by HomeController#index as HTML',
		'Redirected to https://shop.example/en/',
		'Filter chain halted as :login rendered or redirected',
		'Sent file /srv/shop/list.pdf (1.5ms)',
		'Started GET "/cable" [WebSocket] for 203.0.113.7 at 2026-11-20 09:03:07 +0000',
		'Successfully upgraded to WebSocket (REQUEST_METHOD: GET, HTTP_CONNECTION: Upgrade, HTTP_UPGRADE: websocket)',
		'Started GET "/cable"[non-WebSocket] for 203.0.113.7 at 2026-11-20 09:03:07 +0000',
		'Finished "/cable" [WebSocket] for 203.0.113.7 at 2026-11-20 09:03:07 +0000',
		'Completed 500 Internal Server Error in 5ms (Views: 3.2ms | GC: 0.0ms)',
		'Completed 200 OK in 42ms (Views: 41.2ms | GC: 0.0ms)',
	];
	const record = new EntryRecord();
	const reader = new LineReader();
	for (const before of ['', `${id} `, `${logger} `, `${logger} ${id} `]) {
		for (const path of ['/en/', '/en/sale/']) {
			const line = Buffer.from(before + started(path));
			t.is(formats[reader.read(line, 0, line.length, record)]?.name, 'rails');
			t.is(record.status, noStatus);
			t.true(Number.isNaN(record.durationMs));
		}
		for (const other of others) {
			const line = Buffer.from(before + other);
			t.is(reader.read(line, 0, line.length, record), noRequest, before + other);
		}
	}
});

test('fault 21: a carriage return before the line feed does not belong to the line', t => {
	const lines = [...sampleLines, ...garbage];
	t.deepEqual(readAll(lines, '\r\n'), readAll(lines));
	const cut = '192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" 200 7';
	t.is(readAll([cut], '\r\n')[0]?.fields.bytes, 7);
});

test('fault 21: removes only one carriage return, and only at the end', t => {
	const line = '192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" 200 7';
	const [read] = readAll([`${line}\r`], '\r\n');
	t.is(read?.fields.status, 200);
	t.is(read?.fields.bytes, undefined);
	t.is(readAll([line.replace('GET /', 'GET /\r')])[0]?.fields.url, '/\r');
	t.deepEqual(readAll(['\r'], '\r\n'), [null]);
});

test('no format reads garbage', t => {
	const reader = new LineReader();
	for (const line of garbage) {
		t.is(reader.read(Buffer.from(line), 0, Buffer.byteLength(line), new EntryRecord()), -1, line);
	}
});

test('returns the number of the format in the table, whichever readers it has', t => {
	const [first = ''] = sampleLines;
	const bytes = Buffer.from(first);
	const [clf, ...others] = readers;
	t.is(new LineReader(readers).read(bytes, 0, bytes.length, new EntryRecord()), 0);
	t.is(
		new LineReader([...others, ...(clf === undefined ? [] : [clf])]).read(
			bytes,
			0,
			bytes.length,
			new EntryRecord(),
		),
		0,
	);
	t.is(new LineReader([]).read(bytes, 0, bytes.length, new EntryRecord()), unread);
});

test('tries the reader of the previous line first', t => {
	const tried: string[] = [];
	const spied = readers.slice(0, 2).map(({formats: own, open}, index) => ({
		formats: own,
		open() {
			const scan = open();
			return (...line: Parameters<typeof scan>) => {
				tried.push(`${index}`);
				return scan(...line);
			};
		},
	}));
	const reader = new LineReader(spied);
	const clf = Buffer.from('- - - [21/Nov/2026:09:03:07 +0000] "-" - -');
	const second = Buffer.from(spied[1]?.formats[0]?.example ?? '');
	for (const line of [clf, clf, Buffer.from('x'), second, second, clf]) {
		reader.read(line, 0, line.length, new EntryRecord());
	}
	t.is(tried.join(''), '00010' + '1' + '1' + '10');
});

test('resets the record for each line', t => {
	const [first = ''] = sampleLines;
	const second = '- - - [21/Nov/2026:09:03:07 +0000] "-" - -';
	t.deepEqual(readAll([first, second])[1]?.fields, {time: '2026-11-21T09:03:07.000Z', zone: 0});
});

test('earlier lines never change how a line is read', t => {
	forAll(
		200,
		fc.array(
			unrulyLine.filter(line => line.at(-1) !== 13),
			{maxLength: 12},
		),
		lines => {
			t.deepEqual(readAll(lines), model(lines));
		},
	);
});

const head = '192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET /';
const fillers = [
	...[
		' ',
		'"',
		'\\',
		'[',
		',',
		':',
		'-',
		'\0',
		' [',
		'\\"',
		' "',
		'" "',
		'"\\',
		', ',
		'1:',
		'1.',
		'1.1.1.1, ',
	],
	...[
		'a ',
		'A',
		'- ',
		'"a" ',
		' [20/Nov/2026:09:03:07 +0100',
		' [20/Nov/2026:09:03:07 +2500',
		'[20/Nov/2026:09:03:07] ',
	],
	...['2013-02-11T06:43:36 ', 'HTTP/1.1 ', '/1'],
	...[
		'{',
		'{"a":',
		'{"":',
		'{"request":',
		'[',
		'{}',
		'"a":1,',
		'"url":"/",',
		'","',
		'\\u0061',
		'\\\\',
		'{"log":"{',
	],
];

function filled(begin: string, filler: string, length: number): string {
	return (
		begin + filler.repeat(Math.ceil(length / filler.length)).slice(0, Math.max(0, length - begin.length))
	);
}

const clfBegins = ['', '"', '192.0.2.1 - ', 'www.example.com:80 192.0.2.1 - ', head, `${head}" 200 1 "`];
const jsonBegins = [
	'{',
	'{"',
	'{"a":',
	'{"a":"',
	'{"url":"',
	'{"log":"',
	'{"message":[',
	'{"status":200,"request":"',
	'{"status":200,"request":"x ',
];

/** Large enough for a search to its end to take milliseconds. The lines are at its start, and the filler isn't in any line. */
const chunk = Buffer.alloc(1 << 26, 0xff);

for (const begin of [...clfBegins, ...jsonBegins]) {
	test(`reads a line of 64 KiB in linear time if it starts with ${JSON.stringify(begin)}`, t => {
		for (const filler of fillers) {
			const line = Buffer.from(filled(begin, filler, 65_536));
			const reader = new LineReader();
			const time = timeOf(() => reader.read(line, 0, line.length, new EntryRecord()), 100);
			t.true(time < 100, `${JSON.stringify(filler)}: ${time} ms`);
		}
	});
	// Checks that no search continues into later lines, again for every line: far more lines follow than are read.
	test(`reads many lines in linear time if they start with ${JSON.stringify(begin)}`, t => {
		const lines = chunk.subarray(0, 1 << 20);
		for (const length of [begin.length + 1, begin.length + 30, 1000]) {
			for (const filling of new Set(fillers.map(filler => filled(begin, filler, length)))) {
				const line = `${filling}\n`;
				lines.fill(line);
				const reader = new LineReader();
				const record = new EntryRecord();
				const time = timeOf(() => {
					for (let start = 0; start < 128 * line.length; start += line.length) {
						reader.read(chunk, start, start + line.length - 1, record);
					}
				}, 100);
				t.true(time < 100, `${JSON.stringify(filling.slice(0, 60))} x ${length}: ${time} ms`);
			}
		}
	});
}

test('an unclosed quote costs only the search for the next quote', t => {
	const lines = chunk.subarray(0, 1 << 20).fill('x\n');
	const offsets: number[] = [];
	for (let index = 0; index < lines.length; index += 4096) {
		lines.write('"', index);
		offsets.push(index);
	}
	const reader = new LineReader();
	const record = new EntryRecord();
	const time = timeOf(() => {
		for (const index of offsets) {
			reader.read(chunk, index, index + 1, record);
		}
	}, 100);
	t.true(time < 100, `${time} ms`);
});

test('a user agent that looks like the rest of a common line does not replace the request, in any format', t => {
	let count = 0;
	for (const agent of [
		'x - - [20/Nov/2026:11:04:19 +0000] "GET /forged HTTP/1.1" 500 512 "-" "evil',
		'x|y - - [20/Nov/2026:11:04:19 +0000] "GET /forged HTTP/1.1" 500 512',
	]) {
		for (const {name, example} of formats.filter(format => !format.example.startsWith('{'))) {
			const line = Buffer.from(
				example.replace(/curl\/8\.5\.0|Mozilla\/5\.0(?: \(X11; Linux x86_64\))?/, agent),
			);
			const record = new EntryRecord();
			const number = new LineReader().read(line, 0, line.length, record);
			const {[spanOf.url]: start = 0, [spanOf.url + 1]: end = 0} = record.spans;
			const url = number < 0 ? '' : (record.source ?? line).toString('utf8', start, end);
			t.not(url, '/forged', `${name}: ${line}`);
			count += line.includes('/forged') ? 1 : 0;
		}
	}
	t.true(count > 50, `${count} lines`);
});

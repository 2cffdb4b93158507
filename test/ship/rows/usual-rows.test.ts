import {deepStrictEqual} from 'node:assert/strict';
import process from 'node:process';
import {isDeepStrictEqual} from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import {shippedColumns, shippedUnreadColumns} from '../../../source/clickhouse/schema.js';
import {noHeader} from '../../../source/entries/log-header.js';
import {nativeBlock} from '../../../source/ship/rows/native-block.js';
import {NativeRows} from '../../../source/ship/rows/native-rows.js';
import type {RowWriter} from '../../../source/ship/rows/row-writer.js';
import {StretchCutter} from '../../../source/ship/stretches/stretch-cutter.js';
import {
	clfTime,
	combinedFields,
	combinedLine,
	nginxEscaped,
	sampleLines,
} from '../../helpers/arbitrary-lines.js';
import {assertUntil} from '../../helpers/assert-until.js';
import {collectGarbage} from '../../helpers/collect-garbage.js';
import {runs} from '../../helpers/runs.js';
import {decodeRows} from '../../helpers/ship/decode-rows.js';
import {waitFor} from '../../helpers/wait-for.js';

const fingerprint = 'ab'.repeat(32);

const newRows = (source = 'web-1'): NativeRows =>
	new NativeRows({source, fingerprint, ordinal: 0, path: '/var/log/access.log'});

/** Takes lines one by one alone. */
const oneByOne = (source?: string): RowWriter => {
	const rows = newRows(source);
	return {
		add: (bytes, record, place) => rows.add(bytes, record, place),
		scan: (_bytes, start) => ({count: 0, end: start, times: new Float64Array(), offset: () => 0}),
		addUsual: () => {
			throw new Error('there was nothing to be added');
		},
		addUnread: place => rows.addUnread(place),
		take: () => rows.take(),
	};
};

const cutterOf = (rows: RowWriter): StretchCutter => {
	const place = {offset: 1 << 20, time: 0, header: noHeader, inRest: false};
	return new StretchCutter({place, tail: Buffer.alloc(0), rows, say: () => {}});
};

const taken = (cutter: StretchCutter) =>
	cutter.take().map(({rows: own, unread, ...stretch}) => ({
		...stretch,
		lines: own.count + unread.count,
		rows: Buffer.concat(nativeBlock(shippedColumns, [own])),
		unread: Buffer.concat(nativeBlock(shippedUnreadColumns, [unread])),
	}));

/** What becomes of the pieces of logs, of which the first pieces are read first, then the second ones. */
const inTurns = (writers: readonly RowWriter[], logs: ReadonlyArray<readonly Buffer[]>) => {
	const cutters = writers.map(cutterOf);
	for (let turn = 0; logs.some(({length}) => length > turn); turn++) {
		for (const [index, log] of logs.entries()) {
			cutters[index]?.write(log[turn] ?? Buffer.alloc(0));
		}
	}
	return cutters.map(taken);
};

/** What becomes of the pieces of a log. */
const shipped = (rows: RowWriter, pieces: readonly Buffer[]) => inTurns([rows], [pieces])[0] ?? [];

type Shipped = ReturnType<typeof shipped>;

/** They are the same to a byte; where they aren't, it is told which rows differ. */
const areSame = (found: Shipped, expected: Shipped): void => {
	if (!isDeepStrictEqual(found, expected)) {
		const decoded = (all: Shipped) =>
			all.map(({rows, unread, ...stretch}) => ({
				...stretch,
				rows: decodeRows(rows),
				unread: decodeRows(unread),
			}));
		deepStrictEqual(decoded(found), decoded(expected));
		deepStrictEqual(found, expected);
	}
};

const counted = (rows: RowWriter): {readonly rows: RowWriter; readonly count: () => number} => {
	let count = 0;
	return {
		rows: {
			add: (bytes, record, place) => rows.add(bytes, record, place),
			scan: (bytes, start, end, offset, formats) => rows.scan(bytes, start, end, offset, formats),
			addUsual: (first, lines) => {
				count += lines;
				rows.addUsual(first, lines);
			},
			addUnread: place => rows.addUnread(place),
			take: () => rows.take(),
		},
		count: () => count,
	};
};

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

/** A line as nearly all are. */
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

test('lines that are read many at a time make the same rows, in the same stretches', t => {
	let [lines, usualLines] = [0, 0];
	fc.assert(
		fc.property(pieces, all => {
			const expected = shipped(oneByOne(), all);
			const {rows, count} = counted(newRows());
			areSame(shipped(rows, all), expected);
			lines += expected.reduce((sum, stretch) => sum + stretch.lines, 0);
			usualLines += count();
		}),
		runs(100),
	);
	t.log(`${usualLines} of ${lines}`);
	t.true(usualLines > lines / 3);
});

test('so do more than fit into a batch, and more texts than are kept', t => {
	const lineOf = (number: number): string => {
		const ip = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
		const time = clfTime(day - 60_000 + number, 0);
		const agent = `agent ${number % 70_000}${'x'.repeat((number * 7919) % 300)}`;
		const text = `${ip} - - [${time}] "GET /${number}/${number % 3 === 0 ? 'a' : '?p=1'} HTTP/1.1" 200 5 "-" "${agent}"\n`;
		// Now and then one that is read by itself.
		return number % 997 === 0 ? text.replace('agent', 'ägent') : text;
	};
	const text = Array.from({length: 75_000}, (_, number) => lineOf(number)).join('');
	const all = [Buffer.from(text, 'latin1')];
	const {rows, count} = counted(newRows());
	areSame(shipped(rows, all), shipped(oneByOne(), all));
	t.true(count() > 74_000);
});

test('so do lines as long as they are kept, and longer, wherever they stand', async t => {
	const start = `192.0.2.1 - - [${clfTime(day, 0)}] "GET /a?`;
	const lineOf = (length: number, tail: string, lineEnd: string): string => {
		const rest = `HTTP/1.1" 200 5${tail}`;
		return `${start}${'x'.repeat(length - start.length - rest.length - 1)} ${rest}${lineEnd}`;
	};
	const lengths = [127, 128, 16_383, 16_384, 30_000, 65_400, 65_534, 65_535, 65_536, 65_537, 70_000];
	const long = fc
		.record({
			length: fc.constantFrom(...lengths),
			tail: fc.constantFrom('', ' "-" "-"', ' "" ""', ' "https://a.example/" "b"'),
			lineEnd: fc.constantFrom('\n', '\r\n'),
			before: fc.oneof(
				{weight: 9, arbitrary: fc.constant('')},
				{weight: 1, arbitrary: fc.constantFrom('\0', '\n', 'é\n', '{"a": 1}\n')},
			),
		})
		.map(({length, tail, lineEnd, before}) => before + lineOf(length, tail, lineEnd));
	const all = fc.array(
		fc.array(long, {minLength: 1, maxLength: 30}).map(lines => Buffer.from(lines.join(''), 'latin1')),
		{minLength: 1, maxLength: 2},
	);
	let usualLines = 0;
	await assertUntil(
		() => usualLines > 20,
		fc.property(all, own => {
			const {rows, count} = counted(newRows());
			areSame(shipped(rows, own), shipped(oneByOne(), own));
			usualLines += count();
		}),
		20,
	);
	t.pass();
});

test('so do the lines of logs that are read in turns', t => {
	const sources = ['web-1', 'Zoë', ''];
	fc.assert(
		fc.property(fc.array(pieces, {minLength: 3, maxLength: 3}), logs => {
			const found = inTurns(
				sources.map(source => newRows(source)),
				logs,
			);
			for (const [index, all] of logs.entries()) {
				areSame(found[index] ?? [], shipped(oneByOne(sources[index]), all));
			}
		}),
		runs(20),
	);
	t.pass();
});

test('logs whose rows have been taken keep no room for them', async t => {
	const usualLine = `192.0.2.1 - - [${clfTime(day, 0)}] "GET /a HTTP/1.1" 200 5 "-" "b"\n`;
	// The second half is read line by line.
	const text = usualLine.repeat(7000) + usualLine.replace('GET', 'GÉT').repeat(7000);
	const read = (): StretchCutter => {
		const cutter = cutterOf(newRows());
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
	// V8 gives the memory of what it has collected back in another thread.
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

import {deepStrictEqual, notStrictEqual} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {allFormats, chosenReaders} from '../../source/entries/chosen-readers.js';
import {EntryRecord} from '../../source/entries/entry-record.js';
import {clfFamily} from '../../source/entries/formats/clf-family.js';
import {Layouts} from '../../source/entries/layouts.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {textFields} from '../../source/fields/fields.js';
import {zoneBias} from '../../source/index/entry-writer.js';
import {type Batch, batchRows, inputSize} from '../../source/wasm/batch.js';
import {columnRows, Kernel} from '../../source/wasm/kernel.js';
import type {Own} from '../../source/wasm/own-copy.js';
import {packListed} from '../../source/wasm/pack-column.js';
import {
	apacheEscaped,
	clfTime,
	combinedFields,
	combinedLine,
	nginxEscaped,
	sampleLines,
	unrulyLine,
} from '../helpers/arbitrary-lines.js';
import {assertSame} from '../helpers/assert-same.js';
import {assertUntil} from '../helpers/assert-until.js';
import {forAll} from '../helpers/for-all.js';
import {list} from '../helpers/list-numbers.js';
import {logLine, logStart} from '../helpers/log-lines.js';

const arrays = [Uint8Array, Uint16Array, Uint32Array] as const;

/** Returns the entries of a list, and the two values after it. */
function listed({exports}: Kernel, field: number): number[] {
	return Array.from({length: exports.listed(field) + 2}, (_, index) => exports.listedAt(field, index));
}

test('a list contains only the numbers added to it, until it is cleared', t => {
	const kernel = Kernel.take();
	const {exports} = kernel;
	const used = kernel.used;
	const addition = fc.record({
		field: fc.nat({max: 9}),
		count: fc.oneof(fc.nat({max: 5}), fc.integer({min: batchRows - 2, max: batchRows})),
	});
	forAll(
		30,
		fc.array(fc.array(addition, {maxLength: 12, size: 'max'}), {minLength: 1, maxLength: 3}),
		rounds => {
			let last = 0;
			for (const additions of rounds) {
				const model = new Map<number, number[]>();
				for (const {field, count} of additions) {
					const numbers = Array.from({length: count}, () => ++last);
					kernel.batch.columns.ids.set(numbers);
					exports.listIds(field, count);
					model.set(field, [...(model.get(field) ?? [0]), ...numbers]);
				}
				for (let field = 0; field < 10; field++) {
					t.is(exports.listed(field), (model.get(field)?.length ?? 1) - 1);
					assertSame(t, listed(kernel, field), [...(model.get(field) ?? [0]), 0]);
				}
				exports.clearLists();
				t.is(kernel.used, used, 'their memory is given back');
			}
		},
	);
	kernel.give();
});

test("a growing list doesn't overwrite strings", t => {
	const kernel = Kernel.take();
	const {exports, batch} = kernel;
	const table = exports.openTable();
	const intern = (text: string): number => {
		batch.load(Buffer.from(text), 0, text.length);
		batch.columns.textStarts[0] = 0;
		batch.columns.textEnds[0] = text.length;
		batch.intern(table, 0, 1, 0);
		return batch.columns.ids[0] ?? 0;
	};
	const numbers: number[] = [0];
	for (let round = 1; round <= 20; round++) {
		// Strings of a block each: one of them takes the memory that the list has released.
		t.is(intern(`/${round}/${'x'.repeat(4000)}`), round);
		const some = Array.from({length: batchRows}, (_, index) => round * batchRows + index);
		kernel.batch.columns.ids.set(some);
		exports.listIds(4, batchRows);
		numbers.push(...some);
	}
	assertSame(t, listed(kernel, 4), [...numbers, 0]);
	for (let round = 1; round <= 20; round++) {
		t.is(intern(`/${round}/${'x'.repeat(4000)}`), round);
	}
	kernel.give();
});

test('a released kernel has no lists', t => {
	const kernel = Kernel.take();
	list(kernel, 7, [0, 11, 12, 13]);
	t.deepEqual(listed(kernel, 7), [0, 11, 12, 13, 0]);
	kernel.give();
	const next = Kernel.take();
	t.is(next, kernel, 'the same is taken again');
	t.is(next.used, 0);
	t.is(next.exports.listed(7), 0);
	t.is(next.exports.listedAt(7, 1), 0);
	// Its memory isn't used twice.
	list(next, 7, [0, 21]);
	list(next, 8, [0, 31]);
	t.deepEqual(listed(next, 7), [0, 21, 0]);
	t.deepEqual(listed(next, 8), [0, 31, 0]);
	next.give();
});

/** More numbers than fit in two bytes. Some differ widely, others are close together. */
const numbers = [
	0,
	...Array.from({length: 70_000}, (_, index) => (index < 300 ? 9_000_000 + index : index * 61)),
];

/** Maps the numbers of a column to other numbers. Returns them with their width. */
function mapped(
	kernel: Kernel,
	base: number,
	values: Own<Uint8Array | Uint16Array | Uint32Array>,
): {readonly width: number; readonly numbers: number[]} {
	const before = values.slice();
	const packed = packListed(kernel, 5, {base, values}, values.length);
	// Existing memory is reused. If that isn't possible, it stays unchanged.
	if (packed.values !== values) {
		deepStrictEqual(values, before);
		notStrictEqual(packed.values.BYTES_PER_ELEMENT, values.BYTES_PER_ELEMENT);
	}
	return {
		width: packed.values.BYTES_PER_ELEMENT,
		numbers: Array.from(packed.values, value => packed.base + value),
	};
}

function widthOf(all: readonly number[]): number {
	const range = Math.max(...all) - Math.min(...all);
	return range < 2 ** 8 ? 1 : range < 2 ** 16 ? 2 : 4;
}

test('maps the numbers of a column through a list, for any width, base and length', t => {
	const kernel = Kernel.take();
	list(kernel, 5, numbers);
	list(kernel, 6, [0, 1, 2, 3]);
	forAll(
		300,
		fc.constantFrom(...arrays),
		fc.constantFrom(0, 1, 7, 60_000),
		fc.oneof(fc.array(fc.nat({max: 250}), {minLength: 1}), fc.array(fc.nat({max: 9999}), {minLength: 1})),
		(Values, base, distances) => {
			const values = Values.from(distances);
			const wanted = Array.from(values, value => numbers[base + value] ?? 0);
			assertSame(t, mapped(kernel, base, values), {width: widthOf(wanted), numbers: wanted});
		},
	);
	for (const Values of arrays) {
		for (let count = 1; count <= 9; count++) {
			const values = Values.from(Array.from({length: count}, (_, index) => 200 - index));
			const wanted = Array.from(values, value => numbers[3 + value] ?? 0);
			t.deepEqual(mapped(kernel, 3, values), {width: 1, numbers: wanted}, `${count} rows`);
		}
	}
	const all = Uint32Array.from({length: columnRows}, (_, index) => 70_000 - index);
	const wanted = Array.from(all, value => numbers[value] ?? 0);
	assertSame(t, mapped(kernel, 0, all).numbers, wanted);
	t.throws(() => mapped(kernel, 0, new Uint8Array(columnRows + 1)), {instanceOf: RangeError});
	kernel.give();
});

const {batch} = Kernel.take();

/** Returns whether each line is marked. */
function marked(lines: readonly string[], part: string, isFolded: boolean): readonly boolean[] {
	const bytes = Buffer.from(lines.join(''));
	batch.load(bytes, 0, bytes.length);
	const {rows, end} = batch.scan({
		start: 0,
		end: bytes.length,
		base: 0,
		first: 0,
		last: batchRows,
		offset: 0,
		layouts,
	});
	return Array.from(batch.markedLines(rows, end, [{bytes: Buffer.from(part), isFolded}]), mark => mark === 1);
}

function lineWith(text: string): string {
	return logLine({time: logStart, userAgent: text});
}

test('marks lines that contain the part, and lines with characters outside ASCII', t => {
	const lines = ['Firefox', 'firefox', 'fire fox', 'ﬁrefox', 'x'].map(lineWith);
	t.deepEqual(marked(lines, 'firefox', true), [true, true, false, true, false]);
	t.deepEqual(marked(lines, 'Firefox', false), [true, false, false, true, false]);
});

test('marks every line that contains the part, and hardly any other', t => {
	const text = fc.string({
		unit: fc.constantFrom('a', 'A', 'b', 'B', 'ab', ' ', '/', 'é', '.'),
		maxLength: 60,
	});
	const part = fc.string({unit: fc.constantFrom('a', 'b', '/', '.'), minLength: 1, maxLength: 20});
	forAll(
		300,
		fc.array(text, {minLength: 1, maxLength: 40}),
		part,
		fc.boolean(),
		(texts, wanted, isFolded) => {
			const lines = texts.map(lineWith);
			const found = marked(lines, wanted, isFolded);
			t.is(found.length, lines.length);
			for (const [index, line] of lines.entries()) {
				const has = (isFolded ? line.toLowerCase() : line).includes(wanted);
				// Up to sixteen bytes after a line are examined, too.
				const isForeign =
					index === lines.length - 1 || /[^ -~\n]/.test(line + lines[index + 1]?.slice(0, 16));
				t.true(found[index] === true ? has || isForeign : !has, line);
			}
		},
	);
});

/** Returns how many of the times rise, like the kernel but in a plain loop. */
function expected(newest: number, times: readonly number[]): number {
	let before = newest;
	for (const [index, time] of times.entries()) {
		if (time < before) {
			return index;
		}
		before = time;
	}
	return times.length;
}

/** Returns the kernel's result for times from row `first` on, with any values around them. */
function rising(newest: number, times: readonly number[], first: number): number {
	const {columns} = batch;
	columns.time.fill(Number.POSITIVE_INFINITY);
	columns.time.set(times, first);
	return batch.inOrder(newest, first, times.length);
}

test('finds the first late time at any position', t => {
	for (let count = 0; count <= 12; count++) {
		const all = Array.from({length: count}, (_, index) => index + 1);
		for (const first of [0, 1, 2, 3, batchRows - count]) {
			t.is(rising(Number.NEGATIVE_INFINITY, all, first), count);
			for (let late = 0; late < count; late++) {
				const times = all.with(late, 0.5);
				t.is(rising(1, times, first), late, `${late} of ${count} from ${first} on`);
			}
		}
	}
});

test("compares the first time with the newest before it; the same time isn't late", t => {
	t.is(rising(5, [5, 5, 5, 5, 5], 1), 5);
	t.is(rising(5, [4.9, 6, 7], 1), 0);
	t.is(rising(Number.NEGATIVE_INFINITY, [-1000, -1000, -999], 0), 3);
	t.is(rising(0, [-0, 0, -0], 0), 3);
});

test('finds the first late time in any sequence of times', t => {
	// Mostly not late, so that long runs are also tested.
	const step = fc.oneof(
		{weight: 30, arbitrary: fc.constantFrom(0, 0, 1, 0.5, 1e12)},
		{weight: 1, arbitrary: fc.constantFrom(-0.5, -1, -1e12)},
	);
	forAll(
		500,
		fc.array(step, {maxLength: 100, size: 'max'}),
		fc.nat({max: batchRows - 100}),
		fc.constantFrom(Number.NEGATIVE_INFINITY, 0, 1),
		(steps, first, newest) => {
			let time = 0;
			const times = steps.map(distance => {
				time += distance;
				return time;
			});
			t.is(rising(newest, times, first), expected(newest, times));
		},
	);
});

const layouts = new Layouts(undefined, chosenReaders()).nodes;

/** The fields that were read in a line, as text. */
type Read = {readonly [field: string]: string | number};

/** Returns what the kernel reads in each line; undefined if it leaves the line to the TypeScript readers. */
function scanned(lines: readonly Buffer[], before = 0): ReadonlyArray<Read | undefined> {
	const kernel = Kernel.take();
	const {batch} = kernel;
	const bytes = Buffer.concat([Buffer.alloc(before), ...lines.flatMap(line => [line, Buffer.from('\n')])]);
	let start = before;
	const read = lines.map(line => {
		const end = start + line.length + 1;
		batch.load(bytes, before, bytes.length);
		const first = start % batchRows;
		const {rows} = batch.scan({start, end, base: before, first, last: first + 1, offset: 0, layouts});
		start = end;
		return rows === 0 ? undefined : rowOf(batch, first, bytes);
	});
	kernel.give();
	return read;
}

function rowOf({columns}: Batch, row: number, bytes: Buffer): Read {
	const texts = textFields.map((field, index) => {
		const at = index * batchRows + row;
		return [field, bytes.toString('latin1', columns.textStarts[at], columns.textEnds[at])];
	});
	return {
		...Object.fromEntries(texts),
		time: columns.time[row] ?? 0,
		zone: (columns.zone[row] ?? 0) - zoneBias,
		status: columns.status[row] ?? 0,
		size: columns.bytes[row] ?? 0,
		format: allFormats[columns.format[row] ?? -1]?.name ?? '',
	};
}

/** Returns what the TypeScript reader of such lines reads. */
function readPlainly(line: Buffer): Read | undefined {
	const record = new EntryRecord();
	const format = new LineReader([clfFamily]).read(line, 0, line.length, record);
	if (format < 0) {
		return undefined;
	}
	const texts = textFields.map((field, index) => [
		field,
		line.toString('latin1', record.spans[index * 2], record.spans[index * 2 + 1]),
	]);
	return {
		...Object.fromEntries(texts),
		time: record.time,
		zone: record.zone,
		status: record.status,
		size: record.bytes,
		format: allFormats[format]?.name ?? '',
	};
}

const time = '[20/Nov/2026:09:03:07 +0100]';

test('reads all fields of common lines', t => {
	const [combined, common] = scanned([
		Buffer.from(
			`192.0.2.1 - frank ${time} "GET /en/?a=b HTTP/1.1" 200 4523 "https://a.example/" "Mozilla/5.0 (X11)"`,
		),
		Buffer.from(`2001:db8::1 - - ${time} "POST - HTTP/2" 404 -\r`),
	]);
	t.deepEqual(combined, {
		...Object.fromEntries(textFields.map(field => [field, ''])),
		ip: '192.0.2.1',
		method: 'GET',
		url: '/en/?a=b',
		protocol: 'HTTP/1.1',
		user: 'frank',
		referer: 'https://a.example/',
		userAgent: 'Mozilla/5.0 (X11)',
		time: Date.UTC(2026, 10, 20, 8, 3, 7),
		zone: 60,
		status: 200,
		size: 4523,
		format: 'combined',
	});
	t.like(common, {
		ip: '2001:db8::1',
		url: '',
		userAgent: '',
		status: 404,
		size: Number.NaN,
		format: 'common',
	});
	for (const ip of ['::ffff:192.0.2.1', '64:ff9b::198.51.100.255', '1:2:3:4:5:6:192.0.2.1']) {
		t.like(scanned([Buffer.from(`${ip} - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`)])[0], {ip});
	}
	t.like(scanned([Buffer.from(`192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 -1 "-" "curl"`)])[0], {
		status: 200,
		size: Number.NaN,
		userAgent: 'curl',
	});
});

/** Lines that the kernel leaves to the TypeScript readers, and the reason for each. */
const unusual: ReadonlyArray<readonly [string, string]> = [
	['', ''],
	['several addresses', `192.0.2.1, 192.0.2.2 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a name with a port', `a.example:51234 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a client in brackets', `[2001:db8::7] - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['brackets and a port', `[2001:db8::7]:51234 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	...['::ffff:192.0.2.1:80', '1:2:3:4:5:192.0.2.1', '1.2.3.4::5', '::ffff:192.0.2', '::192.0.2.g'].map(
		(text): [string, string] => [
			`almost an address: ${text}`,
			`${text} - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`,
		],
	),
	['a time of day', `09:03:07 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a number', `12345 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a time since 1970', `1795161787.098 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a file before the client', `a.log:192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a network', `192.0.2.0/24 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a socket', `unix: - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['two spaces', `192.0.2.1 - -  ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a space at the end', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-" `],
	['a status below all', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 099 5 "-" "-"`],
	['a status above all', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 600 5 "-" "-"`],
	['a number behind the size', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 7 "-" "-"`],
	['a host first', `a.example:443 192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['something before it', `<134>192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['an ident', `192.0.2.1 a.example - ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['an address in place of the user', `192.0.2.1 - 10.0.0.1 ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['a user with a space', `192.0.2.1 - a b ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['an empty name', `192.0.2.1 - "" ${time} "GET / HTTP/1.1" 200 5 "-" "-"`],
	['no zone', '192.0.2.1 - - [20/Nov/2026:09:03:07] "GET / HTTP/1.1" 200 5 "-" "-"'],
	['no such day', '192.0.2.1 - - [31/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" 200 5 "-" "-"'],
	['no such hour', '192.0.2.1 - - [20/Nov/2026:24:03:07 +0100] "GET / HTTP/1.1" 200 5 "-" "-"'],
	['a target with a space', `192.0.2.1 - - ${time} "GET /a b HTTP/1.1" 200 5 "-" "-"`],
	['an escaped quote', `192.0.2.1 - - ${time} "GET /\\" HTTP/1.1" 200 5 "-" "-"`],
	['no protocol', `192.0.2.1 - - ${time} "GET /" 200 5 "-" "-"`],
	['no protocol, but a space before it', `192.0.2.1 - - ${time} "GET / " 200 5 "-" "-"`],
	['small letters', `192.0.2.1 - - ${time} "get / HTTP/1.1" 200 5 "-" "-"`],
	['no status', `192.0.2.1 - - ${time} "GET / HTTP/1.1" - 5 "-" "-"`],
	['a long status', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 2000 5 "-" "-"`],
	['a size that is none', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5x "-" "-"`],
	['a size beyond what is exact', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 1234567890123456 "-" "-"`],
	['a referer alone', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 "-"`],
	['something behind', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 "-" "-" 0.1`],
	['something behind the size', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 7`],
	['cut off', `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5 "-" "Mozil`],
];

for (const [what, line] of unusual) {
	test(`left to the TypeScript reader: ${what === '' ? 'an empty line' : what}`, t => {
		t.deepEqual(scanned([Buffer.from(line)]), [undefined]);
	});
}

test('reads every prefix of a line like the TypeScript readers, or leaves it to them', t => {
	for (const line of sampleLines) {
		for (let length = 0; length <= line.length; length++) {
			const beginning = Buffer.from(line.slice(0, length));
			const [read] = scanned([beginning], length);
			if (read !== undefined) {
				t.deepEqual(read, readPlainly(beginning), beginning.toString());
			}
		}
	}
});

/** Common values of lines. */
const defaultFields = combinedFields.map(fields => ({
	...fields,
	user: fields.user?.replace(/[^a-z]/g, 'x') ?? null,
	method: fields.method.replace(/[^A-Z]/g, 'X'),
	url: '/en/',
	protocol: fields.protocol ?? 'HTTP/1.1',
	status: fields.status ?? 200,
	referer: fields.referer?.replace(/[^ !#-[\]-~]/g, '?') ?? null,
	userAgent: fields.userAgent?.replace(/[^ !#-[\]-~]/g, '?') ?? null,
}));

test('reads lines of any server like the TypeScript readers, or leaves them to those', async t => {
	let taken = 0;
	await assertUntil(
		() => taken > 100,
		fc.property(
			fc.array(fc.oneof(combinedFields, defaultFields), {minLength: 1, maxLength: 5}),
			fc.constantFrom(apacheEscaped, nginxEscaped),
			fc.nat({max: 100}),
			(fields, escaped, before) => {
				const lines = fields.map(one => Buffer.from(combinedLine(one, escaped), 'latin1'));
				for (const [index, read] of scanned(lines, before).entries()) {
					if (read !== undefined) {
						taken++;
						t.deepEqual(read, readPlainly(lines[index] ?? Buffer.alloc(0)));
					}
				}
			},
		),
		300,
	);
	t.pass();
});

/** Values in the position of the client: addresses and names, with ports and brackets, lists, and invalid values. */
const anyClient = fc.oneof(
	fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain()),
	fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain()), fc.nat({max: 65_535})).map(parts => parts.join(':')),
	fc.tuple(fc.ipV6(), fc.constantFrom('', ':443', ':')).map(([address, port]) => `[${address}]${port}`),
	fc.array(fc.ipV4(), {minLength: 2, maxLength: 3}).map(all => all.join(', ')),
	fc.stringMatching(/^[0-9a-fg.:_/%[\]-]{0,40}$/),
	fc.stringMatching(/^[0-9a-f]{1,4}(:{1,2}[0-9a-f]{1,4}){1,9}$/),
	fc.nat({max: 140}).map(length => 'a'.repeat(length)),
	fc.constantFrom('-', '_', '--', 'unix:', '09:03:07', '::', '1.2.3', '1.2.3.4.5', '1111.2222.3333.4444'),
);

test('reads lines with any client like the TypeScript readers, or leaves them to those', async t => {
	let taken = 0;
	let left = 0;
	await assertUntil(
		() => taken > 200 && left > 200,
		fc.property(anyClient, client => {
			const line = Buffer.from(`${client} - - ${time} "GET / HTTP/1.1" 200 5 "-" "curl"`);
			const [read] = scanned([line]);
			left += read === undefined ? 1 : 0;
			if (read !== undefined) {
				taken++;
				t.deepEqual(read, readPlainly(line), client);
			}
		}),
		500,
	);
	t.pass();
});

test('reads all plain addresses and names, and IPv4 addresses with ports', t => {
	forAll(500, fc.ipV4(), fc.nat({max: 65_535}), (address, port) => {
		const line = Buffer.from(`${address}:${port} - - ${time} "GET / HTTP/1.1" 200 5 "-" "curl"`);
		t.is(scanned([line])[0]?.ip, address);
	});
	forAll(
		500,
		fc.oneof(
			fc.ipV4(),
			fc.domain(),
			fc.ipV6().filter(address => !address.includes('.')),
		),
		client => {
			const line = Buffer.from(`${client} - - ${time} "GET / HTTP/1.1" 200 5 "-" "curl"`);
			t.is(scanned([line])[0]?.ip, client);
		},
	);
});

test('reads nearly correct lines like the TypeScript readers, or leaves them to those', t => {
	forAll(2000, unrulyLine, line => {
		const [read] = scanned([line]);
		t.true(read === undefined || JSON.stringify(read) === JSON.stringify(readPlainly(line)), line.toString());
	});
});

test('reads a common line with one changed byte like the TypeScript readers, or leaves it to them', t => {
	const usual = `192.0.2.1 - u ${time} "GET /a HTTP/1.1" 200 5 "-" "x"`;
	const [whole] = scanned([Buffer.from(usual)]);
	t.truthy(whole);
	for (let index = 0; index < usual.length; index++) {
		for (const byte of ' "-,:[]\\\r\t0129AZaz/.{<=\u0000\u0080') {
			const line = Buffer.from(usual, 'latin1');
			line[index] = byte.charCodeAt(0);
			const [read] = scanned([line]);
			if (read !== undefined && JSON.stringify(read) !== JSON.stringify(readPlainly(line))) {
				t.deepEqual(read, readPlainly(line), line.toString('latin1'));
			}
		}
	}
});

test('fault 10: leaves a line with a NUL to the TypeScript reader, but reads the lines before it', t => {
	const usual = `192.0.2.1 - u ${time} "GET /a HTTP/1.1" 200 5 "-" "x"`;
	for (let index = 0; index <= usual.length; index++) {
		const line = Buffer.from(`${usual.slice(0, index)}\0${usual.slice(index)}`);
		t.deepEqual(
			scanned([Buffer.from(usual), line]).map(read => read !== undefined),
			[true, false],
		);
	}
});

test('reads days of any year in any time zone', t => {
	forAll(
		500,
		fc.integer({min: Date.UTC(1600, 0, 3) / 1000, max: Date.UTC(9999, 11, 30) / 1000}),
		fc.integer({min: -1439, max: 1439}).map(minutes => minutes + 0),
		(seconds, zone) => {
			const line = `192.0.2.1 - - [${clfTime(seconds * 1000, zone)}] "GET / HTTP/1.1" 200 5`;
			const [read] = scanned([Buffer.from(line)]);
			t.deepEqual([read?.time, read?.zone], [seconds * 1000, zone], line);
		},
	);
});

test('reads a batch up to the first line that it leaves to the TypeScript readers', t => {
	const kernel = Kernel.take();
	const {batch} = kernel;
	const usual = `192.0.2.1 - u ${time} "GET /a HTTP/1.1" 200 5 "-" "x"\n`;
	const {length} = usual;
	const bytes = Buffer.from(`${usual.repeat(3)}?\n${usual}`);
	batch.load(bytes, 0, bytes.length);
	const all = {start: 0, end: bytes.length, base: 0, first: 0, last: batchRows, offset: 7, layouts};
	t.deepEqual(batch.scan(all), {rows: 3, end: 3 * length});
	t.deepEqual(Array.from(batch.columns.offset.subarray(0, 3)), [7, 7 + length, 7 + 2 * length]);
	t.deepEqual(batch.scan({...all, first: 5, last: 7}), {rows: 2, end: 2 * length}, 'no more rows');
	t.deepEqual(batch.scan({...all, end: 2 * length - 1}), {rows: 1, end: length}, 'half a line');
	t.deepEqual(batch.scan({...all, start: length}), {rows: 2, end: 3 * length});
	t.deepEqual(batch.scan({...all, start: 3 * length}), {rows: 0, end: 3 * length});
	t.throws(() => batch.load(Buffer.alloc(inputSize + 1), 0, inputSize + 1), {instanceOf: RangeError});
	kernel.give();
});

/** The beginning of a line that hasn't been written completely. */
const combinedBeginning = `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200`;

test('reads many lines at once like single lines', async t => {
	const usual = defaultFields
		.map(fields => Buffer.from(combinedLine(fields, nginxEscaped), 'latin1'))
		.filter(one => scanned([one])[0] !== undefined);
	const marks = fc.nat({max: 9000}).map(length => Buffer.alloc(length, '"'));
	const line = fc.oneof({weight: 200, arbitrary: usual}, {weight: 2, arbitrary: unrulyLine}, marks);
	const kernel = Kernel.take();
	const {batch} = kernel;
	let read = 0;
	await assertUntil(
		() => read > 1000,
		fc.property(fc.array(line, {maxLength: 120, size: 'max'}), fc.nat({max: 60}), (lines, before) => {
			const whole = lines.flatMap(one => [one, Buffer.from('\n')]);
			const bytes = Buffer.concat([Buffer.alloc(before, 'x'), ...whole, Buffer.from(combinedBeginning)]);
			if (bytes.length > inputSize) {
				return;
			}
			const alone = scanned(lines);
			const expected = alone.includes(undefined) ? alone.slice(0, alone.indexOf(undefined)) : alone;
			batch.load(bytes, 0, bytes.length);
			const all = {start: before, end: bytes.length, base: 0, first: 0, last: batchRows, offset: 0, layouts};
			const {rows, end} = batch.scan(all);
			t.deepEqual(
				Array.from({length: rows}, (_, row) => rowOf(batch, row, bytes)),
				expected,
			);
			t.is(end, before + lines.slice(0, rows).reduce((sum, one) => sum + one.length + 1, 0));
			read += rows;
		}),
		100,
	);
	t.pass();
	kernel.give();
});

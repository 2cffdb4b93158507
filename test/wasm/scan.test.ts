import test from 'ava';
import fc from 'fast-check';
import {allFormats} from '../../source/entries/chosen-readers.js';
import {EntryRecord} from '../../source/entries/entry-record.js';
import {clfFamily} from '../../source/entries/formats/clf-family.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {textFields} from '../../source/fields/fields.js';
import {zoneBias} from '../../source/index/entry-writer.js';
import {type Batch, batchRows, inputSize, textCount} from '../../source/wasm/batch.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {
	apacheEscaped,
	clfTime,
	combinedFields,
	combinedLine,
	nginxEscaped,
	sampleLines,
	unrulyLine,
} from '../helpers/arbitrary-lines.js';
import {assertUntil} from '../helpers/assert-until.js';
import {forAll} from '../helpers/for-all.js';

const formats = {combined: 1001, common: 1002};

/** What is read in a line, as text. */
type Read = {readonly [field: string]: string | number};

/** What the kernel reads in each of some lines; undefined where it leaves a line to others. */
function scanned(lines: readonly Buffer[], before = 0): ReadonlyArray<Read | undefined> {
	const kernel = Kernel.take();
	const {batch} = kernel;
	const bytes = Buffer.concat([Buffer.alloc(before), ...lines.flatMap(line => [line, Buffer.from('\n')])]);
	let start = before;
	const read = lines.map(line => {
		const end = start + line.length + 1;
		batch.load(bytes, before, bytes.length);
		const first = start % batchRows;
		const {rows} = batch.scan({start, end, base: before, first, last: first + 1, offset: 0, formats});
		start = end;
		return rows === 0 ? undefined : rowOf(batch, first, bytes);
	});
	kernel.give();
	return read;
}

function rowOf({columns}: Batch, row: number, bytes: Buffer): Read {
	const texts = textFields.map((field, place) => {
		const at = place * batchRows + row;
		return [field, bytes.toString('latin1', columns.textStarts[at], columns.textEnds[at])];
	});
	return {
		...Object.fromEntries(texts),
		time: columns.times[row] ?? 0,
		zone: (columns.zones[row] ?? 0) - zoneBias,
		status: columns.statuses[row] ?? 0,
		size: columns.sizes[row] ?? 0,
		format: columns.formats[row] === formats.combined ? 'combined' : 'common',
	};
}

/** What the reader of such lines reads. */
function readPlainly(line: Buffer): Read | undefined {
	const record = new EntryRecord();
	const format = new LineReader([clfFamily]).read(line, 0, line.length, record);
	if (format < 0) {
		return undefined;
	}
	const texts = textFields.map((field, place) => [
		field,
		line.toString('latin1', record.spans[place * 2], record.spans[place * 2 + 1]),
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

test('reads all fields of usual lines', t => {
	const [combined, common] = scanned([
		Buffer.from(
			`192.0.2.1 - frank ${time} "GET /en/?a=b HTTP/1.1" 200 4523 "https://a.example/" "Mozilla/5.0 (X11)"`,
		),
		Buffer.from(`2001:db8::1 - - ${time} "POST - HTTP/2" 404 -\r`),
	]);
	t.deepEqual(combined, {
		ip: '192.0.2.1',
		method: 'GET',
		url: '/en/?a=b',
		protocol: 'HTTP/1.1',
		host: '',
		user: 'frank',
		referer: 'https://a.example/',
		userAgent: 'Mozilla/5.0 (X11)',
		forwardedFor: '',
		upstream: '',
		peerIp: '',
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

/** Lines that the kernel leaves to the readers, with what is unusual about them. */
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

/** Such as nearly all lines have. */
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

/** What stands where the client does: addresses and names, with ports and brackets, lists, and what is none. */
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

test('reads a usual line with one changed byte like the TypeScript readers, or leaves it to them', t => {
	const usual = `192.0.2.1 - u ${time} "GET /a HTTP/1.1" 200 5 "-" "x"`;
	const [whole] = scanned([Buffer.from(usual)]);
	t.truthy(whole);
	for (let place = 0; place < usual.length; place++) {
		for (const byte of ' "-,:[]\\\r\t0129AZaz/.{<=\u0000\u0080') {
			const line = Buffer.from(usual, 'latin1');
			line[place] = byte.charCodeAt(0);
			const [read] = scanned([line]);
			if (read !== undefined && JSON.stringify(read) !== JSON.stringify(readPlainly(line))) {
				t.deepEqual(read, readPlainly(line), line.toString('latin1'));
			}
		}
	}
});

test('fault 10: leaves a line with a NUL to the TypeScript reader, but reads the lines before it', t => {
	const usual = `192.0.2.1 - u ${time} "GET /a HTTP/1.1" 200 5 "-" "x"`;
	for (let place = 0; place <= usual.length; place++) {
		const line = Buffer.from(`${usual.slice(0, place)}\0${usual.slice(place)}`);
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
	const all = {start: 0, end: bytes.length, base: 0, first: 0, last: batchRows, offset: 7, formats};
	t.deepEqual(batch.scan(all), {rows: 3, end: 3 * length});
	t.deepEqual(Array.from(batch.columns.offsets.subarray(0, 3)), [7, 7 + length, 7 + 2 * length]);
	t.deepEqual(batch.scan({...all, first: 5, last: 7}), {rows: 2, end: 2 * length}, 'no more rows');
	t.deepEqual(batch.scan({...all, end: 2 * length - 1}), {rows: 1, end: length}, 'half a line');
	t.deepEqual(batch.scan({...all, start: length}), {rows: 2, end: 3 * length});
	t.deepEqual(batch.scan({...all, start: 3 * length}), {rows: 0, end: 3 * length});
	t.throws(() => batch.load(Buffer.alloc(inputSize + 1), 0, inputSize + 1), {instanceOf: RangeError});
	kernel.give();
});

/** What a line begins with that hasn't been written whole. */
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
			const all = {start: before, end: bytes.length, base: 0, first: 0, last: batchRows, offset: 0, formats};
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

test('a batch has room for each text field', t => {
	t.is(textCount, textFields.length);
});

import test from 'ava';
import fc from 'fast-check';
import {chosenReaders} from '../../../source/entries/chosen-readers.js';
import {explainLine} from '../../../source/entries/explain-line.js';
import {jsonFormats} from '../../../source/entries/json/json-formats.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import {forAll} from '../../helpers/for-all.js';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

function fieldsOf(line: string) {
	return readLine(line)?.fields ?? null;
}

test('host is the client, an address or a name, and vhost the host', t => {
	const line = 'host:visitor\tmethod:GET\turi:/en/\tstatus:200';
	t.deepEqual(fieldsOf(`${line}\tvhost:shop.example:8080`), {
		...{ip: 'visitor', method: 'GET', url: '/en/', status: 200, host: 'shop.example'},
	});
	t.deepEqual(fieldsOf(`${line}\tremote_addr:203.0.113.7`), {
		...{ip: '203.0.113.7', method: 'GET', url: '/en/', status: 200},
	});
});

test('reads the time with or without brackets, and as ISO 8601', t => {
	for (const time of [
		'[20/Nov/2026:09:03:07 +0100]',
		'20/Nov/2026:09:03:07 +0100',
		'2026-11-20T09:03:07+01:00',
	]) {
		t.is(fieldsOf(`time:${time}\treq:GET / HTTP/1.1\tstatus:200`)?.time, '2026-11-20T08:03:07.000Z');
	}
});

test('reads reqtime in seconds as nginx writes them, reqtime_microsec in microseconds; ignores apptime', t => {
	const duration = (text: string) => fieldsOf(`req:GET / HTTP/1.1\tstatus:200\t${text}`)?.durationMs;
	t.is(duration('reqtime:0.042'), 42);
	t.is(duration('reqtime_microsec:4523'), 4.523);
	t.is(duration('reqtime:42'), undefined);
	t.is(duration('apptime:0.042'), undefined);
});

test('removes quotes around a value, and undoes the escapes of nginx and Apache', t => {
	t.is(fieldsOf('req:GET / HTTP/1.1\tstatus:200\tua:"a \\x22b\\x22"')?.userAgent, 'a "b"');
	t.is(fieldsOf('req:GET / HTTP/1.1\tstatus:200\tua:"')?.userAgent, '"');
});

test('a connection without a request is an entry with its client and status', t => {
	t.deepEqual(fieldsOf('host:203.0.113.7\treq:-\tstatus:400\tsize:0'), {
		...{ip: '203.0.113.7', status: 400, bytes: 0},
	});
});

test('requires a label for every value', t => {
	for (const line of [
		'req:GET / HTTP/1.1 status:200',
		'req:GET / HTTP/1.1\t200',
		'req:GET / HTTP/1.1\tstatus:200\t:x',
		'req:GET / HTTP/1.1\tstatus:200\ta b:x',
		'status:200\tsize:42',
		'status:ok\tmethod:GET\turi:/',
	]) {
		t.is(readLine(line), null, line);
	}
	t.is(readLine('req:GET / HTTP/1.1\tstatus:200\t')?.format, 'ltsv');
});

test('--format ltsv reads no other format', t => {
	const reader = new LineReader(chosenReaders('ltsv'));
	for (const {name, example} of jsonFormats) {
		t.is(explainLine(reader, Buffer.from(example)).kind === 'entry', name === 'ltsv', name);
	}
});

const pairs: ReadonlyArray<
	readonly [label: string, logged: string, fields: Record<string, string | number>]
> = [
	['time', '[20/Nov/2026:09:03:07 +0100]', {time: '2026-11-20T08:03:07.000Z', zone: 60}],
	['host', '203.0.113.7', {ip: '203.0.113.7'}],
	['forwardedfor', '198.51.100.4, 10.0.0.1', {forwardedFor: '198.51.100.4, 10.0.0.1'}],
	['req', 'GET /en/?a=b:c HTTP/1.1', {method: 'GET', url: '/en/?a=b:c', protocol: 'HTTP/1.1'}],
	['status', '200', {status: 200}],
	['size', '4523', {bytes: 4523}],
	['referer', 'https://shop.example/', {referer: 'https://shop.example/'}],
	['ua', 'Mozilla/5.0 (X11; x: y)', {userAgent: 'Mozilla/5.0 (X11; x: y)'}],
	['vhost', 'shop.example', {host: 'shop.example'}],
	['reqtime', '0.042', {durationMs: 42}],
	['user', 'ada', {user: 'ada'}],
];

test('reads labels in any order, among unknown labels', t => {
	const needed = pairs.filter(([label]) => label === 'req' || label === 'status');
	const some = fc
		.subarray(pairs.filter(pair => !needed.includes(pair)))
		.chain(chosen => fc.shuffledSubarray([...needed, ...chosen], {minLength: chosen.length + 2}));
	const other = fc.constantFrom('cache:HIT', 'runtime:0.04', 'apptime:0.04', 'x:', 'reqsize:77', 'ident:-');
	forAll(200, some, fc.array(other, {maxLength: 4}), (chosen, others) => {
		const line = chosen
			.flatMap(([label, logged], index) => [`${label}:${logged}`, ...others.slice(index, index + 1)])
			.join('\t');
		const read = Object.assign({}, ...chosen.map(([, , fields]) => fields)) as Record<string, unknown>;
		// If nothing else names the client, it is in the list.
		const expected = read.forwardedFor === undefined ? read : {ip: '198.51.100.4', ...read};
		t.deepEqual(readLine(line) as unknown, {format: 'ltsv', fields: expected}, line);
	});
});

test('an invalid value is missing and does not affect other values', t => {
	const broken = fc.constantFrom('time:noon', 'host:no body', 'size:many', 'reqtime:soon', 'reqtime:-1');
	forAll(30, broken, fc.boolean(), (pair, isFirst) => {
		const line = 'req:GET / HTTP/1.1\tstatus:200';
		t.deepEqual(fieldsOf(isFirst ? `${pair}\t${line}` : `${line}\t${pair}`), {
			...{method: 'GET', url: '/', protocol: 'HTTP/1.1', status: 200},
		});
	});
});

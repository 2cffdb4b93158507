import test from 'ava';
import {jsonWrapper} from '../../../source/entries/wrappers/json-wrapper.js';
import {InnerLine} from '../../../source/entries/wrappers/wrapper.js';
import {sampleLines} from '../../helpers/arbitrary-lines.js';
import {readLine} from '../../helpers/line-fields.js';

const access = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /a\\"\\\\ HTTP/1.1" 200 4523 "-" "ä"';

const fields = {
	...{time: '2026-11-20T08:03:07.000Z', zone: 60, ip: '203.0.113.7', method: 'GET', url: '/a"\\'},
	...{protocol: 'HTTP/1.1', status: 200, bytes: 4523, userAgent: 'ä'},
};

test("Docker: unwraps a container's line and undoes the escapes of each layer once", t => {
	for (const end of ['\n', '\r\n', '']) {
		const line = JSON.stringify({
			log: access + end,
			stream: 'stdout',
			time: '2026-11-20T09:00:00.123456789Z',
		});
		t.deepEqual(readLine(line), {format: 'combined', fields});
	}
});

test('Docker: unwraps JSON in JSON', t => {
	const inner = '{"method":"GET","url":"/\\"\\\\\\u00e4","status":200}';
	const line = JSON.stringify({log: `${inner}\n`, stream: 'stdout', time: '2026-11-20T09:00:00.123456789Z'});
	t.deepEqual(readLine(line), {
		format: 'json',
		fields: {method: 'GET', url: '/"\\ä', status: 200, time: '2026-11-20T09:00:00.123Z', zone: 0},
	});
});

test('journald: unwraps a message as a string or a list of bytes; uses its time only if the line has no time', t => {
	const line = (message: unknown): string =>
		JSON.stringify({__REALTIME_TIMESTAMP: '1795161787123456', _PID: '7', PRIORITY: '6', MESSAGE: message});
	t.deepEqual(readLine(line(access)), {format: 'combined', fields});
	t.deepEqual(readLine(line([...Buffer.from(access)])), {format: 'combined', fields});
	t.deepEqual(
		readLine(line('{"method":"GET","url":"/","status":200}'))?.fields.time,
		'2026-11-20T08:03:07.123Z',
	);
	for (const none of [null, [], [''], 7, '', {}, 'started', [1, [2]], [999]]) {
		t.is(readLine(line(none)), null, JSON.stringify(none));
	}
});

test('Filebeat: unwraps message, next to a time', t => {
	const line = JSON.stringify({
		'@timestamp': '2026-11-20T09:00:00.123Z',
		message: access,
		input: {type: 'log'},
	});
	t.deepEqual(readLine(line), {format: 'combined', fields});
});

test('loggers of frameworks: unwraps msg or event, even next to a level and ts', t => {
	const line = '203.0.113.7:50112 - "GET /en/ HTTP/1.1" 200';
	const inner = {...{ip: '203.0.113.7', method: 'GET', url: '/en/', protocol: 'HTTP/1.1', status: 200}};
	const at = {time: '2026-11-20T08:03:07.123Z', zone: 0};
	for (const names of [
		{ts: at.time, level: 'INFO', logger: 'uvicorn.access', msg: line},
		{time: at.time, level: 'INFO', msg: line},
		{event: line, level: 'INFO', logger: 'uvicorn.access', timestamp: at.time},
		{time: 1795161787.123, sourcetype: 'access', event: line},
	]) {
		t.deepEqual(readLine(JSON.stringify(names)), {format: 'uvicorn', fields: {...inner, ...at}});
	}
	t.is(readLine(JSON.stringify({ts: at.time, level: 'INFO', msg: 'listening'})), null);
});

test('unwraps a line that is wrapped twice', t => {
	const once = JSON.stringify({log: `${access}\n`, stream: 'stdout', time: '2026-11-20T09:00:00.123Z'});
	t.deepEqual(readLine(JSON.stringify({MESSAGE: once})), {format: 'combined', fields});
});

test('does not unwrap a request that has a message', t => {
	const line = JSON.stringify({method: 'PUT', url: '/x', status: 201, message: access});
	t.deepEqual(readLine(line), {format: 'json', fields: {method: 'PUT', url: '/x', status: 201}});
});

test('does not unwrap lines that a format reads', t => {
	for (const line of sampleLines) {
		const inner = new InnerLine();
		inner.set(Buffer.from(line), 0, Buffer.byteLength(line));
		t.false(jsonWrapper.open()(inner), line);
	}
});

test('unwraps its own example', t => {
	t.is(readLine(jsonWrapper.example)?.format, 'common');
});

test('later lines do not change an unwrapped line', t => {
	const unwrap = jsonWrapper.open();
	const line = Buffer.from(JSON.stringify({log: `first ${'x'.repeat(5000)}`}));
	const inner = new InnerLine();
	inner.set(line, 0, line.length);
	unwrap(inner);
	const {bytes, start, end} = inner;
	const before = bytes.toString('latin1', start, end);
	const other = Buffer.from(JSON.stringify({log: 'y'.repeat(60_000)}));
	for (let count = 0; count < 50; count++) {
		inner.set(other, 0, other.length);
		unwrap(inner);
	}
	t.is(bytes.toString('latin1', start, end), before);
});

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

const wrapped: Readonly<Record<string, (line: string) => unknown>> = {
	'GELF, short message': line => ({
		version: '1.1',
		host: 'web-1',
		short_message: line,
		level: 6,
		_tag: 'nginx',
	}),
	'GELF, full message': line => ({
		version: '1.1',
		host: 'web-1',
		short_message: 'GET /a',
		full_message: line,
	}),
	'Google Cloud': line => ({textPayload: line, severity: 'INFO', resource: {type: 'k8s_container'}}),
	'OpenTelemetry, body': line => ({
		body: line,
		severity_text: '',
		attributes: {'log.file.name': 'access.log'},
	}),
	'OpenTelemetry, body with a type': line => ({body: {stringValue: line}, traceId: ''}),
	'Splunk, event': line => ({_raw: line, host: 'web-1', source: '/var/log/nginx/access.log'}),
	'Splunk, export': line => ({
		preview: false,
		offset: 0,
		result: {_raw: line, sourcetype: 'access_combined'},
	}),
	'Splunk, HEC': line => ({event: line, host: 'web-1', index: 'main', fields: {a: 'b'}}),
	'logcli -o jsonl': line => ({labels: {app: 'nginx'}, line}),
	Elasticsearch: line => ({
		_index: 'logs',
		_id: '1',
		_score: 1,
		_source: {message: line, host: {name: 'web-1'}},
	}),
	'Elasticsearch, fields': line => ({_index: 'logs', fields: {message: [line]}}),
	'Filebeat, original': line => ({message: 'GET /a', event: {original: line}, log: {offset: 0}}),
	'Filebeat, message': line => ({message: line, log: {file: {path: '/var/log/nginx/access.log'}}}),
	'Azure, container': line => ({category: 'kube', properties: {log: line, stream: 'stdout', pod: 'web-1'}}),
	'Azure, table': line => ({LogEntry: line, LogEntrySource: 'stdout', ContainerID: 'a1'}),
	'Azure, second table': line => ({LogMessage: line, LogSource: 'stdout', PodName: 'web-1'}),
	'syslog-ng, format-json': line => ({PROGRAM: 'nginx', PRIORITY: 'info', MESSAGE: line, HOST: 'web-1'}),
	'rsyslog, jsonmesg': line => ({msg: line, hostname: 'web-1', syslogtag: 'nginx:'}),
	Mezmo: line => ({_line: line, _app: 'nginx'}),
	'Datadog, archive': line => ({
		_id: 'A1',
		host: 'web-1',
		service: 'nginx',
		status: 'info',
		attributes: {},
		message: line,
	}),
	'New Relic': line => ({log: line, logtype: 'nginx', hostname: 'web-1'}),
	'Docker, with attributes': line => ({log: `${line}\n`, stream: 'stdout', attrs: {tag: 'web'}}),
};

for (const [who, wrap] of Object.entries(wrapped)) {
	test(`${who}: unwraps a line, and JSON in a string`, t => {
		t.deepEqual(readLine(JSON.stringify(wrap(access))), {format: 'combined', fields});
		const request = '{"method":"GET","url":"/a","status":200,"ip":"203.0.113.7"}';
		const inner = {method: 'GET', url: '/a', status: 200, ip: '203.0.113.7'};
		t.deepEqual(readLine(JSON.stringify(wrap(request))), {format: 'json', fields: inner});
		t.deepEqual(readLine(`@cee: ${JSON.stringify(wrap(access))}`), {format: 'combined', fields});
		for (const other of [
			'listening on 8080',
			'GET /a gives 200',
			'{"level":"info","msg":"GET /a 200"}',
			'',
		]) {
			t.is(readLine(JSON.stringify(wrap(other))), null, other);
		}
	});
}

test('unwraps an object that is a request, even if the line also has a message', t => {
	const request = {method: 'GET', url: '/a', status: 200, ip: '203.0.113.7'};
	for (const line of [
		{log: request, stream: 'stdout', kubernetes: {host: 'node-1', labels: {app: 'web'}}},
		{log: JSON.stringify(request), log_processed: request, stream: 'stdout'},
		{message: 'a request that took rather long, in a message that is longer', _source: request},
		{time: 1795161787.123, host: 'web-1', sourcetype: '_json', event: request},
		{result: {_raw: 'a', ...request}},
		{body: request, severity_text: 'INFO'},
	]) {
		const read = readLine(JSON.stringify(line));
		t.is(read?.format, 'json', JSON.stringify(line));
		t.is(read?.fields.url, '/a');
		t.is(read?.fields.host, undefined);
	}
	t.is(readLine(JSON.stringify({log: {level: 'info'}, body: {url: '/a'}, event: {status: 200}})), null);
});

test('the body of a request, and its other parts, are not the line', t => {
	const request = {
		method: 'POST',
		url: '/a',
		status: 201,
		ip: '203.0.113.7',
		time: '2026-11-20T08:03:07.123Z',
	};
	for (const more of [
		{body: access},
		{body: {method: 'GET', url: '/b', status: 200}},
		{line: 42},
		{content: access},
	]) {
		t.is(readLine(JSON.stringify({...request, ...more}))?.fields.url, '/a', JSON.stringify(more));
		const {status, ...without} = request;
		t.is(readLine(JSON.stringify({...without, ...more}))?.fields.url, '/a', `without ${status}`);
	}
});

test('an array: the brackets and commas around an object are not part of it', t => {
	const request = '{"method":"GET","url":"/a","status":200}';
	const wrapping = JSON.stringify({log: access});
	for (const [before, after] of [
		['[', ','],
		['', ','],
		['', ' ,'],
		['', ']'],
		['', '\t]'],
		[',', ''],
		['  ', ','],
		['[ ', ' ]'],
	]) {
		t.is(readLine(`${before}${request}${after}`)?.format, 'json', `${before} ${after}`);
		t.is(readLine(`${before}${wrapping}${after}`)?.format, 'combined', `${before} ${after}`);
	}
	for (const line of [
		`${request},x`,
		`${request}]]`,
		`${request},${request}`,
		`x${request}`,
		`[[${request}`,
	]) {
		t.is(readLine(line), null, line);
	}
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

import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import {chosenReaders} from '../../source/entries/chosen-readers.js';
import {type ClientChoice, ClientChooser, clientModes} from '../../source/entries/client-choice.js';
import {EntryRecord} from '../../source/entries/entry-record.js';
import {Layouts, type LearnedLayouts} from '../../source/entries/layouts.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {InnerLine} from '../../source/entries/wrappers/wrapper.js';
import {textFields} from '../../source/fields/fields.js';
import {zoneBias} from '../../source/index/entry-writer.js';
import {batchRows} from '../../source/wasm/batch.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {forAll} from '../helpers/for-all.js';
import {mutantOf, numbersFrom} from '../helpers/line-mutants.js';

const front =
	'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "https://a.example/" "curl/8.5.0"';

/** Lines with the layouts that are learned, by a name for each. */
const lines: Readonly<Record<string, string>> = {
	combined: front,
	common: front.slice(0, front.indexOf(' "https')),
	seconds: `${front} 0.052`,
	'several seconds': `${front} 0.052 0.050`,
	microseconds: `${front} 52311`,
	'few microseconds': `${front} 311`,
	'six decimals': `${front} 0.052311`,
	main: `${front} "203.0.113.9, 10.0.0.7"`,
	'main with a time': `${front.replace('203.0.113.7', '10.0.0.2')} "2001:db8::7" 0.012`,
	'main without addresses': `${front} "-" 0.012 0.010`,
	pairs: `${front} rt=0.151 uct="0.000" uht="0.150" urt="0.150"`,
	'other pairs': `${front} ua="10.0.0.1:80" 12 us="200" cs=HIT rt="0.151" id=8ab-1`,
	'a list in a pair': `${front} rt=0.151 xff="203.0.113.9"`,
	'words and numbers': `${front} 0.052 512 1.25 - 752178adb17130b291aefd8c386279e7 "a text"`,
	ingress: `${front} 39 0.052 [shop-web-80] [] 10.0.50.80:8080 4523 0.049 200 752178adb17130b291aefd8c386279e7`,
	'a container': `2026-11-20T09:03:07.123456789Z stdout F ${front}`,
	'a container in a zone': `2026-11-20T09:03:07+01:00 stderr F ${front} 0.052`,
	syslog: `Nov 20 09:03:07 web1 nginx[71]: ${front}`,
	'syslog without a number': `Nov  2 09:03:07 web1 nginx: ${front} "203.0.113.9"`,
	'syslog with a year': `2026-11-20T09:03:07.123456+00:00 web1 nginx[71]: ${front.replace('203.0.113.7', '2001:db8::1')}`,
	'nginx JSON':
		'{"time":"2026-11-20T09:03:07+01:00","remote_addr":"203.0.113.7","request_method":"GET","request_uri":"/en/?a=b","server_protocol":"HTTP/1.1","status":200,"body_bytes_sent":4523,"http_referer":"-","http_user_agent":"curl/8.5.0 \\"x\\"","request_time":0.052,"id":"8ab"}',
	'nginx JSON of strings':
		'{ "msec": "1795161787.098", "remote_addr": "203.0.113.7", "remote_user": "", "request": "GET /en/ HTTP/1.1", "status": "200", "body_bytes_sent": "4523", "request_time": "0.052", "http_host": "shop.example", "http_referrer": "https://a.example/", "http_user_agent": "curl/8.5.0", "http_x_forwarded_for": "" }',
	'nginx JSON of a container':
		'2026-11-20T09:03:07.123456789Z stdout F {"time_local":"20/Nov/2026:09:03:07 +0000","remote_addr":"2001:db8::1","request":"GET /en/ HTTP/1.1","status":"200","bytes_sent":"4523","upstream_addr":"10.0.0.1:80","upstream_response_time":"0.050","request_time":"0.052"}',
	Caddy:
		'{"level":"info","ts":1795161787.123,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"203.0.113.7","remote_port":"50112","client_ip":"203.0.113.7","proto":"HTTP/2.0","method":"GET","host":"shop.example","uri":"/en/","headers":{"User-Agent":["curl/8.5.0"],"Accept":["*/*"]}},"bytes_read":0,"user_id":"","duration":0.0042,"size":4523,"status":200,"resp_headers":{"Server":["Caddy"],"Content-Length":["12","13"]}}',
	'Caddy with lists':
		'{"level":"info","ts":"2026-11-20T09:03:07.123Z","logger":"http.log.access.log0","msg":"handled request","request":{"remote_ip":"203.0.113.7","proto":"HTTP/1.1","method":"POST","host":"shop.example","uri":"/a?b=c","headers":{"X-A":["1","2"],"Referer":["https://a.example/"],"User-Agent":["curl/8.5.0"],"Cookie":[],"X-Forwarded-For":["203.0.113.9"]}},"duration":0.08202488526299061,"size":0,"status":404,"resp_headers":{}}',
	'Traefik JSON':
		'{"ClientAddr":"203.0.113.7:50112","ClientHost":"203.0.113.7","ClientPort":"50112","ClientUsername":"-","DownstreamContentSize":4523,"DownstreamStatus":200,"Duration":4200000,"OriginStatus":200,"RequestAddr":"shop.example","RequestCount":7,"RequestHost":"shop.example","RequestMethod":"GET","RequestPath":"/en/","RequestPort":"-","RequestProtocol":"HTTP/2.0","RetryAttempts":0,"RouterName":"shop@docker","ServiceAddr":"10.0.0.5:8080","ServiceURL":"http://10.0.0.5:8080","StartLocal":"2026-11-20T09:03:07.123456789+01:00","StartUTC":"2026-11-20T08:03:07.123456789Z","entryPointName":"web","level":"info","msg":"","request_Referer":"","request_User-Agent":"curl/8.5.0","time":"2026-11-20T08:03:07Z"}',
	'other JSON':
		'{"@timestamp":"2026-11-20T09:03:07.5+01:00","host":"web1.example","client_ip":"203.0.113.7","method":"GET","url":"/en/?a","path":"/en/","status":200,"bytes":null,"user":null,"duration_ms":4.25,"referer":"","agent":"curl/8.5.0","tags":["a",{"b":1}],"http":{"version":"HTTP/1.1","x":{}},"data":{"user":"ann","k":{"status":"s"}},"xff":"203.0.113.9, 10.0.0.7"}',
	ALB: 'https 2026-11-20T09:03:07.186641Z app/shop/72b0 203.0.113.7:44740 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://shop.example:443/en/?a HTTP/1.1" "curl/8.5.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/t/73 "Root=1-58" "shop.example" "-" 0 2026-11-20T09:03:07.100000Z "forward" "-" "-"',
	HAProxy:
		'Nov 20 09:03:07 lb1 haproxy[71]: 203.0.113.7:33317 [20/Nov/2026:09:03:07.655] https-in~ shop/web1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example} "GET /en/?a HTTP/1.1"',
	'HAProxy without headers':
		'203.0.113.7:33317 [20/Nov/2026:09:03:07.655] https-in~ shop/web1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET /en/ HTTP/1.1"',
	Docker: `{"log":${JSON.stringify(`${front}\n`)},"stream":"stdout","time":"2026-11-20T09:03:07.123456789Z"}`,
	'Docker with a time': `{"log":${JSON.stringify(`${front} 0.052\n`).replace('/en/', '/en/?a\\u0026b')},"stream":"stderr","time":"2026-11-20T09:03:07Z"}`,
	IIS: '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken\n2026-11-20 09:03:07 10.0.0.5 GET /en/ page=2 443 SHOP\\ann 203.0.113.7 curl/8.5.0+("x") https://shop.example/ 200 0 0 52',
	'W3C of another server':
		'#Fields: date time x-id c-ip cs-method cs-uri sc-bytes cs(Host) cs-username sc-status x-cache cs-version\n2026-11-20 09:03:07 8ab 2001:db8::1 GET /en/?a=b 4523 shop.example - 200 HIT HTTP/1.1',
	traefik: `${front} 17 "shop@docker" "http://172.17.0.3:80" 12ms`,
};

/** Formats that a user describes, with a line of each. */
const given: Readonly<Record<string, string>> = {
	'$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent rt=$request_time "$http_user_agent" $cookie':
		'203.0.113.7 - ann [20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523 rt=0.052 "curl/8.5.0" 8ab',
	'%t %h "%r" %>s %b "%{Referer}i" %{cache}o':
		'[20/Nov/2026:09:03:07 +0100] 2001:db8::1 "GET /en/?a HTTP/1.1" 200 4523 "https://a.example/" HIT',
	'[$time_iso8601] $remote_addr $host $request_method $request_uri $server_protocol $status "$http_x_forwarded_for" $upstream_addr':
		'[2026-11-20T09:03:07+01:00] 203.0.113.7 shop.example GET /en/ HTTP/2.0 200 "203.0.113.9" 10.0.0.1:80',
	'[$time_iso8601] "$request" $upstream_addr $upstream_status $foo $status $upstream_response_time $request_time "$http_user_agent"':
		'[2026-11-20T09:03:07+01:00] "GET /en/ HTTP/2.0" 10.0.0.1:80 502 a 200 0.050 0.052 "curl/8.5.0"',
	'%{+Q}o ip=%ci at=[%trl] method=%HM uri=%HU status=%ST bytes=%B pid=%pid ua=%[capture.req.hdr(0)]':
		'ip="203.0.113.7" at=[20/Nov/2026:09:03:07 +0100] method="GET" uri="/en/" status=200 bytes=4523 pid=71 ua="curl/8.5.0"',
	'[$time_iso8601] $remote_addr "$request" $status host="$http_host" name="$server_name"':
		'[2026-11-20T09:03:07+01:00] 203.0.113.7 "GET /en/ HTTP/2.0" 200 host="www.shop.example" name="shop.example"',
};

/** The first lines of the samples. */
const samples = new URL('../../../samples/', import.meta.url);
const sampleStarts = readdirSync(samples)
	.filter(name => name.endsWith('.log'))
	.flatMap(name =>
		readFileSync(new URL(name, samples), 'latin1').split('\n', name === 'text_programs.log' ? 1000 : 6),
	)
	.filter(line => line.length > 40 && line.length < 4000);

const kernel = Kernel.take();

/** Returns everything that was read in a line, as a string. */
function read(
	spans: (index: number) => readonly [number, number],
	bytes: Buffer,
	numbers: readonly number[],
): string {
	const texts = textFields.map((field, index) => `${field}=${bytes.toString('latin1', ...spans(index))}`);
	return [...texts, ...numbers].join('\n');
}

/**
 * Returns the text with a changed last line, and with the header before it. Some lines have about the maximum length of a
 * layout.
 */
function changed(text: string, below: (limit: number) => number): string {
	const at = text.indexOf('\n') + 1;
	// Changes add up, and a longer line doesn't fit into a batch.
	const line = mutantOf(text.slice(at), below).slice(0, 70_000);
	const longest = below(200) === 0 ? [16_000, 65_536][below(2)] : undefined;
	if (longest === undefined) {
		return text.slice(0, at) + line;
	}
	const middle = below(line.length);
	const more = 'a'.repeat(Math.max(0, longest - line.length - 2 + below(5)));
	return text.slice(0, at) + line.slice(0, middle) + more + line.slice(middle);
}

/** A log whose lines are read one at a time, both in TypeScript and in WebAssembly. */
class Log {
	readonly layouts: Layouts;
	readonly #reader: LineReader;
	readonly #record = new EntryRecord();
	readonly #rest = new InnerLine();
	readonly #client: ClientChooser | undefined;
	readonly #choice: ClientChoice | undefined;

	constructor(client?: ClientChoice, format?: string, learned?: LearnedLayouts) {
		const readers = chosenReaders(format);
		this.#reader = new LineReader(readers);
		this.layouts = new Layouts(client, readers, learned);
		this.#client = client && new ClientChooser(client);
		this.#choice = client;
	}

	/** Returns the log as another thread reads it, which gets the layouts learned so far. */
	inThread(): Log {
		return new Log(this.#choice, undefined, structuredClone(this.layouts.learned));
	}

	/** Reads a line in TypeScript, and learns its layout. Returns its fields as a string; undefined if it isn't readable. */
	learn(text: Buffer): string | undefined {
		const line = this.#afterHeader(text);
		const record = this.#record;
		const rest = this.#rest;
		const format = this.#reader.read(line, 0, line.length, record, rest);
		if (format < 0) {
			return undefined;
		}
		if (this.#reader.allowsLayouts) {
			this.layouts.learn(line, 0, line.length, record, format, rest, this.#reader.taken);
		}
		const source = record.source ?? line;
		this.#client?.choose(source, record);
		const {spans, time, zone, status, bytes, durationMs} = record;
		const spanAt = (index: number) => [spans[index * 2] ?? 0, spans[index * 2 + 1] ?? 0] as const;
		return read(spanAt, source, [time, zone, status, bytes, durationMs, format]);
	}

	/** Reads the header before a line, if it has one. Returns the line. */
	#afterHeader(text: Buffer): Buffer {
		const headerEnd = text.indexOf('\n');
		if (headerEnd !== -1) {
			this.#reader.read(text, 0, headerEnd, this.#record);
			this.layouts.header = this.#reader.header;
		}
		return text.subarray(headerEnd + 1);
	}

	/** Reads the same in WebAssembly; undefined if it leaves the line to TypeScript. */
	scan(text: Buffer, nodes = this.layouts.nodes): string | undefined {
		const {batch} = kernel;
		const bytes = Buffer.concat([this.#afterHeader(text), Buffer.from('\n')]);
		if (!this.#reader.allowsLayouts) {
			return undefined;
		}
		batch.load(bytes, 0, bytes.length);
		const {rows} = batch.scan({
			start: 0,
			end: bytes.length,
			base: 0,
			first: 0,
			last: 1,
			offset: 0,
			layouts: nodes,
		});
		if (rows === 0) {
			return undefined;
		}
		const {textStarts, textEnds, time, zone, status, bytes: sizes, durationMs, format, input} = batch.columns;
		const texts = Buffer.from(input.buffer, input.byteOffset, input.length);
		return read(index => [textStarts[index * batchRows] ?? 0, textEnds[index * batchRows] ?? 0], texts, [
			time[0] ?? 0,
			(zone[0] ?? 0) - zoneBias,
			status[0] ?? 0,
			sizes[0] ?? 0,
			durationMs[0] ?? 0,
			format[0] ?? 0,
		]);
	}
}

for (const [name, text] of Object.entries(lines)) {
	test(`learns the layout of a line: ${name}`, t => {
		const log = new Log({mode: 'auto', trusted: ['default']});
		const line = Buffer.from(text);
		const expected = log.learn(line) ?? '';
		t.is(log.scan(line), expected);
		t.not(expected, '');
		const nodes = log.layouts.nodes;
		log.learn(line);
		t.is(log.layouts.nodes, nodes, 'once');
		t.is(log.scan(Buffer.from(`${text}\r`)), expected, 'with a carriage return');
	});
}

test('continues with layouts that another thread has learned, except after a header', t => {
	const {IIS = '', Caddy = '', combined = '', seconds = ''} = lines;
	const known = Object.values(lines).filter(text => !text.startsWith('#'));
	const log = new Log();
	for (const text of known) {
		log.learn(Buffer.from(text));
	}
	const other = log.inThread();
	for (const text of known) {
		t.is(other.scan(Buffer.from(text)), log.scan(Buffer.from(text)), text);
	}
	const more = [Caddy.replace('"Accept"', '"Accept-Language"'), `${seconds} "203.0.113.9"`];
	for (const text of more.map(text => Buffer.from(text))) {
		t.is(other.scan(text), undefined);
		const expected = other.learn(text);
		t.not(expected, undefined);
		t.is(other.scan(text), expected);
		t.is(log.scan(text), undefined);
	}
	log.learn(Buffer.from(IIS));
	t.is(log.layouts.learned, undefined);
	t.is(log.inThread().scan(Buffer.from(combined)), new Log().scan(Buffer.from(combined)));
});

for (const [format, text] of Object.entries(given)) {
	test(`reads mutated lines of a given format: ${format}`, t => {
		const log = new Log({mode: 'auto', trusted: ['default']}, format);
		const expected = log.learn(Buffer.from(text));
		t.is(typeof expected, 'string');
		t.is(log.scan(Buffer.from(text)), expected);
		forAll(2000, fc.integer(), seed => {
			const line = Buffer.from(mutantOf(text, numbersFrom(seed)));
			const found = log.scan(line);
			const read = log.learn(line);
			if (found !== undefined && found !== read) {
				t.is(found, read ?? '', line.toString());
			}
		});
	});
}

test('reads lines of many layouts that alternate', t => {
	const log = new Log();
	const names =
		'combined,seconds,main,pairs,ingress,traefik,nginx JSON,ALB,HAProxy,a container,syslog,Docker';
	const alternating = names.split(',').map(name => Buffer.from(lines[name] ?? ''));
	// These two begin alike.
	alternating.push(
		Buffer.from(front.replace(' ', ':33317 ')),
		Buffer.from(lines['HAProxy without headers'] ?? ''),
	);
	for (const line of alternating) {
		log.learn(line);
	}
	for (const line of alternating) {
		const found = log.scan(line);
		t.not(found, undefined, line.toString());
		t.is(found, log.learn(line), line.toString());
	}
});

test('reads objects with their keys in any order, and with keys missing', t => {
	const log = new Log();
	const {Caddy: line = ''} = lines;
	log.learn(Buffer.from(line));
	const members = line
		.slice(1, -1)
		.split(/,(?="(?:level|ts|logger|msg|request|bytes_read|user_id|duration|size|status|resp_headers)":)/);
	const turned = Buffer.from(`{${members.toReversed().join(',')}}`);
	t.not(log.scan(turned), undefined);
	t.is(log.scan(turned), log.learn(turned));
	const behind = Buffer.from(`2026-11-20T09:03:07Z stdout F ${line}`);
	t.is(log.scan(behind), undefined, 'behind another prefix');
	t.is(log.learn(behind), log.scan(behind));
	const fewer = Buffer.from(line.replace('"size":4523,', ''));
	t.is(log.scan(fewer), undefined, 'another set of names');
	const expected = log.learn(fewer);
	t.is(log.scan(fewer), expected);
});

test('leaves a HAProxy line with a status after the request to TypeScript, but not one with other columns', t => {
	const {'HAProxy without headers': line = '', combined = ''} = lines;
	const log = new Log();
	log.learn(Buffer.from(`${line} 0/00/0/0/0 shop.example/TLSv1.3`));
	log.learn(Buffer.from(combined));
	for (const status of ['-1 0', '200 52', '- -']) {
		t.is(log.scan(Buffer.from(`${line} ${status}`)), undefined);
	}
	const other = Buffer.from(`${line} 12/00/0/0/0 -/TLSv1.2`);
	const found = log.scan(other);
	t.not(found, undefined);
	t.is(found, log.learn(other));
});

test('HAProxy: a state under a name of times is not the time, for WebAssembly either', t => {
	const line = (state: string) =>
		Buffer.from(
			`{"time":"2026-11-30T17:15:12Z","client":"203.0.113.7","method":"GET","uri":"/","status":200,"ts":"${state}"}`,
		);
	for (const [first, second] of [
		['--', '2026-11-20T09:03:07Z'],
		['2026-11-20T09:03:07Z', '--'],
	] as const) {
		const log = new Log();
		log.learn(line(first));
		const found = log.scan(line(second));
		const read = log.learn(line(second));
		t.true(found === undefined || found === read);
		const time = Date.parse(second === '--' ? '2026-11-30T17:15:12Z' : second);
		t.true(read?.includes(String(time)), read);
	}
});

test('reads an object after one with the same keys like TypeScript, or leaves it to TypeScript', t => {
	const {Caddy = '', 'nginx JSON of strings': nginx = ''} = lines;
	const changes = [
		['"POST"', '"GET"'],
		['"user_id":""', '"user_id":"-"'],
		['"user_id":""', '"user_id":"ann"'],
		['["curl/8.5.0"]', '[""]'],
		['["curl/8.5.0"]', '["curl/8.5.0","x"]'],
		['["curl/8.5.0"]', '["curl \\"x\\""]'],
		['["curl/8.5.0"]', '"curl/8.5.0"'],
		['["*/*"]}', '["*/*"]},"x":{}'],
		['["*/*"]}}', '["*/*"]}'],
		['"size":4523', '"size":null'],
		['"size":4523', '"size":"4523"'],
		['"size":4523', '"size": 4523'],
		['"size":4523', '"size":4523 '],
		['"duration":0.0042', '"duration":0.07614492372622896'],
		['"duration":0.0042', '"duration":12345678.123456789'],
		['"ts":1795161787.123', '"ts":1795161787'],
		['"bytes_read":0', '"bytes_read":{"a":1}'],
		['"bytes_read":0', '"bytes_read":'],
		['"status":200', '"status":200,"status":200'],
		['"Content-Length":["12","13"]', '"Content-Length":["13"]'],
		['"Content-Length":["12","13"]', '"Content-Length":"]}"'],
		['"resp_headers":{', '"resp_headers":[{'],
		['"handled request"', '"handled another request"'],
		['"remote_user": ""', '"remote_user": "-"'],
		['"remote_user": ""', '"remote_user": "ann"'],
		['"203.0.113.7"', '"203.0.113.256"'],
		['"203.0.113.7"', '"203.0.113.07"'],
		['"http_x_forwarded_for": ""', '"http_x_forwarded_for": "203.0.113.9, 10.0.0.7"'],
		['"request_time": "0.052"', '"request_time": ""'],
		['"GET /en/ HTTP/1.1"', '"GET - HTTP/1.1"'],
		['shop.example", "http_referrer', 'shop.example" , "http_referrer'],
	] as const;
	let scanned = 0;
	for (const line of [Caddy, nginx]) {
		for (const [from, to] of changes) {
			const log = new Log({mode: 'auto', trusted: ['default']});
			log.learn(Buffer.from(line));
			t.not(log.scan(Buffer.from(line)), undefined);
			t.not(log.scan(Buffer.from(line)), undefined);
			const changed = Buffer.from(line.replace(from, to));
			const found = log.scan(changed);
			scanned += found === undefined ? 0 : 1;
			t.true(found === undefined || found === log.learn(changed), changed.toString());
		}
	}
	t.true(scanned > 30);
});

test('stops at an object with another key that differs in the middle of a long text between two values', t => {
	const key = '"],"Upgrade-Insecure-Requests":["1';
	const {Caddy = ''} = lines;
	const line = Caddy.replace('"],"Accept"', `${key}"],"Accept"`);
	const log = new Log();
	log.learn(Buffer.from(line));
	t.not(log.scan(Buffer.from(line)), undefined);
	for (let at = 4; at < key.indexOf(':') - 1; at++) {
		const other = `${key.slice(0, at)}x${key.slice(at + 1)}`;
		t.is(log.scan(Buffer.from(line.replace(key, other))), undefined, other);
		t.not(log.scan(Buffer.from(line)), undefined);
		t.not(log.scan(Buffer.from(line)), undefined);
	}
});

test('reads mutated lines like the TypeScript readers, or leaves them to these readers', t => {
	let scanned = 0;
	const seeds = [...Object.values(lines), ...Object.values(lines), ...sampleStarts];
	forAll(4000, fc.integer(), seed => {
		const below = numbersFrom(seed);
		const client =
			below(2) === 0 ? undefined : ({mode: clientModes[below(3)] ?? 'auto', trusted: ['default']} as const);
		let log = new Log(client);
		const learned = Array.from({length: 1 + below(3)}, () => seeds[below(seeds.length)] ?? '');
		learned.push(changed(learned[0] ?? '', below));
		for (const line of learned) {
			log.learn(Buffer.from(line));
			log = below(4) === 0 ? log.inThread() : log;
		}
		for (let count = 0; count < 20; count++) {
			const unchanged = learned[below(learned.length)] ?? '';
			const line = Buffer.from(changed(unchanged, below));
			// Scans with the unchanged line first, so that the state kept from the previous line belongs to it.
			const nodes = log.layouts.nodes.slice();
			if (below(3) > 0) {
				log.scan(Buffer.from(unchanged), nodes);
			}
			const found = log.scan(line, nodes);
			if (found !== undefined) {
				scanned++;
				const expected = log.learn(line) ?? '';
				if (found !== expected) {
					t.is(found, expected, JSON.stringify([line.toString(), learned]));
				}
			}
		}
	});
	t.true(scanned > 300);
});

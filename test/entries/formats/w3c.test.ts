import test from 'ava';
import {EntryRecord, noRequest, unread} from '../../../source/entries/entry-record.js';
import {w3cFamily} from '../../../source/entries/formats/w3c.js';
import {formats} from '../../../source/entries/formats.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import {fieldsOf, type LineFields, readLine} from '../../helpers/line-fields.js';
import {timeOf} from '../../helpers/time-of.js';

process.env.TZ = 'Europe/Paris';

/** Reads lines in sequence. Returns their fields with the name of the format, or another result of the reader. */
function readLines(...lines: string[]): ReadonlyArray<(LineFields & {readonly format: string}) | number> {
	const reader = new LineReader();
	return lines.map(line => {
		// Adds other lines before and after it, as in a chunk.
		const bytes = Buffer.from(`"2026 "\n${line}\n"" x`);
		const record = new EntryRecord();
		const number = reader.read(bytes, 8, bytes.length - 5, record);
		const format = formats[number];
		return format === undefined
			? number
			: {format: format.name, ...fieldsOf(record.source ?? bytes, record, format.escapes)};
	});
}

/** Reads a line after a header. Omits the format's name. */
function withFields(fields: string, line: string): LineFields | number {
	const read = readLines(`#Fields: ${fields}`, line)[1] ?? unread;
	if (typeof read === 'number') {
		return read;
	}
	const {format, ...others} = read;
	return others;
}

const clock = '2026-11-20 09:03:07';
const time = {time: '2026-11-20T09:03:07.000Z', zone: 0};

test('the header defines the columns', t => {
	const fields =
		'date time s-sitename s-computername s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs-version cs(User-Agent) cs(Cookie) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken X-Forwarded-For';
	const line = `${clock} W3SVC1 WEB 10.0.0.5 POST /basket item=7&n=2 443 SHOP\\alice 203.0.113.7 HTTP/2.0 Mozilla/5.0+(X11) a=b https://shop.example/ shop.example 201 0 0 4523 812 52 198.51.100.4,+10.0.0.1`;
	t.deepEqual(withFields(fields, line), {
		...time,
		method: 'POST',
		url: '/basket?item=7&n=2',
		user: 'SHOP\\alice',
		ip: '203.0.113.7',
		protocol: 'HTTP/2.0',
		userAgent: 'Mozilla/5.0+(X11)',
		referer: 'https://shop.example/',
		host: 'shop.example',
		status: 201,
		bytes: 4523,
		durationMs: 52,
		forwardedFor: '198.51.100.4,+10.0.0.1',
	});
});

test('joins path and query in any columns', t => {
	const url = (fields: string, values: string): unknown => {
		const read = withFields(`date time cs-method ${fields}`, `${clock} GET ${values}`);
		return typeof read === 'number' ? read : read.url;
	};
	t.is(url('cs-uri-stem cs-uri-query', '/a b=1'), '/a?b=1');
	t.is(url('cs-uri-stem cs-uri-query', '/a -'), '/a');
	t.is(url('cs-uri-stem cs-uri-query', '/a%20b c=%2520'), '/a%20b?c=%2520');
	t.is(url('cs-uri-query cs-uri-stem', 'b=1 /a'), '/a?b=1');
	t.is(url('cs-uri-stem sc-status cs-uri-query', '/a 200 b=1'), '/a?b=1');
	t.is(url('cs-uri-path cs-uri-query', '/a ?b=1'), '/a?b=1');
	t.is(url('cs-uri-stem cs-uri-query', '"/a b" "c=""d"""'), '/a b?c="d"');
	t.is(url('cs-uri-stem   cs-uri-query', '/a   b=1'), '/a?b=1');
	t.is(url('cs-uri', 'https://shop.example/a?b=1'), 'https://shop.example/a?b=1');
	t.is(url('cs-uri cs-uri-query', '/a?b=1 b=1'), '/a?b=1');
	t.is(url('cs-uri-stem', '/a'), '/a');
	t.is(url('cs-uri-stem cs-uri-query', '- b=1'), undefined);
});

test('times are in UTC unless the columns are local', t => {
	const times = (fields: string, values: string): unknown => {
		const read = withFields(`${fields} cs-method cs-uri-stem`, `${values} GET /`);
		return typeof read === 'number' ? read : [read.time, read.zone];
	};
	t.deepEqual(times('date time', '2026-11-20 09:03:07'), ['2026-11-20T09:03:07.000Z', 0]);
	t.deepEqual(times('date time', '2026-11-20 09:03:07.128'), ['2026-11-20T09:03:07.128Z', 0]);
	t.deepEqual(times('date-local time-local', '2026-11-20 09:03:07.128'), ['2026-11-20T08:03:07.128Z', 60]);
	t.deepEqual(times('date-local time-local date time', '2026-11-20 10:03:07 2026-11-20 09:03:07'), [
		'2026-11-20T09:03:07.000Z',
		0,
	]);
	// An hour that doesn't exist, and an hour that occurs twice.
	t.deepEqual(times('date-local time-local', '2026-03-29 02:30:00'), ['2026-03-29T01:30:00.000Z', 120]);
	t.deepEqual(times('date-local time-local', '2026-10-25 02:30:00'), ['2026-10-25T00:30:00.000Z', 120]);
	t.deepEqual(times('time s-ip date', '09:03:07 - 2026-11-20'), ['2026-11-20T09:03:07.000Z', 0]);
	t.deepEqual(times('date time', '"2026-11-20" "09:03:07"'), ['2026-11-20T09:03:07.000Z', 0]);
	t.deepEqual(times('timestamp', '1795165387'), ['2026-11-20T09:03:07.000Z', 0]);
	t.deepEqual(times('timestamp(ms)', '1795165387128'), ['2026-11-20T09:03:07.128Z', 0]);
	t.deepEqual(times('time', '09:03:07'), [undefined, undefined]);
	t.deepEqual(times('s-ip', '-'), [undefined, undefined]);
	for (const wrong of [
		'2026-11-31 09:03:07',
		'2026-11-20 25:03:07',
		'2026-11-20 09:03',
		'2026-11-20 -',
		'x y',
	]) {
		t.is(times('date time', wrong), unread, wrong);
	}
});

test('if no column has the day, uses the last directive with a day', t => {
	const read = readLines(
		...['#Date: 2026-11-19 23:00:00', '#Fields: time c-ip cs-method cs-uri', '09:03:07 203.0.113.7 GET /'],
		...['#Date: 21-Nov-2026 00:00:00', '09:03:07 203.0.113.7 GET /'],
		...['#Start-Date: 2026-11-22', '#Fields: time cs-method cs-uri', '09:03:07 GET /'],
		...['#End-Date: 2026-11-23', '09:03:07 GET /'],
	);
	t.deepEqual(
		read.map(line => (typeof line === 'number' ? line : line.time)),
		[
			...[noRequest, noRequest, '2026-11-19T09:03:07.000Z'],
			...[noRequest, '2026-11-21T09:03:07.000Z'],
			...[noRequest, noRequest, '2026-11-22T09:03:07.000Z'],
			...[noRequest, '2026-11-22T09:03:07.000Z'],
		],
	);
});

test('integers are milliseconds and decimals seconds, but CloudFront always writes seconds', t => {
	const taken = (fields: string, value: string): unknown => {
		const read = withFields(`date time cs-method cs-uri ${fields}`, `${clock} GET / ${value}`);
		return typeof read === 'number' ? read : read.durationMs;
	};
	t.is(taken('time-taken', '52'), 52);
	t.is(taken('time-taken', '0.29'), 290);
	t.is(taken('TimeTakenMS', '52'), 52);
	t.is(taken('time-taken', '-'), undefined);
	t.is(taken('x-edge-location time-taken', 'FRA56-P4 2'), 2000);
	t.is(taken('x-edge-location time-taken', 'FRA56-P4 0.052'), 52);
});

test('the client is an address or a name, without port and brackets', t => {
	const client = (value: string): unknown => {
		const read = withFields('date time cs-method cs-uri c-ip', `${clock} GET / ${value}`);
		return typeof read === 'number' ? read : read.ip;
	};
	t.is(client('203.0.113.7:51234'), '203.0.113.7');
	t.is(client('[2001:db8::7]:51234'), '2001:db8::7');
	t.is(client('2001:db8::1'), '2001:db8::1');
	t.is(client('fe80::1%12'), 'fe80::1%12');
	t.is(client('client.example.net'), 'client.example.net');
	t.is(client('4711'), undefined);
	t.is(client('-'), undefined);
});

test('ASP.NET Core writes milliseconds with decimals; its columns and their order identify it', t => {
	const taken = (fields: string, line: string): unknown => {
		const read = withFields(fields, line);
		return typeof read === 'number' ? read : read.durationMs;
	};
	const all =
		'date time c-ip s-computername s-ip s-port cs-method cs-uri-stem cs-uri-query sc-status time-taken cs-version cs-host cs(User-Agent) cs(Referer)';
	const line = (time: string): string =>
		`2026-11-20 09:03:07 203.0.113.7 WEB1 10.0.0.5 443 GET /a x=1 200 ${time} HTTP/2 shop.example curl -`;
	t.is(taken(all, line('12.3456')), 12.3456);
	t.is(taken(all, line('12.345')), 12.345);
	t.is(taken(all, line('12')), 12);
	t.is(taken(`${all} cs(X-Id)`, `${line('12.345')} 7`), 12.345);
	// A different order or unknown columns mean a different program.
	t.is(taken('date time time-taken s-port cs-method', '2026-11-20 09:03:07 0.012 443 GET'), 12);
	t.is(taken('date time cs-method s-port time-taken bytes', '2026-11-20 09:03:07 GET 443 0.012 5'), 12);
	// Tomcat has these columns, too, and writes seconds with three decimals.
	const few = 'date time c-ip cs-method cs-uri-stem sc-status time-taken';
	t.is(taken(few, '2026-11-20 09:03:07 203.0.113.7 GET /a 200 0.012'), 12);
	t.is(taken(few, '2026-11-20 09:03:07 203.0.113.7 GET /a 200 12.3456'), 12.3456);
});

test('ignores sizes of requests and addresses of the server', t => {
	t.deepEqual(withFields('date time s-ip cs-method cs-uri-stem cs-bytes', `${clock} 10.0.0.5 GET / 812`), {
		...time,
		method: 'GET',
		url: '/',
	});
	t.deepEqual(
		withFields(
			'date time cs-method cs-uri-stem cs(Host) x-host-header',
			`${clock} GET / a.example b.example`,
		),
		{...time, method: 'GET', url: '/', host: 'b.example'},
	);
});

test('quoted values can contain separators and doubled quotes', t => {
	const fields = 'date time cs-method cs-uri-stem cs(User-Agent) cs(Referrer) sc-status';
	t.deepEqual(withFields(fields, `${clock} GET / "An ""agent"" (x)" "https://a.example/" 200`), {
		...time,
		method: 'GET',
		url: '/',
		userAgent: 'An "agent" (x)',
		referer: 'https://a.example/',
		status: 200,
	});
	t.deepEqual(withFields(fields, `${clock.replace(' ', '\t')}\tGET\t/\tAn agent\t"-"\t200`), {
		...time,
		method: 'GET',
		url: '/',
		userAgent: 'An agent',
		status: 200,
	});
	// Literal quotes.
	t.deepEqual(withFields(fields, `${clock} GET / "a"b "c 200`), {
		...time,
		method: 'GET',
		url: '/',
		userAgent: '"a"b',
		referer: '"c',
		status: 200,
	});
	t.deepEqual(withFields(fields, `${clock} GET / "" """" 200`), {
		...time,
		method: 'GET',
		url: '/',
		referer: '"',
		status: 200,
	});
});

test('rejects a line that does not match its header', t => {
	const fields = 'date time cs-method cs-uri-stem sc-status sc-bytes';
	t.not(withFields(fields, `${clock} GET / 200 4523`), unread);
	t.is(withFields(fields, `${clock} GET / 200 4523 7`), unread, 'more values');
	t.not(withFields(fields, `${clock} GET / 200`), unread, 'cut');
	t.is(withFields(fields, `${clock} GET /`), unread, 'cut before the status');
	t.like(withFields(fields, `${clock} GET / x 4523`), {
		method: 'GET',
		url: '/',
		status: undefined,
		bytes: 4523,
	});
	t.like(withFields(fields, `2026-11-20 24:00:00 GET / 200 4523`), {url: '/', status: 200, time: undefined});
	t.is(withFields(fields, `${clock} /a / 200 4523`), unread, 'no method');
	t.is(withFields(fields, `${clock} - - - -`), noRequest);
	t.is(
		withFields('date time action protocol src-ip dst-ip', `${clock} ALLOW TCP 203.0.113.7 10.0.0.5`),
		unread,
	);
});

test('a header applies until the next one', t => {
	const read = readLines(
		...['#Fields: date time cs-method cs-uri-stem cs-username cs-host', `${clock} GET / alice shop.example`],
		...['#Fields: date time cs-method cs-uri-stem cs-host cs-username', `${clock} GET / shop.example bob`],
	);
	t.deepEqual(
		read.map(line => (typeof line === 'number' ? line : `${line.user} ${line.host}`)),
		[noRequest, 'alice shop.example', noRequest, 'bob shop.example'],
	);
});

test('a request whose first column looks like a directive is a request, and changes no other request', t => {
	const lineOf = (first: string, second: number): string =>
		`${first} - - [20/Nov/2026:09:03:0${second} +0100] "GET /${second} HTTP/1.1" 200 12 "-" "curl/8"`;
	const beginnings = [
		'#Fields: c-ip cs-method cs-uri-stem',
		'#Fields: c-ip x-user x-zone x-time x-offset cs-uri-stem sc-status',
		'#Fields:',
		'#Fields: cs-method cs-uri-stem,',
		'#Date: 2020-01-01',
		'#Start-Date: 2020-01-01',
		'#End-Date: 2020-01-01',
		'#Remark: none',
		'#Software: x',
		'#Version: 1.0',
	];
	for (const beginning of beginnings) {
		const plain = readLines(lineOf('192.0.2.7', 1), lineOf('192.0.2.8', 2), lineOf('192.0.2.9', 3));
		const read = readLines(lineOf('192.0.2.7', 1), lineOf(beginning, 2), lineOf('192.0.2.9', 3));
		t.like(read[1], {url: '/2', status: 200, time: '2026-11-20T08:03:02.000Z'}, beginning);
		t.deepEqual([read[0], read[2]], [plain[0], plain[2]], beginning);
	}
});

test('a header line from a client between lines of other formats changes and hides none of these lines', t => {
	const others = formats
		.map(({example}) => example)
		.filter(example => !/^(?:2026-|\d{10}\.|#)/.test(example));
	for (const fields of [
		'c-ip cs-method cs-uri-stem',
		'c-ip a b c d cs-uri-stem sc-status sc-bytes cs(Referer) cs(User-Agent)',
		'c-ip cs-method cs-uri-stem c d e timestamp f g h',
		'a b c d timestamp cs-uri-stem sc-status',
		'cs-uri-stem sc-status',
	]) {
		const reader = new LineReader();
		const record = new EntryRecord();
		const numberOf = (line: string): number => {
			const bytes = Buffer.from(line);
			return reader.read(bytes, 0, bytes.length, record);
		};
		for (const example of others) {
			const expected = new LineReader().read(Buffer.from(example), 0, Buffer.byteLength(example), record);
			t.is(numberOf(`#Fields: ${fields}`), noRequest);
			t.is(numberOf(example), expected, `${fields}: ${example}`);
		}
	}
});

test('a remark may have quotes, paths and brackets', t => {
	t.deepEqual(readLines('#Remark: 2311011234 "proxy-1" "192.0.2.1" "main" [x] /var/log'), [noRequest]);
	t.deepEqual(readLines('#Software: proxy/6.7 (x64)'), [noRequest]);
});

test('recognises only valid directives', t => {
	for (const line of [
		'#Fields:',
		'#Software: x',
		'#Version: 1.0',
		'#Date: x',
		'#Start-Date:',
		'#End-Date:',
		'#Remark: a',
	]) {
		t.deepEqual(readLines(line), [noRequest], line);
	}
	for (const line of [
		'#',
		'#fields: date',
		'#Fields',
		'# Fields: date',
		'#Foo: bar',
		' #Fields: date',
		'##Fields:',
	]) {
		t.deepEqual(readLines(line), [unread], line);
	}
});

const iisLines = [
	`${clock} W3SVC1 10.0.0.5 GET /en/ page=2 80 - 203.0.113.7 curl/8.5.0 200 0 0`,
	`${clock} 10.0.0.5 GET /en/ page=2 80 - 203.0.113.7 curl/8.5.0 200 0 0 52`,
	`${clock} fe80::1%12 GET /en/ page=2 80 - fe80::2%12 curl/8.5.0 https://shop.example/ 200 0 0 52`,
	`${clock} W3SVC1 10.0.0.5 GET /en/ page=2 80 - 203.0.113.7 HTTP/1.1 curl/8.5.0 - shop.example 200 0 0 4523 812 52`,
	`${clock} W3SVC1 WEB 10.0.0.5 GET /en/ page=2 80 - 203.0.113.7 curl/8.5.0 - shop.example 200 0 0 52`,
	`${clock} WEB 10.0.0.5 GET /en/ page=2 80 - 203.0.113.7 curl/8.5.0 - 200 0 0 52 -`,
	`${clock} SHOP GET /en/ page=2 80 - 203.0.113.7 curl/8.5.0 - https://shop.example/ shop.example 200 0 0 4523 812 52`,
	`${clock} W3SVC1 WEB 10.0.0.5 GET /en/ page=2 80 - 203.0.113.7 HTTP/1.1 curl/8.5.0 - - shop.example 200 0 0 4523 812 52`,
];

/** Columns with invalid values. */
const wrongs = [
	[/ GET /, ' get '],
	[/ \/en\/ /, ' en/ '],
	[/ 80 /, ' two '],
	[/ (203\.0\.113\.7|fe80::2%12) /, ' 203.0.113 '],
	[/ 200 /, ' OK '],
] as const;

for (const [index, line] of iisLines.entries()) {
	test(`recognises common columns without a header: ${index}`, t => {
		const read = readLine(line);
		t.is(read?.format, 'w3c');
		t.is(read?.fields.url, '/en/?page=2');
		t.is(read?.fields.status, 200);
		t.is(read?.fields.time, time.time);
		t.is(read?.fields.userAgent, 'curl/8.5.0');
		t.truthy(read?.fields.ip);
		t.is(readLine(`${line} 7`), null);
		for (const [right, wrong] of wrongs) {
			t.is(readLine(line.replace(right, wrong)), null, wrong);
		}
	});
}

const cloudFrontLine = formats.find(({name}) => name === 'cloudfront')?.example ?? '';

test('recognises CloudFront’s columns without a header, in old logs and with columns to be added later', t => {
	const columns = cloudFrontLine.split('\t');
	t.is(columns.length, 33);
	const expected = {
		...time,
		bytes: 4523,
		ip: '203.0.113.7',
		method: 'GET',
		url: '/en/?page=2',
		status: 200,
		userAgent: 'curl/8.5.0',
	};
	const host = {host: 'shop.example', protocol: 'HTTP/2.0', durationMs: 52};
	t.deepEqual(readLine(cloudFrontLine), {format: 'cloudfront', fields: {...expected, ...host}});
	t.deepEqual(readLine(`${cloudFrontLine}\tnew\t7`)?.fields, {...expected, ...host});
	t.deepEqual(readLine(columns.slice(0, 12).join('\t'))?.fields, {...expected, host: columns[6]});
	t.is(readLine(columns.slice(0, 11).join('\t')), null);
	t.is(readLine(columns.with(2, 'edge').join('\t')), null);
	t.is(readLine(columns.with(4, 'client').join('\t')), null);
	t.is(readLine(columns.join(' ')), null);
});

test('CloudFront: decodes agents once, and does not decode URLs', t => {
	const columns = cloudFrontLine
		.split('\t')
		.with(7, '/a%20b')
		.with(10, 'An%20agent%2520%zz%C3%A9%')
		.with(9, 'https://a.example/%20');
	const fields = readLine(columns.join('\t'))?.fields;
	t.is(fields?.userAgent, 'An agent%20%zzé%');
	t.is(fields?.url, '/a%20b?page=2');
	t.is(fields?.referer, 'https://a.example/%20');
});

test('reads the real-time log of CloudFront', t => {
	const line =
		'1795165387.123\t203.0.113.7\t0.011\t200\t4523\tGET\thttps\td111111abcdef8.cloudfront.net\t/en/\t62\tFRA56-P4\tq3VvQ7yGnWxkR6Xv1hYw2A==\tshop.example\t0.052\tHTTP/2.0\tIPv4\tcurl/8.5.0%20(x)\thttps://shop.example/\t-\tpage=2\tHit\t-\tTLSv1.3\tTLS_AES_128_GCM_SHA256\tHit';
	t.deepEqual(readLines(line), [
		{
			format: 'cloudfront',
			time: '2026-11-20T09:03:07.123Z',
			zone: 0,
			ip: '203.0.113.7',
			status: 200,
			bytes: 4523,
			method: 'GET',
			host: 'shop.example',
			url: '/en/?page=2',
			durationMs: 52,
			protocol: 'HTTP/2.0',
			userAgent: 'curl/8.5.0 (x)',
			referer: 'https://shop.example/',
		},
	]);
	t.deepEqual(readLines(line.replace('FRA56-P4', 'nowhere')), [unread]);
	t.deepEqual(readLines(line.replace('.123', '')), [unread]);
});

test('reads the proxy log of Exchange, whose columns are separated by commas', t => {
	const fields =
		'DateTime,RequestId,Protocol,UrlHost,UrlStem,AuthenticatedUser,UserAgent,ClientIpAddress,HttpStatus,Method,RequestBytes,ResponseBytes,TotalRequestTime,UrlQuery,GenericInfo';
	t.deepEqual(
		withFields(
			fields,
			'2026-11-20T09:03:07.123Z,1a2b,owa,mail.example,/owa/,ada@shop.example,"Mozilla/5.0 (X11, Linux)",203.0.113.7,200,GET,120,4523,52,?p=2,"a,b=""c"""',
		),
		{
			time: '2026-11-20T09:03:07.123Z',
			zone: 0,
			host: 'mail.example',
			url: '/owa/?p=2',
			user: 'ada@shop.example',
			userAgent: 'Mozilla/5.0 (X11, Linux)',
			ip: '203.0.113.7',
			status: 200,
			method: 'GET',
			bytes: 4523,
			durationMs: 52,
		},
	);
	t.like(
		withFields(fields, '2026-11-20T09:03:07.123Z,1a2b,owa,mail.example,/owa/,,,203.0.113.7,302,GET,,,,,'),
		{status: 302, url: '/owa/'},
	);
});

test('reads a line of 64 KiB quickly with any quotes and columns', t => {
	const names = Array.from({length: 500}, (_, index) => `x-${index}`).join(' ');
	const reader = new LineReader();
	const read = (line: string): void => {
		const bytes = Buffer.from(line);
		reader.read(bytes, 0, bytes.length, new EntryRecord());
	};
	const header = `#Fields: date time cs-method cs-uri-stem sc-status cs(User-Agent) cs-uri-query x-edge-location ${names}`;
	for (const filler of [' ', '"', '" ', '"" ', '""" ', '"a"" ', ' "', '-', '\t', '\t"', '%41', '%', '?']) {
		for (const begin of [
			'',
			`${clock} GET / 200 `,
			`${clock} GET / 200 "`,
			`${clock.replace(' ', '\t')}\tGET\t/\t200\t`,
		]) {
			const line = begin + filler.repeat(Math.floor((65_536 - begin.length) / filler.length));
			const time = timeOf(() => {
				read(header);
				read(line);
			}, 100);
			t.true(time < 100, `${JSON.stringify(begin + filler)}: ${time} ms`);
		}
	}
});

test('reads a header of 64 KiB quickly', t => {
	const reader = new LineReader();
	const lines = [
		'#Fields: ',
		`#Fields: ${'cs-uri '.repeat(9000)}`,
		`#Fields: date ${'\t '.repeat(32_000)}`,
		`#Date: ${' '.repeat(65_000)}`,
	];
	const time = timeOf(() => {
		for (const line of [...lines, `${clock} GET /`, ...lines]) {
			const bytes = Buffer.from(line);
			reader.read(bytes, 0, bytes.length, new EntryRecord());
		}
	}, 200);
	t.true(time < 200, `${time} ms`);
});

test('reports the offset in the line at which it stops matching', t => {
	const stopOf = (header: string, line: string): string => {
		const scan = w3cFamily.open();
		const head = Buffer.from(header);
		scan(head, 0, head.length, new EntryRecord());
		const record = new EntryRecord(true);
		const bytes = Buffer.from(`xx\n${line}\n`);
		scan(bytes, 3, bytes.length - 1, record);
		return `${record.stoppedAt - 3}: ${record.expected}`;
	};
	const fields = '#Fields: date time cs-method cs-uri-stem sc-status';
	t.is(stopOf(fields, `${clock} GET / x`), '26: a status in its column');
	t.is(stopOf(fields, `${clock} (GET) / 200`), '20: a method in its column');
	t.is(stopOf(fields, `${clock} GET / 200 7`), '31: no more values than the #Fields line has names');
});

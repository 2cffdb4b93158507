import test from 'ava';
import fc from 'fast-check';
import {csvLine} from '../../source/output/csv-line.js';
import {jsonLine} from '../../source/output/json-line.js';
import {actualEntry, EntryRedactor, isRedacted} from '../../source/redaction/redact-entry.js';
import type {Entry} from '../../source/store/store.js';
import {entry} from '../helpers/entry.js';
import {forAll} from '../helpers/for-all.js';

const redactor = new EntryRedactor();

function hiding(line: string, of?: Entry): string {
	return Buffer.from(redactor.line(Buffer.from(line), of)).toString();
}

const secretive = entry(1, {
	ip: '203.0.113.9',
	peerIp: '10.1.2.3',
	url: '/en/?token=abcdef&p=2',
	referer: 'https://alice:pw@shop.example/?session=123',
	user: 'alice',
	userAgent: 'curl/8 (mail alice@example.org) Chrome/120.0.0.0',
	host: 'shop.example',
	forwardedFor: '203.0.113.9, 2001:db8:1:2::9',
	upstream: '10.0.0.7:8080',
});

test('redacts an entry and keeps the actual one accessible', t => {
	const shown = redactor.entry(secretive);
	t.like(shown, {
		ip: '203.0.113.0/24',
		peerIp: '10.1.2.0/24',
		url: '/en/?token=REDACTED&p=2',
		referer: 'https://REDACTED@shop.example/?session=REDACTED',
		user: 'REDACTED',
		userAgent: 'curl/8 (mail REDACTED) Chrome/120.0.0.0',
		host: 'shop.example',
		forwardedFor: '203.0.113.0, 2001:db8:1::',
		upstream: '10.0.0.0:8080',
		token: secretive.token,
	});
	t.true(isRedacted(shown));
	t.is(actualEntry(shown), secretive);
	t.is(redactor.entry(shown), shown);
	t.is(actualEntry(secretive), secretive);
});

test("hides a client that isn't an address, and leaves a missing one null", t => {
	t.is(redactor.entry(entry(1, {ip: 'dsl-9.isp.example'})).ip, 'REDACTED');
	t.is(redactor.entry(entry(1, {ip: null})).ip, null);
});

const lines: ReadonlyArray<readonly [line: string, shown: string]> = [
	[
		'203.0.113.9 - - [05/Nov/2025:09:00:00 +0000] "GET /?a=1&token=abc HTTP/1.1" 200 5 "https://u:p@x.example/?key=1" "Chrome/120.0.0.0"',
		'203.0.113.0 - - [05/Nov/2025:09:00:00 +0000] "GET /?a=1&token=REDACTED HTTP/1.1" 200 5 "https://REDACTED@x.example/?key=REDACTED" "Chrome/120.0.0.0"',
	],
	[
		'{"ip":"203.0.113.9","uri":"/?a=1\\u0026token=abc\\u0026b=2","status_code":404,"user":"alice"}',
		'{"ip":"203.0.113.0","uri":"/?a=1\\u0026token=REDACTED\\u0026b=2","status_code":404,"user":"REDACTED"}',
	],
	[
		'{"request":{"headers":{"Cookie":["a=1; sid=abc"],"Authorization":["Bearer abcdefgh"],"User-Agent":["curl"]}},"code":200}',
		'{"request":{"headers":{"Cookie":"REDACTED","Authorization":"REDACTED","User-Agent":["curl"]}},"code":200}',
	],
	['user=alice path=/x?next=%2F%3Fkey%3D1 took=3', 'user=REDACTED path=/x?next=%2F%3Fkey%3DREDACTED took=3'],
	['Authorization: Bearer abcdefgh', 'Authorization: Bearer REDACTED'],
	['the session=a\\"b ended', 'the session=REDACTED ended'],
	['nothing to hide: 12:30:01', 'nothing to hide: 12:30:01'],
];

for (const [line, shown] of lines) {
	test(`redacts a line without a known entry: ${line}`, t => {
		t.is(hiding(line), shown);
	});
}

test('hides in a line everything that its entry hides', t => {
	const line = '203.0.113.9 - alice [05/Nov/2025:09:00:00 +0000] "GET /?token=a b HTTP/1.1" 200 5 "-" "-"';
	t.is(
		hiding(line, entry(1, {ip: '203.0.113.9', user: 'alice', url: '/?token=a b'})),
		'203.0.113.0 - REDACTED [05/Nov/2025:09:00:00 +0000] "GET /?token=REDACTED HTTP/1.1" 200 5 "-" "-"',
	);
	const named = 'host-9.isp.example - - [05/Nov/2025:09:00:00 +0000] "GET / HTTP/1.1" 200 5';
	t.regex(hiding(named, entry(1, {ip: 'host-9.isp.example'})), /^REDACTED - - /);
});

test('hides the user of an entry in its line, for any separator of the columns', t => {
	for (const [before, after] of ['||', '\t\t', '<>', '[]', ',,', '""', '()']) {
		t.is(
			hiding(`GET${before}adalovelace${after}/a`, entry(1, {user: 'adalovelace'})),
			`GET${before}REDACTED${after}/a`,
		);
	}
});

test("leaves bytes that aren't valid UTF-8 unchanged", t => {
	const line = Buffer.from('GET /\xff\xfe?token=1 \xe9', 'latin1');
	t.is(Buffer.from(redactor.line(line)).toString('latin1'), 'GET /\xff\xfe?token=REDACTED \xe9');
});

test('no form of an entry contains a secret', t => {
	const text = fc
		.string({unit: 'binary', maxLength: 8})
		.map(part => part.replaceAll(/[&#\p{Surrogate}]/gu, ''));
	forAll(1000, text, text, fc.ipV6(), (before, after, address) => {
		const secret = `${before}S3CRET${after}`;
		const actual = entry(1, {
			ip: address,
			url: `/x?token=${secret}`,
			referer: `https://shop.example/?a=1&password=${secret}`,
			user: secret,
		});
		const shown = redactor.entry(actual);
		const url = JSON.stringify(actual.url).slice(1, -1);
		const forms = [
			JSON.stringify({...shown, position: null}),
			jsonLine(shown),
			csvLine(shown),
			hiding(`{"uri":"${url}","user":${JSON.stringify(secret)}}`, actual),
			hiding(`${address} - - [x] "GET ${actual.url} HTTP/1.1" 200 0 "${actual.referer}"`, actual),
		];
		for (const form of forms) {
			t.false(form.includes('S3CRET'), form);
		}
	});
});

const escaped: ReadonlyArray<readonly [of: Entry, line: string, shown: string]> = [
	[
		entry(1, {url: '/a\nb?token=abc'}),
		'"GET /a\\nb?token=abc HTTP/1.1" 200 5',
		'"GET /a\\nb?token=REDACTED HTTP/1.1" 200 5',
	],
	[
		entry(1, {url: '/a"b?token=abc'}),
		'"GET /a\\"b?token=abc HTTP/1.1" 200 5',
		'"GET /a\\"b?token=REDACTED HTTP/1.1" 200 5',
	],
	[
		entry(1, {url: '/a"b?token=abc&c=2'}),
		'{"uri":"\\/a\\"b?token=abc&c=2"}',
		'{"uri":"\\/a\\"b?token=REDACTED&c=2"}',
	],
	[
		entry(1, {userAgent: 'x {"pin":1234,"n":[1]}'}),
		'"GET / HTTP/1.1" 200 5 "-" "x {\\"pin\\":1234,\\"n\\":[1]}"',
		'"GET / HTTP/1.1" 200 5 "-" "x {\\"pin\\":\\"REDACTED\\",\\"n\\":[1]}"',
	],
	[
		entry(1, {url: '/?v={"session":{"id":"S3"},"n":1}'}),
		'"GET /?v={\\x22session\\x22:{\\x22id\\x22:\\x22S3\\x22},\\x22n\\x22:1} HTTP/1.1" 200',
		'"GET /?v={\\x22session\\x22:\\x22REDACTED\\x22,\\x22n\\x22:1} HTTP/1.1" 200',
	],
	[
		entry(1, {url: '/a"b?token=abc&c=2'}),
		'{"uri":"/a\\"b?token=abc\\u0026c=2"}',
		'{"uri":"/a\\"b?token=REDACTED\\u0026c=2"}',
	],
];
for (const [of, line, shown] of escaped) {
	test(`keeps the escapes in ${line}`, t => {
		t.is(hiding(line, of), shown);
	});
}

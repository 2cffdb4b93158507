import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {readRequestLine} from '../../../source/entries/values/request-line.js';
import {forAll} from '../../helpers/for-all.js';
import {fieldsOf, type LineFields} from '../../helpers/line-fields.js';

function partsOf(line: string, [before, after] = ['GET ', ' HTTP/1.0"']): LineFields {
	const bytes = Buffer.from(before + line + after, 'latin1');
	const record = new EntryRecord();
	readRequestLine(bytes, before.length, before.length + line.length, record);
	return fieldsOf(bytes, record, 'none');
}

const lines: ReadonlyArray<readonly [line: string, parts: LineFields]> = [
	['GET /en/ HTTP/1.1', {method: 'GET', url: '/en/', protocol: 'HTTP/1.1'}],
	['GET /en/ HTTP/2.0', {method: 'GET', url: '/en/', protocol: 'HTTP/2.0'}],
	['GET /en/ HTTP/3', {method: 'GET', url: '/en/', protocol: 'HTTP/3'}],
	[
		'DESCRIBE rtsp://a.example/ RTSP/1.0',
		{method: 'DESCRIBE', url: 'rtsp://a.example/', protocol: 'RTSP/1.0'},
	],
	['GET /en/', {method: 'GET', url: '/en/'}],
	['GET', {method: 'GET'}],
	['GET ', {method: 'GET'}],
	['GET HTTP/1.1', {method: 'GET', protocol: 'HTTP/1.1'}],
	['GET  HTTP/1.1', {method: 'GET', protocol: 'HTTP/1.1'}],
	['GET /a b c HTTP/1.1', {method: 'GET', url: '/a b c', protocol: 'HTTP/1.1'}],
	['GET  /a  HTTP/1.1', {method: 'GET', url: ' /a ', protocol: 'HTTP/1.1'}],
	['GET /a HTTP/1.1 ', {method: 'GET', url: '/a', protocol: 'HTTP/1.1'}],
	['GET / ', {method: 'GET', url: '/'}],
	['GET /a HTTP/1.1 HTTP/1.0', {method: 'GET', url: '/a HTTP/1.1', protocol: 'HTTP/1.0'}],
	['GET /a/1.1', {method: 'GET', url: '/a/1.1'}],
	['GET /HTTP/1.1', {method: 'GET', url: '/HTTP/1.1'}],
	['GET /a x/1.1', {method: 'GET', url: '/a x/1.1'}],
	['GET /a /1.1', {method: 'GET', url: '/a /1.1'}],
	['GET /a HTTP/', {method: 'GET', url: '/a HTTP/'}],
	['GET /a HTTP/.1', {method: 'GET', url: '/a HTTP/.1'}],
	['GET /a HTTP/1/1', {method: 'GET', url: '/a HTTP/1/1'}],
	['GET /a HTTP', {method: 'GET', url: '/a HTTP'}],
	// Hypercorn: https://github.com/pgjones/hypercorn/blob/main/src/hypercorn/logging.py
	['GET /a 1.1', {method: 'GET', url: '/a', protocol: '1.1'}],
	['GET /a 2', {method: 'GET', url: '/a', protocol: '2'}],
	['GET /a b 1.1', {method: 'GET', url: '/a b 1.1'}],
	['GET /a 12', {method: 'GET', url: '/a 12'}],
	['GET 1.1', {method: 'GET', url: '1.1'}],
	[
		'GET http://shop.example/en/?a=b HTTP/1.1',
		{method: 'GET', url: 'http://shop.example/en/?a=b', protocol: 'HTTP/1.1'},
	],
	['OPTIONS * HTTP/1.0', {method: 'OPTIONS', url: '*', protocol: 'HTTP/1.0'}],
	['CONNECT a.example:443 HTTP/1.1', {method: 'CONNECT', url: 'a.example:443', protocol: 'HTTP/1.1'}],
	['M-SEARCH * HTTP/1.1', {method: 'M-SEARCH', url: '*', protocol: 'HTTP/1.1'}],
	['X_2 / HTTP/1.1', {method: 'X_2', url: '/', protocol: 'HTTP/1.1'}],
	['- - HTTP/1.1', {protocol: 'HTTP/1.1'}],
	['SSH-2.0-Go', {}],
	['MGLNDD_192.0.2.1_80', {}],
	['5.1 / HTTP/1.1', {}],
	['-1 / HTTP/1.1', {}],
	['200 4523', {}],
	["!#$%&'*+-.^_`|~ / HTTP/1.1", {}],
	['get / HTTP/1.1', {method: 'get', url: '/', protocol: 'HTTP/1.1'}],
	['GET -', {method: 'GET'}],
	['t3 12.1.2', {method: 't3', url: '12.1.2'}],
	['-', {}],
	['', {}],
	[' ', {}],
	[' GET / HTTP/1.1', {}],
	['\\x16\\x03\\x01', {}],
	['GET\\x00 / HTTP/1.1', {}],
	['G(T / HTTP/1.1', {}],
	['/a HTTP/1.1', {}],
	['\xff / HTTP/1.1', {}],
	['{"id":1}', {}],
];

// The test runner treats titles as equal if they differ only in white space.
for (const [line, parts] of lines) {
	test(`request line ${JSON.stringify(line.replaceAll(' ', '_'))}`, t => {
		t.deepEqual(partsOf(line), parts);
		t.deepEqual(partsOf(line, ['', '']), parts);
		t.deepEqual(partsOf(line, ['', '1']), parts);
	});
}

test('splits request lines like a regular expression', t => {
	const words = fc.constantFrom(
		'GET',
		' ',
		'  ',
		'/',
		'/a',
		'HTTP/1.1',
		'HTTP/',
		'1',
		'.',
		'/',
		'-',
		'x',
		'\xff',
		'(',
	);
	forAll(200, fc.array(words, {maxLength: 8}), parts => {
		const line = parts.join('');
		const [, method, rest] = /^([A-Za-z][\w-]*|-(?= ))(?: (.*))?$/.exec(line.replace(/ +$/, '')) ?? [];
		const [, url, protocol] = /^(?:(.*) )?([A-Z]+\/\d[\d.]*)$/.exec(rest ?? '') ??
			/^([^ ]*) (\d(?:\.\d)?)$/.exec(rest ?? '') ?? [undefined, rest];
		const expected = Object.entries(line === '-' ? {} : {method, url, protocol});
		t.deepEqual(
			partsOf(line),
			Object.fromEntries(
				expected
					.filter(([, value]) => value !== undefined && value !== '' && value !== '-')
					.map(([key, value]) => [key, String(value).replaceAll('\xff', '\\xFF')]),
			),
		);
	});
});

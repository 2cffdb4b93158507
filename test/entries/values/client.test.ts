import test from 'ava';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {isBareName, readClient, startsWithHost} from '../../../source/entries/values/client.js';
import {fieldsOf, type LineFields} from '../../helpers/line-fields.js';

/** Reads the client at the start of a line. Returns it with the rest. */
function clientOf(line: string, before = ''): LineFields & {rest: string} {
	const bytes = Buffer.from(before + line);
	const record = new EntryRecord();
	const position = readClient(bytes, before.length, bytes.length, record);
	return {
		...fieldsOf(bytes, record, 'clf'),
		rest: position === -1 ? 'no client' : bytes.toString('utf8', position),
	};
}

const list = '203.0.113.9, 198.51.100.7, 192.0.2.3';

const clients: ReadonlyArray<readonly [line: string, client: LineFields & {rest: string}]> = [
	['192.0.2.1 - - [', {ip: '192.0.2.1', rest: ' - - ['}],
	['192.0.2.1', {ip: '192.0.2.1', rest: ''}],
	['- - - [', {rest: ' - - ['}],
	[' - - [', {rest: ' - - ['}],
	['', {rest: ''}],
	[`${list} - - [`, {ip: '203.0.113.9', forwardedFor: list, rest: ' - - ['}],
	[`"${list}" - - [`, {ip: '203.0.113.9', forwardedFor: list, rest: ' - - ['}],
	[`${list} 10.0.0.1 - - [`, {ip: '203.0.113.9', forwardedFor: list, peerIp: '10.0.0.1', rest: ' - - ['}],
	[
		`"${list}" 2001:db8::1 - - [`,
		{ip: '203.0.113.9', forwardedFor: list, peerIp: '2001:db8::1', rest: ' - - ['},
	],
	['203.0.113.9,192.0.2.3 - - [', {ip: '203.0.113.9', forwardedFor: '203.0.113.9,192.0.2.3', rest: ' - - ['}],
	['a,b, c - - [', {ip: 'a', forwardedFor: 'a,b, c', rest: ' - - ['}],
	[
		'"203.0.113.9 , 192.0.2.3" - [',
		{ip: '203.0.113.9', forwardedFor: '203.0.113.9 , 192.0.2.3', rest: ' - ['},
	],
	['unknown, 192.0.2.3 - [', {ip: 'unknown', forwardedFor: 'unknown, 192.0.2.3', rest: ' - ['}],
	['2001:db8::1, ::1 - [', {ip: '2001:db8::1', forwardedFor: '2001:db8::1, ::1', rest: ' - ['}],
	['"203.0.113.9" - - [', {ip: '203.0.113.9', rest: ' - - ['}],
	[
		'"203.0.113.9" 10.0.0.1:443 - - [',
		{ip: '203.0.113.9', forwardedFor: '203.0.113.9', peerIp: '10.0.0.1', rest: ' - - ['},
	],
	['"-" 10.0.0.1 - - [', {ip: '10.0.0.1', rest: ' - - ['}],
	['"" 10.0.0.1 - - [', {ip: '10.0.0.1', rest: ' - - ['}],
	['"-" - - [', {rest: ' - - ['}],
	['"203.0.113.9, 192.0.2.3', {rest: 'no client'}],
	['203.0.113.9,', {ip: '203.0.113.9', forwardedFor: '203.0.113.9,', rest: ''}],
	['203.0.113.9:51234 - - [', {ip: '203.0.113.9', rest: ' - - ['}],
	['client.example.net:51234 - - [', {ip: 'client.example.net', rest: ' - - ['}],
	['[2001:db8::7]:51234 - - [', {ip: '2001:db8::7', rest: ' - - ['}],
	['[2001:db8::7] - - [', {ip: '2001:db8::7', rest: ' - - ['}],
	['2001:db8::1 - - [', {ip: '2001:db8::1', rest: ' - - ['}],
	['2001:db8::1:443 - - [', {ip: '2001:db8::1:443', rest: ' - - ['}],
	['::ffff:203.0.113.9:51234 - - [', {ip: '::ffff:203.0.113.9', rest: ' - - ['}],
	['fe80::1%eth0 - - [', {ip: 'fe80::1%eth0', rest: ' - - ['}],
	['203.0.113.0/24 - - [', {ip: '203.0.113.0/24', rest: ' - - ['}],
	['unix: - - [', {ip: 'unix:', rest: ' - - ['}],
	['203.0.113.9:1, b:2 - - [', {ip: '203.0.113.9', forwardedFor: '203.0.113.9:1, b:2', rest: ' - - ['}],
	['"[::1]:1, b:2" - - [', {ip: '::1', forwardedFor: '[::1]:1, b:2', rest: ' - - ['}],
	['"-" 203.0.113.9:51234 - - [', {ip: '203.0.113.9', rest: ' - - ['}],
	['"<script>" 10.0.0.1 - - [', {forwardedFor: '<script>', peerIp: '10.0.0.1', rest: ' - - ['}],
	['{x} - - [', {rest: ' - - ['}],
	['12345 - - [', {rest: ' - - ['}],
	['[info] 203.0.113.9 - - [', {rest: 'no client'}],
	['2026-11-20T09:03:07Z 203.0.113.9 - - [', {rest: 'no client'}],
	['09:03:07 203.0.113.9 - - [', {rest: 'no client'}],
	['access.log:203.0.113.9 - - [', {rest: 'no client'}],
	['<134>203.0.113.9 - - [', {rest: 'no client'}],
	['MESSAGE=203.0.113.9:51234 - - [', {rest: 'no client'}],
	['/var/log/a.log:203.0.113.9, 10.0.0.1 - - [', {rest: 'no client'}],
	['203.0.113.9, ', {ip: '203.0.113.9', forwardedFor: '203.0.113.9,', rest: ' '}],
];

for (const [line, client] of clients) {
	test(`client of ${JSON.stringify(line)}`, t => {
		t.deepEqual(clientOf(line), client);
		t.deepEqual(clientOf(line, 'before,'), client);
	});
}

const hosts: ReadonlyArray<readonly [line: string, startsWithHost: boolean]> = [
	['www.example.com:443 192.0.2.1 - - [', true],
	['www.example.com 192.0.2.1 - - [', true],
	['www.example.com 2001:db8::1 - - [', true],
	['[::1]:443 client.example.net - - [', true],
	['www.example.com client.example.net - - [', true],
	['www.example.com client.example.net - [', false],
	['192.0.2.1 localhost - - [', true],
	['www.example.com localhost, localhost - - [', true],
	['web1 localhost - - [', false],
	['client.example.net - - [', false],
	['192.0.2.1 - - [', false],
	['192.0.2.1 ident frank [', false],
	['2001:db8::443 ident frank [', false],
	['::1:80 - frank [', false],
	['www.example.com 203.0.113.9:51234 - - [', true],
	['www.example.com [2001:db8::7]:51234 - - [', true],
	['www.example.com:443 203.0.113.9:51234, 10.0.0.1:80 - - [', true],
	['www.example.com 203.0.113.9, 10.0.0.1 - - [', true],
	['203.0.113.9:51234 ident frank [', false],
	['203.0.113.9:51234 ident - [', false],
	['198.51.100.7:443 client.example.net - - [', true],
	['2026-11-20T09:03:07Z 203.0.113.9 - - [', false],
	['2026-11-20 203.0.113.9 - - [', false],
	['09:03:07 203.0.113.9 - - [', false],
	['1795161787.098 203.0.113.9 - - [', false],
	['17 203.0.113.9 - - [', false],
	['17: 203.0.113.9 - - [', false],
	['[info] 203.0.113.9 - - [', false],
	['INFO 203.0.113.9 - - [', false],
	['WARNING: 203.0.113.9 - - [', false],
	['/var/log/a.log 203.0.113.9 - - [', false],
	['access.log: 203.0.113.9 - - [', false],
	['_ 203.0.113.9 - - [', true],
	['192.0.2.1, 198.51.100.7 - [', false],
	['192.0.2.1,198.51.100.7 10.0.0.1 - [', false],
	['"192.0.2.1" 10.0.0.1 - [', false],
	['www.example.com:443 192.0.2.1', false],
	['www.example.com:443', false],
	['', false],
];

for (const [line, expected] of hosts) {
	test(`${expected ? 'a host' : 'no host'} at the start of ${line}`, t => {
		for (const before of ['', 'a.example:80 ', ',']) {
			const bytes = Buffer.from(`${before}${line} 192.0.2.9 `);
			t.is(startsWithHost(bytes, before.length, before.length + line.length), expected);
		}
	});
}

test('hostile: a long word that isn’t a host name takes time in proportion to its length', t => {
	const word = Buffer.from(`${'a'.repeat(64_000)}!`);
	const begun = performance.now();
	for (let time = 0; time < 4; time++) {
		t.false(isBareName(word, 0, word.length));
	}
	// Quadratic time would take half a minute.
	t.true(performance.now() - begun < 5000);
});

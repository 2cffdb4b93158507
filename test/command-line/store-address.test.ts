import test from 'ava';
import {AddressError, parseAddress} from '../../source/command-line/store-address.js';

test('parses an address with defaults for missing parts', t => {
	const usual = {host: 'localhost', port: 8123, secure: false, database: 'logs', table: 'access'};
	for (const text of [
		'clickhouse://localhost',
		'clickhouse://localhost/',
		'clickhouse://localhost:8123/logs',
	]) {
		t.like(parseAddress(text), usual, text);
	}
	t.like(parseAddress('clickhouse://127.0.0.1:9999/fleet?table=requests'), {
		host: '127.0.0.1',
		port: 9999,
		database: 'fleet',
		table: 'requests',
		shown: '127.0.0.1:9999/fleet',
	});
	t.like(parseAddress('clickhouse://[::1]:8123/logs'), {host: '::1', port: 8123, shown: '[::1]:8123/logs'});
});

test('recognises the local host in any spelling', t => {
	for (const host of ['LOCALHOST', '127.1', '0x7f.0.0.1', '%31%32%37.0.0.1']) {
		t.like(parseAddress(`clickhouse://${host}/logs`), {host}, host);
	}
});

test('the scheme or secure=1 enables encryption, and then hosts on a network are allowed', t => {
	for (const text of ['clickhouses://logs.example/logs', 'clickhouse://logs.example/logs?secure=1']) {
		t.like(parseAddress(text), {host: 'logs.example', port: 8443, secure: true}, text);
	}
	t.like(parseAddress('clickhouses://logs.example:9443/logs'), {port: 9443});
});

const refused: ReadonlyArray<readonly [text: string, message: RegExp]> = [
	['', /^write the address of ClickHouse as clickhouse:\/\/host:8123\/logs$/],
	['access.log', /write the address/],
	['http://localhost:8123', /write the address/],
	['clickhouse:localhost', /write the address/],
	['clickhouse:///logs', /write the address/],
	['clickhouse://127.999.1.1/logs', /invalid host “127\.999\.1\.1”$/],
	['clickhouses://a%2fb/logs', /invalid host “a%2fb”$/],
	['clickhouse://alice@localhost/logs', /CLICKHOUSE_USER and CLICKHOUSE_PASSWORD/],
	['clickhouse://alice:secret@localhost/logs', /could read a password in the address/],
	[
		'clickhouse://logs.example/logs',
		/without encryption .* clickhouses:\/\/ .* ssh -L 8123:localhost:8123 logs\.example$/,
	],
	['clickhouse://127.0.0.1.example.org/logs', /without encryption/],
	['clickhouse://192.168.1.7/logs?secure=0', /without encryption/],
	['clickhouses://logs.example/logs?secure=0', /remove one of them/],
	['clickhouse://localhost/logs?secure=maybe', /secure= is 1 or 0/],
	['clickhouse://localhost/logs?user=alice', /unknown parameter user=: it takes secure=1 and table=NAME/],
	['clickhouse://localhost:9000/logs', /port 9000 is for ClickHouse's own programs/],
	['clickhouse://localhost/logs.access', /the name of a database may contain only letters/],
	['clickhouse://localhost/a%60b', /the name of a database/],
	['clickhouse://localhost/%zz', /the name of a database .* unlike “%zz”$/],
	['clickhouse://localhost/%', /the name of a database .* unlike “%”$/],
	['clickhouse://localhost/logs%ff', /the name of a database/],
	['clickhouse://localhost/logs?table=a;b', /the name of a table/],
];
for (const [text, message] of refused) {
	test(`rejects ${JSON.stringify(text)}`, t => {
		const error = t.throws(() => parseAddress(text), {instanceOf: AddressError, message});
		t.notRegex(error.message, /secret/);
	});
}

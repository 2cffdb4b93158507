import test from 'ava';
import fc from 'fast-check';
import {apacheEscaped, combinedFields, combinedLine} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {lineFields} from '../../helpers/line-fields.js';

const vhostCombined = 'vhost_combined';

const rest = '- frank [20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523';

const fields = {
	ip: '192.0.2.1',
	user: 'frank',
	time: '2026-11-20T08:03:07.000Z',
	zone: 60,
	method: 'GET',
	url: '/en/',
	protocol: 'HTTP/1.1',
	status: 200,
	bytes: 4523,
};

const hosts: ReadonlyArray<readonly [logged: string, shown: string]> = [
	['www.example.com:443', 'www.example.com'],
	['www.example.com', 'www.example.com'],
	['localhost:8080', 'localhost'],
	['[::1]:443', '[::1]'],
	['[2001:db8::1]', '[2001:db8::1]'],
	['198.51.100.7:80', '198.51.100.7'],
	['198.51.100.7', '198.51.100.7'],
	['xn--bcher-kva.example:80', 'xn--bcher-kva.example'],
];

for (const [logged, host] of hosts) {
	test(`reads the host ${logged}`, t => {
		t.deepEqual(lineFields(vhostCombined, `${logged} 192.0.2.1 ${rest}`), {...fields, host});
		t.deepEqual(lineFields(vhostCombined, `${logged} 192.0.2.1 ${rest} "http://a.example/" "curl"`), {
			...fields,
			host,
			referer: 'http://a.example/',
			userAgent: 'curl',
		});
		t.deepEqual(lineFields(vhostCombined, `${logged} 2001:db8::7 ${rest}`), {
			...fields,
			host,
			ip: '2001:db8::7',
		});
	});
}

test('before a client by name, a host needs a port or a dot', t => {
	const line = `host-7.example.net ${rest}`;
	t.deepEqual(lineFields(vhostCombined, `www.example.com:80 ${line}`), {
		...fields,
		host: 'www.example.com',
		ip: 'host-7.example.net',
	});
	t.deepEqual(lineFields(vhostCombined, `www.example.com ${line}`), {
		...fields,
		host: 'www.example.com',
		ip: 'host-7.example.net',
	});
	t.is(lineFields(vhostCombined, `web ${line}`), null);
});

test('reads a list of clients after the host', t => {
	t.deepEqual(lineFields(vhostCombined, `www.example.com:80 203.0.113.9, 198.51.100.7 ${rest}`), {
		...fields,
		host: 'www.example.com',
		ip: '203.0.113.9',
		forwardedFor: '203.0.113.9, 198.51.100.7',
	});
});

const notRead: ReadonlyArray<readonly [what: string, line: string]> = [
	['no host', `192.0.2.1 ${rest}`],
	['an IPv6 client, whose end looks like a port', `2001:db8::443 ${rest}`],
	['an IPv6 client with an ident', `2001:db8::443 ident ${rest.slice(2)}`],
	['an ident that looks like the start of an address', `192.0.2.1 fade ${rest.slice(2)}`],
	['the name of a logger', `gunicorn.access: 192.0.2.1 ${rest}`],
	['two hosts', `www.example.com:80 www.example.net:80 192.0.2.1 ${rest}`],
	['a list of clients and the proxy', `203.0.113.9, 198.51.100.7 10.0.0.1 ${rest}`],
	['a list of clients in quotes and the proxy', `"203.0.113.9, 198.51.100.7" 10.0.0.1 ${rest}`],
	['a list of clients without spaces and the proxy', `203.0.113.9,198.51.100.7 10.0.0.1 ${rest}`],
	['only a host', 'www.example.com:443'],
	['only a host and a client', 'www.example.com:443 192.0.2.1'],
	['an empty line', ''],
];

for (const [what, line] of notRead) {
	test(`rejects ${what}`, t => {
		t.is(lineFields(vhostCombined, line), null);
	});
}

test('reads back exactly what a server writes', t => {
	// `access.log:12` before a line is the file and the number of a line.
	const hosts = fc.domain().filter(host => !host.endsWith('.log'));
	forAll(200, combinedFields, hosts, fc.nat({max: 65_535}), (fields, host, port) => {
		const expected = Object.entries({...fields, host, time: new Date(fields.time).toISOString()});
		t.deepEqual(
			lineFields(vhostCombined, `${host}:${port} ${combinedLine(fields, apacheEscaped)}`),
			Object.fromEntries(expected.filter(([, value]) => value !== null)),
		);
	});
});

import test from 'ava';
import fc from 'fast-check';
import {forAll} from '../../helpers/for-all.js';
import {type LineFields, readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

const time = '[20/Nov/2026:09:03:07 +0000]';
const request = '"GET /en/ HTTP/1.1"';
const texts = '"https://a.example/" "curl/8.5.0"';

const core: LineFields = {
	ip: '203.0.113.7',
	time: '2026-11-20T09:03:07.000Z',
	zone: 0,
	method: 'GET',
	url: '/en/',
	protocol: 'HTTP/1.1',
	status: 200,
	bytes: 4523,
	referer: 'https://a.example/',
	userAgent: 'curl/8.5.0',
};
const host = 'shop.example';
const user = 'ada';

for (const [line, more] of [
	[`${time} 203.0.113.7 ${request} 200 4523 ${texts}`, {}],
	[`${time} 203.0.113.7 - - ${request} 200 4523 ${texts}`, {}],
	[`${time} 203.0.113.7 - ada ${request} 200 4523 ${texts}`, {user}],
	[`${time} 203.0.113.7 "shop.example" ${request} 200 4523 ${texts} 0.012`, {host, durationMs: 12}],
	[`${time} shop.example:443 203.0.113.7 ${request} 200 4523 ${texts}`, {host}],
	[`${time} "shop.example" "203.0.113.7" HIT ${request} 200 4523 ${texts}`, {host}],
	[`${time} 203.0.113.7:51234 ${request} 200 4523 ${texts} rt=0.012`, {durationMs: 12}],
	[`${time} 203.0.113.7 TLSv1.3 TLS_AES_256_GCM_SHA384 ${request} 200 4523 ${texts}`, {}],
	[`shop.example ${time} 203.0.113.7 ${request} 200 4523 ${texts}`, {host}],
	[`shop.example ${time} 203.0.113.7 - ada ${request} 200 4523 ${texts}`, {host, user}],
	[`"shop.example:443" ${time} 203.0.113.7 ${request} 200 4523 ${texts}`, {host}],
	[`203.0.113.7 - ada "${time}" ${request} 200 4523 ${texts}`, {user}],
	[`203.0.113.7 - - "20/Nov/2026:09:03:07 +0000" ${request} 200 4523 ${texts}`, {}],
	[`"203.0.113.7" - "ada" "${time}" ${request} "200" "4523" ${texts} "-" "0.025"`, {user}],
	[`"203.0.113.7" "-" "-" "2026-11-20T09:03:07Z" ${request} "200" "4523" ${texts}`, {}],
	[`"${time}" "203.0.113.7" ${request} "200" "4523" ${texts}`, {}],
	[`203.0.113.7 - ada ${time} ${request} "200" "4523" ${texts}`, {user}],
	[`2026-11-20T09:03:07Z 203.0.113.7 ${request} 200 4523 ${texts}`, {}],
	[`2026-11-20T09:03:07+00:00 shop.example 203.0.113.7 - - ${request} 200 4523 ${texts}`, {host}],
	[`2026-11-20 09:03:07 203.0.113.7 ${request} 200 4523 ${texts}`, {}],
	[`20/Nov/2026:09:03:07 +0000 203.0.113.7 ${request} 200 4523 ${texts}`, {}],
	[`${request} 203.0.113.7 - ada ${time} 200 4523 ${texts}`, {user}],
] as const) {
	test(`reads the columns in the order ${line}`, t => {
		const fields = Object.entries({...core, ...more}).filter(([, value]) => value !== undefined);
		t.deepEqual(readLine(line), {format: 'other_order', fields: Object.fromEntries(fields)});
	});
}

test('other columns after the client never change the fields', t => {
	const begins = fc.constantFrom(`${time} 203.0.113.7`, `shop.example ${time} 203.0.113.7`);
	const others = fc.constantFrom('-', 'HIT', '9f2ce0d3b5a64c1f', '[shop-web-80]', 'TLSv1.3', 'h2', '0.003');
	forAll(100, begins, fc.array(others, {maxLength: 3}), (begin, columns) => {
		const line = [begin, ...columns, request, '200 4523', texts].join(' ');
		const {user: _, host: __, ...fields} = readLine(line)?.fields ?? {};
		t.deepEqual(fields, core, line);
	});
});

test('reads no line without a client, a request line, a status or a size', t => {
	for (const line of [
		`${time} app ${request} 200 4523 ${texts}`,
		`${time} 203.0.113.7 "GET" 200 4523 ${texts}`,
		`${time} 203.0.113.7 ${request} 600 4523 ${texts}`,
		`${time} 203.0.113.7 ${request} OK 4523 ${texts}`,
		`${time} 203.0.113.7 ${request} 200 0.012 ${texts}`,
		`${time} 203.0.113.7 ${request} ${texts} 200 4523`,
		`client 203.0.113.7 sent ${request}`,
		`2026-11-20T09:03:07Z app 203.0.113.7 ${request} 200 4523`,
		`2026-11-20T09:03:07Z 10.0.0.5 203.0.113.7 ${request} 200 4523 ${texts}`,
		`2026-11-20 203.0.113.7 ${request} 200 4523 ${texts}`,
		`203.0.113.7 ${request} 200 4523 ${texts}`,
		`app ${time} 203.0.113.7 ${request} 200 4523 ${texts}`,
		`${time} 203.0.113.7 ${request} 200 4523 17 HIT`,
	]) {
		t.is(readLine(line), null, line);
	}
});

import test from 'ava';
import {columns} from '../../source/fields/fields.js';
import {countLine} from '../../source/format/amounts.js';
import {cellText} from '../../source/format/cells.js';
import {type Column, columnTable, defaultColumns} from '../../source/format/columns.js';
import {isOddTime} from '../../source/format/odd-time.js';
import {timeFormatter} from '../../source/format/time-formatter.js';
import type {Entry} from '../../source/store/store.js';
import {entry, start} from '../helpers/entry.js';

test('the header has the titles of the columns in their order', t => {
	t.is(defaultColumns.map(column => columnTable[column].header).join(' '), 'Status IP Method URL Time Token');
});

test('the count line has the number without separators', t => {
	t.deepEqual([0, 1, 4711, 1_234_567].map(countLine), [
		'0 results found',
		'1 results found',
		'4711 results found',
		'1234567 results found',
	]);
});

function cells(request: Entry): Readonly<Record<string, string>> {
	return Object.fromEntries(columns.map(column => [column, cellText(column, request, timeFormatter('utc'))]));
}

test('an entry has a string in each column', t => {
	const request = entry(7, {
		url: 'http://shop.example/en/42?p=2',
		status: 404,
		method: 'POST',
		host: 'shop.example',
		user: 'anna',
		bytes: 66_400,
		durationMs: 1234,
		referer: 'https://search.example/',
		userAgent: 'curl/8.5.0',
		forwardedFor: '198.51.100.7, 10.1.2.3',
		upstream: '10.0.0.5:8080',
		source: 'web1',
		asn: 'AS64496 Example Cloud, Inc.',
		country: 'US',
	});
	t.like(cells(request), {
		status: '404',
		ip: '203.0.113.9',
		method: 'POST',
		url: '/en/42?p=2',
		time: '5 Nov 2026 9:00:07',
		token: '0000000000007',
		host: 'shop.example',
		user: 'anna',
		bytes: '66 kB',
		duration: '1.2 s',
		referer: 'https://search.example/',
		agent: 'curl/8.5.0',
		route: '/en/{id}',
		file: 'access.log',
		client: 'tool',
		family: 'curl',
		protocol: 'HTTP/1.1',
		forwarded: '198.51.100.7, 10.1.2.3',
		upstream: '10.0.0.5:8080',
		asn: 'AS64496 Example Cloud, Inc.',
		country: 'US',
		source: 'web1',
	});
	t.true(Object.values(cells(entry(1))).every(text => text !== ''));
});

test('fault 20: the time of an entry that is incomplete has a mark', t => {
	const texts = cells(entry(7, {incomplete: true}));
	t.is(texts.time, '5 Nov 2026 9:00:07 …');
	t.is(cells(entry(7, {incomplete: true, time: null})).time, 'n/a …');
});

test('the time at which a line was read has a mark before it', t => {
	t.is(cells(entry(7, {timeSource: 'read'})).time, '~5 Nov 2026 9:00:07');
	t.is(cells(entry(7, {timeSource: 'read', incomplete: true})).time, '~5 Nov 2026 9:00:07 …');
});

test('a missing field is n/a', t => {
	const nothing = {url: null, status: null, method: null, ip: null, time: null, bytes: null, protocol: null};
	const {token, file, ...texts} = cells(entry(7, nothing));
	t.deepEqual([token, file], ['0000000000007', 'access.log']);
	t.deepEqual([...new Set(Object.values(texts))], ['n/a']);
});

test('fault 40: times far ahead of the clock and in 1970 are odd', t => {
	t.false(isOddTime(start, start));
	t.false(isOddTime(start + 5 * 60_000, start));
	t.true(isOddTime(start + 5 * 60_000 + 1, start));
	t.true(isOddTime(0, start));
	t.false(isOddTime(Date.UTC(1971, 0), start));
	t.false(isOddTime(null, start));
});

test('a log field shows its value, n/a without a value, and … while its line is unread', t => {
	const request = entry(1, {fields: {cs: 'HIT', rid: null}});
	const text = (column: Column): string => cellText(column, request, timeFormatter('utc'));
	t.deepEqual([text('@cs'), text('@rid'), text('@tenant'), text('@constructor')], ['HIT', 'n/a', '…', '…']);
});

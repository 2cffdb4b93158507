import test from 'ava';
import {cells} from '../../source/listing/cells.js';
import {columns} from '../../source/listing/columns.js';
import {countLine} from '../../source/listing/count-line.js';
import {header} from '../../source/listing/header.js';
import {isOddTime} from '../../source/listing/odd-time.js';
import {timeFormatter} from '../../source/listing/time-formatter.js';
import {entry, start} from '../helpers/entry.js';

test('the header has its words in their order', t => {
	t.is(columns.map(column => header[column]).join(' '), 'Status IP Method URL Time Token');
});

test('the count line is plain', t => {
	t.deepEqual([0, 1, 4711, 1_234_567].map(countLine), [
		'0 results found',
		'1 results found',
		'4711 results found',
		'1234567 results found',
	]);
});

test('an entry has six texts', t => {
	const request = entry(7, {url: 'http://shop.example/en/?p=2', status: 404, method: 'POST'});
	t.deepEqual(cells(request, timeFormatter('utc')), {
		status: '404',
		ip: '203.0.113.9',
		method: 'POST',
		url: '/en/?p=2',
		time: '5 Nov 2026 9:00:07',
		token: '0000000000007',
	});
});

test('fault 20: the time of an entry that is incomplete has a mark', t => {
	const texts = cells(entry(7, {incomplete: true}), timeFormatter('utc'));
	t.is(texts.time, '5 Nov 2026 9:00:07 …');
	t.is(cells(entry(7, {incomplete: true, time: null}), timeFormatter('utc')).time, 'n/a …');
});

test('what a line does not have is n/a', t => {
	const request = entry(7, {url: null, status: null, method: null, ip: null, time: null});
	t.deepEqual(Object.values(cells(request, timeFormatter('utc'))), [
		'n/a',
		'n/a',
		'n/a',
		'n/a',
		'n/a',
		'0000000000007',
	]);
});

test('fault 40: odd are times well ahead of the clock, and those of 1970', t => {
	t.false(isOddTime(start, start));
	t.false(isOddTime(start + 5 * 60_000, start));
	t.true(isOddTime(start + 5 * 60_000 + 1, start));
	t.true(isOddTime(0, start));
	t.false(isOddTime(Date.UTC(1971, 0), start));
	t.false(isOddTime(null, start));
});

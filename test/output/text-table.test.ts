import test from 'ava';
import {parseColumns} from '../../source/format/chosen-columns.js';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {TextTable} from '../../source/output/text-table.js';
import {entry} from '../helpers/entry.js';

function table(): TextTable {
	return new TextTable(timeFormatter('utc'));
}

test('rows are aligned with their header', t => {
	const long = entry(2, {
		url: '/en/a-much-longer-target',
		ip: '2001:db8:1111:2222:3333:4444:5555:6666',
		status: null,
	});
	t.deepEqual(table().lines([entry(1), long], true), [
		'Status IP                                     Method URL                      Time                 Token',
		'200    203.0.113.9                            GET    /en/1                    5 Nov 2026 9:00:01   0000000000001',
		'n/a    2001:db8:1111:2222:3333:4444:5555:6666 GET    /en/a-much-longer-target 5 Nov 2026 9:00:02   0000000000002',
	]);
});

test('fault 20: a line that is incomplete is marked after its time', t => {
	const [whole = '', half = ''] = table().lines([entry(1), entry(2, {incomplete: true})], false);
	t.regex(whole, / 9:00:01 +0000000000001$/);
	t.regex(half, / 9:00:02 … +0000000000002$/);
	t.is(whole.indexOf('0000000000001'), half.indexOf('0000000000002'));
});

test('columns only ever widen', t => {
	const rows = table();
	t.deepEqual(rows.lines([], true), ['Status IP              Method URL Time                 Token']);
	const [wide = ''] = rows.lines([entry(1, {url: '/wide/url'})], false);
	const [narrow = ''] = rows.lines([entry(2, {url: '/'})], false);
	t.is(narrow.indexOf('5 Nov'), wide.indexOf('5 Nov'));
});

test('a very long URL overflows its column, complete, and shifts no other row', t => {
	const url = `/${'x'.repeat(150)}`;
	const [long = '', short = ''] = table().lines([entry(1, {url}), entry(2)], false);
	t.true(long.includes(` ${url} 5 Nov`));
	t.is(short.indexOf('5 Nov'), '200    203.0.113.9     GET    '.length + 101);
});

test('wide characters count as two columns', t => {
	const [wide = '', narrow = ''] = table().lines([entry(1, {url: '/漢字'}), entry(2, {url: '/abcd'})], false);
	t.is(wide.indexOf('5 Nov') + 2, narrow.indexOf('5 Nov'));
});

test('no control character reaches a terminal', t => {
	const hostile = 'a\u001b[2Jb\nc\u202ed';
	const lines = table().lines([entry(1, {url: hostile, ip: hostile, method: hostile})], true);
	t.is(lines.length, 2);
	t.notRegex(lines.join(''), /[\p{Cc}\p{Cf}]/u);
	t.true(lines[1]?.includes('a\\x1b[2Jb\\nc\\u202ed'));
});

test('requested columns have their widths, and numbers are right-aligned', t => {
	const chosen = parseColumns('duration,url:10,bytes,time:8,client');
	const lines = new TextTable(timeFormatter('utc'), chosen).lines(
		[entry(1, {durationMs: 12, userAgent: 'curl/8.5.0'}), entry(2, {url: '/a/longer/one', bytes: null})],
		true,
	);
	t.deepEqual(lines, [
		'Duration URL            Bytes Time     Kind',
		'   12 ms /en/1         1.2 kB 9:00:01  tool',
		'     n/a /a/longer…       n/a 9:00:02  n/a',
	]);
});

test('an absolute URL is shown relative', t => {
	const [line = ''] = table().lines([entry(1, {url: 'http://shop.example/en/'})], false);
	t.true(line.includes(' /en/ '));
	t.false(line.includes('shop'));
});

test('with a maximum width, only long addresses and URLs are cut', t => {
	const long = entry(2, {url: `/${'x'.repeat(150)}`, ip: '2001:db8:1111:2222:3333:4444:5555:6666'});
	const cut = new TextTable(timeFormatter('utc'), undefined, 80).lines([entry(1), long], true);
	t.deepEqual(cut, [
		'Status IP              Method URL             Time                 Token',
		'200    203.0.113.9     GET    /en/1           5 Nov 2026 9:00:01   0000000000001',
		'200    2001:db8:1111:… GET    /xxxxxxxxxxxxx… 5 Nov 2026 9:00:02   0000000000002',
	]);
	t.is(Math.max(...cut.map(line => line.length)), 80);
	t.true(new TextTable(timeFormatter('utc'), undefined, 200).lines([entry(1)], false)[0]?.includes('/en/1'));
});

import test from 'ava';
import type {DifferenceField} from '../../source/differences/fields.js';
import {measureTermOf, termOf} from '../../source/differences/finding-terms.js';
import {calendarIn} from '../../source/format/calendar.js';
import {indexLimits} from '../../source/index/index-limits.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {EntryWorld} from '../helpers/entry-world.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {measureShift} from '../helpers/measure-shift.js';

const requests: ReadonlyArray<{readonly url?: string; readonly referer?: string; readonly ip?: string}> = [
	...[
		'/?a=1',
		'/?a=12',
		'/?b=2&a=1',
		'/?ba=1',
		'/?a=1#x',
		'/?A=1',
		'/a=1',
		'/?q=soft+chair',
		'/?q=softt+chair',
	].map(url => ({url})),
	...['/?p=(1)', '/?p=[a-z]|.*', '/?p=a\\x22b', '/?p=a,b', '/?p=%C3%A4', '/?debug'].map(url => ({url})),
	...[
		...[
			'https://shop.example/a',
			'https://shop.example:8080/',
			'https://SHOP.example',
			'https://u@shop.example?x',
		],
		...[
			'https://xshop.example/',
			'https://shop.example.org/',
			'https://other.example/?https://shop.example/',
		],
	].map(referer => ({referer})),
	...['203.0.113.1', '203.0.113.200', '203.0.114.1', '2001:db8:77:1::1', '2001:db8:78:1::1'].map(ip => ({
		ip,
	})),
	...['/blog/tea', '/blog/', '/blog', '/blog?x=/blog/', '/blogs/tea', '/de/blog/tea', '/the,blog/tea'].map(
		url => ({url}),
	),
];

for (const [field, value, indexes] of [
	['param', 'a=1', [0, 2, 4]],
	['param', 'q=soft+chair', [7]],
	['param', 'p=(1)', [9]],
	['param', 'p=[a-z]|.*', [10]],
	['param', 'p=a"b', [11]],
	['param', 'p=a,b', [12]],
	['param', 'p=%C3%A4', [13]],
	['param', 'debug', [14]],
	['referer-host', 'shop.example', [15, 16, 17, 18]],
	['network', '203.0.113.0/24', [22, 23]],
	['network', '2001:db8:77::/48', [25]],
	['path', '/blog/*', [27, 28]],
	['path', '/the,blog/*', [33]],
	['protocol', 'HTTP/1.1', requests.map((_, index) => index)],
] as ReadonlyArray<readonly [DifferenceField, string, readonly number[]]>) {
	test(`the term for ${field} ${value} finds its requests`, t => {
		const world = new EntryWorld(['a.log'], indexLimits(Number.POSITIVE_INFINITY));
		const lines = requests.map(({ip = '192.0.2.1', url = '/', referer = '-'}, index) =>
			logLine({time: logStart + index * 1000, ip, request: `GET ${url} HTTP/1.1`, referer}),
		);
		world.add(0, lines);
		const term = termOf({field, value}) ?? '';
		const selection = world.select(parseQuery(term, calendarIn('utc', logStart)).expression);
		const found = world.index
			.older(undefined, 100, false, selection)
			.refs.map(({segment, row}) => (segment.time.get(row) - logStart) / 1000);
		t.deepEqual(found.reverse(), indexes, term);
	});
}

test('there is no term for the value of all requests', t => {
	t.is(termOf({field: 'duration', value: null}), null);
});

test('a bot is found by its name', t => {
	t.is(termOf({field: 'bot', value: 'Googlebot'}), 'bot:=Googlebot');
});

test('a measure is found by the percentile that its requests exceed, or after a fall don’t exceed', t => {
	t.is(measureTermOf({durationMs: measureShift(2104, 90.37)}), 'duration:>90.4ms');
	t.is(measureTermOf({durationMs: measureShift(40, 162.3)}), 'duration:<=40ms');
	t.is(measureTermOf({bytes: measureShift(9e12, 4_123_456)}), 'bytes:>4120000');
	t.is(measureTermOf({durationMs: measureShift(5, 0)}), 'duration:>0ms');
	t.is(measureTermOf({durationMs: measureShift(700, 160, 'p75')}), 'duration:>160ms');
	t.is(measureTermOf({}), null);
});

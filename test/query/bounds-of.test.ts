import {ok} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, noStatus} from '../../source/entries/entry-record.js';
import {BoundedFilter} from '../../source/index/entry-filter.js';
import {boundsOf} from '../../source/query/bounds-of.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {arbitraryExpression} from '../helpers/arbitrary-expression.js';
import {assertUntil} from '../helpers/assert-until.js';
import {entry} from '../helpers/entry.js';
import {logStart} from '../helpers/log-lines.js';
import {type Logged, logged} from '../helpers/logged.js';
import {matches} from '../helpers/query-model.js';

const now = logStart + 30_000;

function recordOf({
	status,
	bytes,
	durationMs,
	time,
}: Pick<Logged, 'status' | 'bytes' | 'durationMs' | 'time'>) {
	return Object.assign(new EntryRecord(), {
		status: status ?? noStatus,
		bytes: bytes ?? Number.NaN,
		durationMs: durationMs ?? Number.NaN,
		time: time ?? Number.NaN,
	});
}

function takes(search: string, request: Partial<Logged>): boolean {
	const bounds = boundsOf(parseQuery(search, anyCalendar).expression, 0);
	const record = recordOf({status: null, bytes: null, durationMs: null, time: null, ...request});
	return bounds === undefined || new BoundedFilter(bounds, () => {}).takes(record, record.time);
}

test('every match of any search is within the bounds', async t => {
	let left = 0;
	let taken = 0;
	await assertUntil(
		() => left > 100 && taken > 100,
		fc.asyncProperty(
			arbitraryExpression,
			fc.array(logged(60), {maxLength: 20}),
			async (expression, requests) => {
				const bounds = boundsOf(expression, now);
				if (bounds === undefined) {
					return;
				}
				const filter = new BoundedFilter(bounds, () => {});
				for (const request of requests) {
					const record = recordOf(request);
					const isTaken = filter.takes(record, record.time);
					const isWanted = matches(expression, entry(0, request), now);
					ok(isTaken || !isWanted);
					left += isTaken ? 0 : 1;
					taken += isWanted ? 1 : 0;
				}
			},
		),
		200,
	);
	t.pass();
});

for (const [search, within, without] of [
	['status:404', {status: 404}, {status: 403}],
	['status:404', {status: 404}, {}],
	['status:5xx', {status: 599}, {status: 600}],
	['status:404,500-502', {status: 501}, {status: 405}],
	['-status:200', {}, {status: 200}],
	['status:>=500', {status: 65_534}, {status: 499}],
	['status:4xx -status:404', {status: 400}, {status: 404}],
	['(status:404 OR status:500)', {status: 500}, {status: 501}],
	['(status:404 OR status:500) url:a', {status: 404}, {status: 200}],
	['bytes:>1kb', {bytes: 1001}, {bytes: 999}],
	['bytes:>1kb', {bytes: 1001}, {}],
	['duration:>=500ms', {durationMs: 500}, {durationMs: 499}],
	['since:1970-01-02', {time: 86_400_000}, {time: 86_399_999}],
	['until:1970-01-02', {time: 2 * 86_400_000 - 1}, {time: 2 * 86_400_000}],
	['url:a status:404', {status: 404}, {status: 200}],
] as const) {
	test(`the bounds of ${search} include ${JSON.stringify(within)} and exclude ${JSON.stringify(without)}`, t => {
		t.true(takes(search, within));
		t.false(takes(search, without));
	});
}

function partsOf(search: string): readonly string[] {
	return (boundsOf(parseQuery(search, anyCalendar).expression, 0)?.parts ?? []).map(
		({bytes, isFolded}) => `${Buffer.from(bytes).toString()}${isFolded ? '' : ' exactly'}`,
	);
}

for (const [search, ...parts] of [
	['checkout', 'checkout'],
	['url:Checkout', 'Checkout exactly'],
	['url:=/en/', '/en/'],
	['url:/en/*.php', '/en/', '.php'],
	['agent:curl', 'curl'],
	['agent:curl url:checkout', 'checkout', 'curl'],
	['referer:example method:post agent:ab url:abc', 'example', 'post', 'abc'],
	[`url:/${'a'.repeat(100)}`, `/${'a'.repeat(63)}`],
	['agent:"a b"', 'a b'],
	['agent:ä*b', 'b'],
	['url:"a b"'],
	['url:ä*b'],
	['url:=="a b"', 'a b exactly'],
	['line:9f2c', '9f2c'],
	['line:RID=', 'RID= exactly'],
	['line:"a \\\\x22"', 'a \\x22'],
	['line:*rid=*cs=MISS*', 'rid= exactly', 'cs=MISS exactly'],
	['line:9f2c url:checkout', 'checkout', '9f2c'],
	['line:*'],
	['line:é'],
	['line:a,b'],
	['line:~a'],
	['-line:a'],
	['(line:a OR line:b)'],
	['@tenant:acme'],
	['url:ä'],
	['url:a,b'],
	['url:~a'],
	['-url:a'],
	['(url:a OR url:b)'],
	['ip:203.0.113.9'],
	['file:access'],
	['host:example'],
	['route:"/{language}/"'],
] as const) {
	test(`${search} requires ${parts.join(' and ') || 'nothing in particular'} in a line`, t => {
		t.deepEqual(partsOf(search), parts);
	});
}

for (const search of [
	'',
	'-url:a',
	'url:a,b',
	'(status:404 OR url:a)',
	'-(status:404 url:a)',
	'-since:1970-01-02',
]) {
	test(`“${search}” has no bounds`, t => {
		t.is(boundsOf(parseQuery(search, anyCalendar).expression, 0), undefined);
	});
}

import {appendFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {JsonLines} from '../../source/entries/log-fields/json-lines.js';
import type {LogFieldName} from '../../source/query/log-field-name.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {everything} from '../../source/query/query.js';
import {redactedStore} from '../../source/redaction/redacted-store.js';
import {makeRedaction} from '../../source/redaction/redaction.js';
import {fieldSample} from '../../source/store/log-field-names.js';
import type {Store} from '../../source/store/store.js';
import {openSettled} from '../helpers/open-store.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

/** Lines of nginx's combined format with two pairs after the known part; the first line has no pairs. */
const lines = ['', ' cs=MISS tenant=acme', ' cs=HIT'].map(
	(pairs, n) =>
		`203.0.113.9 - - [05/Nov/2026:09:00:0${n} +0000] "GET /${n} HTTP/1.1" 200 12 "-" "curl/8.5.0"${pairs}\n`,
);

async function open(t: ExecutionContext, text = lines.join('')): Promise<Store> {
	const {path} = temporaryLog(t, text);
	const store = await openSettled(t, [path], {follow: false});
	return store;
}

test('entries have the log fields that are shown', async t => {
	const store = await open(t);
	const fields = async () => {
		const {entries} = await store.page(everything, {from: 'newest'}, 10);
		return entries.map(entry => entry.fields);
	};
	t.deepEqual(await fields(), [{}, {}, {}]);
	store.showFields(['cs', 'tenant']);
	t.deepEqual(await fields(), [{}, {}, {}]);
	await waitFor(async () =>
		(await fields()).every(({cs, tenant}) => cs !== undefined && tenant !== undefined),
	);
	t.deepEqual(await fields(), [
		{cs: 'HIT', tenant: null},
		{cs: 'MISS', tenant: 'acme'},
		{cs: null, tenant: null},
	]);
});

test('lists the log fields in the newest lines, the most frequent first, without fields that have been read', async t => {
	const store = await open(t);
	t.deepEqual(await store.logFields(), [
		{name: 'cs', n: 2, values: 2},
		{name: 'tenant', n: 1, values: 1},
	]);
});

test('lists no log fields if the newest lines are readable but lack log fields', async t => {
	const line = (n: number, fields = {}): string =>
		`${JSON.stringify({time: new Date(Date.UTC(2026, 10, 5, 9) + n).toISOString(), remote_addr: '203.0.113.9', method: 'GET', uri: '/', status: 200, ...fields})}\n`;
	const plain = Array.from({length: fieldSample}, (_, n) => line(n + 1));
	const store = await open(t, line(0, {tenant: 'acme'}) + plain.join(''));
	t.deepEqual(await store.logFields(), []);
});

test('a log field is compared only after its lines have been read, because earlier the values of the newest lines would look new', async t => {
	const lines = Array.from({length: 100}, (_, n) =>
		JSON.stringify({
			...{time: '2026-11-05T09:00:00Z', remote_addr: `203.0.113.${n}`, method: 'GET', uri: '/'},
			...(n < 50 ? {status: 200, tenant: 'acme'} : {status: 500, tenant: 'globex'}),
		}),
	);
	const {path} = temporaryLog(t, `${lines.join('\n')}\n`);
	const store = await openSettled(t, [path]);
	const compare = async (selection = 'status:5xx') =>
		store.differences(
			{selection: parseQuery(selection, anyCalendar), within: everything, baseline: 'rest'},
			{logFields: ['@tenant']},
		);
	const {findings, compared, partial} = await compare();
	t.deepEqual(findings, []);
	t.false(compared.includes('@tenant'));
	t.true(partial);
	await waitFor(async () => !(await compare()).partial);
	const [finding] = (await compare()).findings;
	t.deepEqual([finding?.field, finding?.value], ['@tenant', 'globex']);
	appendFileSync(path, `${lines.slice(-5).join('\n')}\n`);
	await waitFor(async () => (await store.count(everything)).n === 105);
	const ofLive = await compare();
	t.true(ofLive.compared.includes('@tenant'));
	t.false(ofLive.partial, 'the comparison waits for the few lines that a live log always has');
	const later = lines.slice(-11).map(line => line.replace('T09:00', 'T09:05'));
	appendFileSync(path, `${later.join('\n')}\n`);
	await waitFor(async () => (await store.count(everything)).n === 116);
	t.false((await compare('since:2026-11-05T09:05')).partial, 'also if they are the selection');
});

test('lists the columns of a W3C log, which a header names', async t => {
	const head = '#Fields: date time c-ip cs-method cs-uri-stem sc-status';
	const line = '2026-11-05 09:00:00 203.0.113.9 GET / 200';
	const store = await open(t, `${head} X-Tenant\n${line} acme\n${line} -\n${head} x-cache\n${line} MISS\n`);
	const {entries: newestFirst} = await store.page(everything, {from: 'newest'}, 10);
	const oldestFirst = newestFirst.toReversed();
	for (const entries of [newestFirst, oldestFirst]) {
		const lists = await store.logValues(entries);
		const named = lists.map(values =>
			values?.filter(({isRead}) => !isRead).map(({name, text}) => [name, text]),
		);
		const inOrder = entries === newestFirst ? named.toReversed() : named;
		t.deepEqual(inOrder, [[['X-Tenant', 'acme']], [], [['x-cache', 'MISS']]]);
	}
	t.deepEqual(await store.logFields(), [
		{name: 'X-Tenant', n: 1, values: 1},
		{name: 'x-cache', n: 1, values: 1},
	]);
});

test('lists the named values of lines', async t => {
	const store = await open(
		t,
		'{"time":"2026-11-05T09:00:00Z","remote_addr":"203.0.113.9","method":"GET","uri":"/","status":200,"trace":{"id":"9f2c"}}\n',
	);
	const {entries} = await store.page(everything, {from: 'newest'}, 10);
	const [values] = await store.logValues(entries);
	t.deepEqual(
		values?.filter(({isRead}) => !isRead),
		[{name: 'trace.id', text: '9f2c', elements: null, isRead: false}],
	);
	t.true(values?.some(({name, text, isRead}) => name === 'status' && text === '200' && isRead));
});

test('adds the log fields of lines as JSON, but not while values are redacted', async t => {
	const request = '203.0.113.7 - - [05/Nov/2026:09:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "curl/8.5.0"';
	const store = await open(t, `${request} a=1\n${request}\n${request} a=3\n`);
	const {entries} = await store.page(everything, {from: 'newest'}, 10);
	const lines = new JsonLines();
	const objects = (index: number): string => `{"n":${index}}`;
	t.is(await store.addJson(entries, objects, lines), 0);
	t.is(
		Buffer.from(lines.take()).toString(),
		'{"n":0,"fields":{"a":"3"}}\n{"n":1}\n{"n":2,"fields":{"a":"1"}}',
	);
	const redaction = makeRedaction(false, []);
	const shown = redactedStore(store, redaction);
	t.is(await shown.addJson(entries, objects, lines), 0);
	redaction.toggle();
	t.is(await shown.addJson(entries, objects, lines), undefined);
	redaction.toggle();
	const adding = shown.addJson(entries, objects, lines);
	redaction.toggle();
	t.is(await adding, undefined);
});

test('hides log fields with secret names, and shortens addresses in others', async t => {
	const store = await open(
		t,
		lines[0]?.replace('\n', ' session=8f3a origin=198.51.100.7 list=a@b.example\n'),
	);
	const shown = redactedStore(store, makeRedaction(true, []));
	shown.showFields(['session', 'origin', 'list', 'none']);
	const newest = async () => (await shown.page(everything, {from: 'newest'}, 1)).entries;
	await waitFor(async () => Object.keys((await newest())[0]?.fields ?? {}).length === 4);
	const entries = await newest();
	t.deepEqual(entries[0]?.fields, {
		session: 'REDACTED',
		origin: '198.51.100.0',
		list: 'REDACTED',
		none: null,
	});
	const [values] = await shown.logValues(entries);
	t.deepEqual(
		values?.filter(({isRead}) => !isRead).map(({name, text}) => [name, text]),
		[
			['session', 'REDACTED'],
			['origin', '198.51.100.0'],
			['list', 'REDACTED'],
		],
	);
});

test('values of a log field with a secret name are counted as one, addresses are shortened', async t => {
	const text = ['session=8f3a origin=198.51.100.7', 'session=9f3a origin=198.51.100.8']
		.map(pairs => lines[0]?.replace('\n', ` ${pairs}\n`))
		.join('');
	const shown = redactedStore(await open(t, text), makeRedaction(true, []));
	const values = async (field: LogFieldName) => (await shown.facets(everything, field, 10)).values;
	await waitFor(async () => (await values('@session')).length > 0 && (await values('@origin')).length > 0);
	t.deepEqual(await values('@session'), [{value: 'REDACTED', n: 2}]);
	t.deepEqual(await values('@origin'), [{value: '198.51.100.0', n: 2}]);
});

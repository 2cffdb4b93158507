import test from 'ava';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {everything} from '../../source/query/query.js';
import {redactedStore} from '../../source/redaction/redacted-store.js';
import {makeRedaction} from '../../source/redaction/redaction.js';
import {entry} from '../helpers/entry.js';
import {fakeStore} from '../helpers/fake-store.js';

function parse(text: string) {
	return parseQuery(text, {now: 0, zoneAt: () => 0});
}

function scene(isOn = true) {
	const store = fakeStore(
		entry(1, {ip: '203.0.113.9', url: '/a?token=one'}),
		entry(2, {ip: '203.0.113.7', url: '/a?token=two'}),
		entry(3, {ip: '198.51.100.1', url: '/b', user: 'alice'}),
	);
	const redaction = makeRedaction(isOn, []);
	return {store, redaction, shown: redactedStore(store, redaction)};
}

test('searches match the actual data, results are redacted', async t => {
	const {shown} = scene();
	const {entries} = await shown.page(parse('ip:203.0.113.7 token=two'), {from: 'newest'}, 10);
	t.deepEqual(
		entries.map(({ip, url}) => [ip, url]),
		[['203.0.113.0/24', '/a?token=REDACTED']],
	);
	t.is((await shown.count(parse('user:alice'))).n, 1);
	t.is((await shown.get(entry(3).token))?.user, 'REDACTED');
	t.is(await shown.get('fffffffffffff'), null);
});

test('a parameter without a name is hidden like a token after a path', async t => {
	const store = fakeStore(
		entry(1, {url: '/verify?zQ706ukK7z'}),
		entry(2, {url: '/a?page=2'}),
		entry(3, {url: '/a?wsdl'}),
	);
	const redaction = makeRedaction(true, []);
	const {values} = await redactedStore(store, redaction).facets(everything, 'param', 10);
	const texts = values.map(({value}) => value);
	t.true(texts.includes('page=2') && texts.includes('wsdl'));
	t.false(texts.some(text => text?.includes('zQ706ukK7z')));
	t.false(redaction.shownText('param:zQ706ukK7z -param:=zQ706ukK7z').includes('zQ706ukK7z'));
});

test('merges values that are equal after redaction', async t => {
	const {shown} = scene();
	const {values, distinct, estimated} = await shown.facets(everything, 'url', 10);
	t.deepEqual(
		values.map(({value, n}) => [value, n]),
		[
			['/a?token=REDACTED', 2],
			['/b', 1],
		],
	);
	t.is(distinct, 2);
	t.false(estimated);
	const clients = await shown.facets(everything, 'ip', 1);
	t.deepEqual(
		clients.values.map(({value, n}) => [value, n]),
		[['203.0.113.0/24', 2]],
	);
	const containing = await shown.facets(everything, 'url', 10, {containing: 'two'});
	t.deepEqual(
		containing.values.map(({value}) => value),
		['/a?token=REDACTED'],
	);
	const parameters = await shown.facets(everything, 'param', 10);
	t.deepEqual(
		parameters.values.map(({value, n}) => [value, n]),
		[
			['token=REDACTED', 2],
			[null, 1],
		],
	);
	const statuses = await shown.facets(everything, 'status', 10);
	t.deepEqual(
		statuses.values.map(({value}) => value),
		['200'],
	);
});

test('sorts merged values by their sum', async t => {
	const store = fakeStore(
		...[1, 2].map(n => entry(n, {url: `/a?token=${n}`, status: 500, bytes: 600, durationMs: 70})),
		...[3, 4, 5, 9].map(n => entry(n, {url: '/often', bytes: 100, durationMs: 30})),
		...[6, 7, 8].map(n => entry(n, {url: '/b', status: n === 8 ? 404 : 503, bytes: n === 6 ? 1000 : 0})),
	);
	const shown = redactedStore(store, makeRedaction(true, []));
	for (const [order, first, second] of [
		['errors', '/b', '/a?token=REDACTED'],
		['bytes', '/a?token=REDACTED', '/b'],
		['time', '/a?token=REDACTED', '/often'],
		['clientErrors', '/b', '/often'],
		['n', '/often', '/b'],
	] as const) {
		const {values} = await shown.facets(everything, 'url', 2, {order});
		t.deepEqual(
			values.map(({value}) => value),
			[first, second],
			order,
		);
	}
});

test('redacts raw lines and omits lines of other requests', async t => {
	const {store, shown} = scene();
	const line = (token: string) =>
		Buffer.from(
			`203.0.113.9 - - [05/Nov/2026:09:00:01 +0000] "GET /a?token=${token} HTTP/1.1" 200 1234 "-" "-"`,
		);
	const {entries} = await shown.page(everything, {from: 'oldest'}, 1);
	store.setRaw(() => line('one'));
	const [raw] = await shown.raw(entries);
	t.is(
		Buffer.from(raw ?? []).toString(),
		'203.0.113.0 - - [05/Nov/2026:09:00:01 +0000] "GET /a?token=REDACTED HTTP/1.1" 200 1234 "-" "-"',
	);
	store.setRaw(() => line('another'));
	t.deepEqual(await shown.raw(entries), [null]);
	store.setUnrecognised([{file: 'a', offset: 0, line: Buffer.from('no request, key=abc')}]);
	const [unrecognised] = await shown.unrecognisedLines(1);
	t.is(Buffer.from(unrecognised?.line ?? []).toString(), 'no request, key=REDACTED');
});

test('shows everything when turned off, even of entries that were redacted before', async t => {
	const {shown, redaction} = scene();
	const {entries} = await shown.page(everything, {from: 'oldest'}, 1);
	redaction.toggle();
	t.is(entries.map(redaction.shown)[0]?.url, '/a?token=one');
	const {entries: actual} = await shown.page(everything, {from: 'oldest'}, 1);
	t.is(actual[0]?.ip, '203.0.113.9');
	t.is((await shown.facets(everything, 'url', 10)).distinct, 3);
	redaction.toggle();
	t.is(actual.map(redaction.shown)[0]?.url, '/a?token=REDACTED');
});

test('redacts the text of a search but not its meaning', t => {
	const {redaction} = scene();
	const query = parse('ip:203.0.113.9 user:alice url:token=abc status:200');
	const shown = redaction.shownQuery(query);
	t.is(shown.text, 'ip:203.0.113.0 user:REDACTED url:token=REDACTED status:200');
	t.is(shown.expression, query.expression);
	t.is(redaction.shownQuery(query), shown);
	const texts: ReadonlyArray<readonly [text: string, shown: string]> = [
		['url:"/x?token=a b S3"', 'url:"/x?token=REDACTED"'],
		['-user:"alice smith" OR user:=bob,eve', '-user:"REDACTED" OR user:=REDACTED'],
		['ip:==dsl-9.isp.example ip:10.0.0.0/8 ip:203.0.', 'ip:==REDACTED ip:10.0.0.0/8 ip:203.0.'],
		['forwarded:203.0.113.9,"10.1.2.3, 2001:db8:1:2::9"', 'forwarded:203.0.113.0,"10.1.2.0, 2001:db8:1::"'],
		[
			'upstream:10.0.0.5:8080 upstream:alice:pw@10.0.0.5',
			'upstream:10.0.0.0:8080 upstream:REDACTED@10.0.0.0',
		],
		['token:0123456789abc,6729f user:*', 'token:0123456789abc,6729f user:*'],
		['url:~token=(a|b) url:token=*', 'url:~token=REDACTED url:token=*'],
		['host:auth:8080 agent:"token=\\"S3 S3\\""', 'host:auth:8080 agent:"token=REDACTED"'],
		['url:%7B%22token%22%3A%22S3%22%7D', 'url:%7B%22token%22%3A%22REDACTED%22%7D'],
		['param:token=abc -param:==token=S3,a=1', 'param:token=REDACTED -param:==token=REDACTED,a=1'],
		['network:dsl-9.isp.example', 'network:REDACTED'],
	];
	for (const [text, as] of texts) {
		t.is(redaction.shownText(text), as);
	}
	const plain = parse('status:404');
	t.is(redaction.shownQuery(plain), plain);
	redaction.toggle();
	t.is(redaction.shownQuery(query), query);
});

import test from 'ava';
import fc from 'fast-check';
import type {Facets} from '../../source/answers/answers.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {everything, type Query} from '../../source/query/query.js';
import type {Entry, Store} from '../../source/store/store.js';
import {facetsOf} from '../helpers/answer-models.js';
import {arbitraryExpression, arbitraryLineExpression} from '../helpers/arbitrary-expression.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {openFleet} from '../helpers/clickhouse/fleet.js';
import {type Logged, lineOf, logged} from '../helpers/logged.js';
import {fieldNames, lineWithFields, loggedFields} from '../helpers/logged-fields.js';
import {words} from '../helpers/words.js';

let engine: Engine;

test.before(async () => {
	engine = await Engine.start();
});

test.after.always(async () => {
	await engine?.remove();
});

/** All properties of an entry except its position's row number, which differs between stores. */
function seen({position: {time, offset}, ...entry}: Entry): object {
	return {...entry, at: [time, offset]};
}

async function rowsOf(store: Store, query: Query): Promise<readonly object[]> {
	return (await store.page(query, {from: 'newest'}, 100_000)).entries.map(seen);
}

/** Strings with parts that could be mistaken for SQL or for a pattern. */
const nasty = [
	"/'; DROP TABLE x; --",
	'/100%_\\',
	'/a\tb\nc',
	'/\u0000nul',
	'/{p0:String}',
	'/😀/ẞ/İ',
	'/ΑΣ',
];

function requests(seed: number): readonly Logged[] {
	return fc.sample(logged(60), {numRuns: 150, seed}).map((one, index) => {
		const url = nasty[index % 11];
		return url === undefined ? one : {...one, isJson: true, url};
	});
}

test('500 random searches find the same rows in the same order as the embedded store', async t => {
	const {store, embedded} = await openFleet(t, engine, {
		'a.log': requests(1).map(lineOf).join(''),
		'b.log': requests(2).map(lineOf).join(''),
	});
	t.deepEqual(await rowsOf(store, everything), await rowsOf(embedded, everything));
	let found = 0;
	await fc.assert(
		fc.asyncProperty(arbitraryExpression, async expression => {
			const query = {text: '', expression};
			const wanted = await rowsOf(embedded, query);
			found += wanted.length > 0 ? 1 : 0;
			t.deepEqual(await rowsOf(store, query), wanted, JSON.stringify(expression));
			t.is((await store.count(query)).n, wanted.length);
		}),
		{numRuns: 500, seed: 20_261_122},
	);
	t.true(found > 200, `${found} of them found something`);
});

test('500 random searches of lines and log fields find the same rows as the embedded store', async t => {
	const lines = (seed: number): string =>
		fc.sample(loggedFields(60), {numRuns: 200, seed}).map(lineWithFields).join('');
	const {store, embedded} = await openFleet(t, engine, {'a.log': lines(11), 'b.log': lines(12)});
	let found = 0;
	await fc.assert(
		fc.asyncProperty(arbitraryLineExpression, async expression => {
			const query = {text: '', expression};
			await embedded.searched(query);
			const wanted = await rowsOf(embedded, query);
			found += wanted.length > 0 ? 1 : 0;
			t.deepEqual(await rowsOf(store, query), wanted, JSON.stringify(expression));
			t.is((await store.count(query)).n, wanted.length);
		}),
		{numRuns: 500, seed: 20_261_126},
	);
	t.true(found > 200, `${found} of them found something`);
	store.showFields(fieldNames);
	const {entries} = await store.page(everything, {from: 'newest'}, 1000);
	const counts = ({values, ...others}: Facets): object => ({
		...others,
		values: values.map(({value, n}) => [value, n]),
	});
	for (const name of fieldNames) {
		const found = await store.facets(everything, `@${name}`, 100);
		t.deepEqual(counts(found), counts(facetsOf(entries, `@${name}`, 100, '')), name);
	}
});

test('searches typed by a user find the same rows as in the embedded store', async t => {
	const {store, embedded} = await openFleet(t, engine, {'a.log': requests(3).map(lineOf).join('')});
	const texts = [
		...['status:404', 'status:5xx', 'status:400-499', 'status:>=500', 'status:404,5xx', '-status:200'],
		...['ip:203.0.113.9', 'ip:10.0.0.0/8', 'ip:2001:db8::/32', 'ip:203.0.', 'ip:10', 'ip:proxy'],
		...words`
			ip:::ffff:10.1.2.3 ip:=2001:DB8:0::8 ip:2001:db8: -ip:* ip:0.0.0.0/0 ip:::/0 ip:::ffff:0:0/96
		`,
		...['method:post,get', 'shoes', 'Shoes', 'url:/en/*', 'url:=/robots.txt', 'url:*%*', 'url:*_*'],
		...[
			'url:~^/admin/.*\\.php$',
			'url:~(?i)K',
			'url:~[äß]',
			'url:~\\bshoes\\b',
			'url:~a.b',
			'url:~^/\\p{L}+/',
		],
		...['url:~(?s)a.b', 'url:~\\d{2,}', 'url:~^$', 'url:"a b"', 'url:"\'"', 'url:"\\\\"', 'url:{p0:String}'],
		...['token:6', 'token:6,7', 'host:*', '-host:*', 'host:SHOP', 'user:b*b', 'referer:==/en/', 'agent:curl'],
		...[
			'forwarded:10.1.2.',
			'forwarded:=203.0.113.9',
			'-forwarded:*',
			'upstream:10.0.0.5:8080,unix:*',
			'upstream:~:80$',
		],
		...['file:a.log', 'format:combined', 'bytes:>1k', 'bytes:0', 'bytes:<0.5k', 'duration:>=400ms'],
		...words`duration:<1ms -duration:>0ms route:"/{language}/{category_slug}/" route:* bot:yes bot:no`,
		...['(shoes OR status:5xx) -bot:yes', '-(status:200 OR -host:*)', 'url:😀', 'url:ẞ', 'url:i', 'url:ας'],
		...[
			'since:2024-11-05T09:03:30Z',
			'until:2024-11-05T09:03:30Z',
			'on:2024-11-05',
			'since:15m',
			'-since:15m',
		],
		...['url:\u212A', 'url:k', 'url:==k'],
		...[
			'line:shoes',
			'-line:Shoes',
			'line:\u212A',
			'line:k',
			'line:=x,k',
			'line:~"http/1\\.1\\" 404"',
			'line:*curl*',
		],
		...[
			'line:😀',
			'line:ẞ',
			'line:"\'; DROP"',
			'@status:404',
			'@status:>=500',
			'-@user:*',
			'@user:=alice OR line:ä',
		],
	];
	for (const text of texts) {
		const query = parseQuery(text, {now: Date.now(), zoneAt: () => 0});
		await embedded.searched(query);
		t.deepEqual(await rowsOf(store, query), await rowsOf(embedded, query), text);
	}
});

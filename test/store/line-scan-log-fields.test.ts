import {appendFileSync, truncateSync, unlinkSync, writeFileSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {everything, type Query} from '../../source/query/query.js';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import {forAllAsync} from '../helpers/for-all.js';
import {openSettled, openStore} from '../helpers/open-store.js';
import {untilCounted} from '../helpers/store-model.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

function search(text: string): Query {
	return parseQuery(text, anyCalendar);
}

function json(fields: object): string {
	return `${JSON.stringify({time: '2026-11-20T09:03:07Z', method: 'GET', uri: '/en/', status: 200, ip: '203.0.113.7', ...fields})}\n`;
}

function log(t: ExecutionContext, lines: readonly string[]): string {
	const {path} = temporaryLog(t, lines);
	return path;
}

async function countOf(store: EmbeddedStore, text: string): Promise<number> {
	const query = search(text);
	await store.searched(query);
	return (await store.count(query)).n;
}

test('@name finds values of JSON that no field has', async t => {
	const path = log(t, [
		json({tenant: 'acme', tags: ['a', 'beta'], ctx: {region: 'eu-1'}, took: 300, urt: 0.25}),
		json({tenant: 'ACME 2', tags: [], took: '1.5s', urt: 1}),
		json({tenant: '-', took: '12', ctx: {region: null}}),
		json({}),
	]);
	const store = await openSettled(t, [path]);
	const expected: ReadonlyArray<readonly [string, number]> = [
		['@tenant:acme', 2],
		['@tenant:=acme', 1],
		['@tenant:*', 2],
		['-@tenant:*', 2],
		['@tags:=beta', 1],
		['@tags:"a, beta"', 0],
		['@tags:="a, beta"', 1],
		['@ctx.region:eu', 1],
		['@took:>250ms', 2],
		['@took:>=300', 1],
		['@took:10-400', 2],
		['@urt:>0.5', 1],
		['@urt:>200ms', 1],
		['@tenant:acme @urt:<0.5', 1],
		['@tenant:acme OR -@took:*', 3],
	];
	for (const [text, n] of expected) {
		t.is(await countOf(store, text), n, text);
	}
});

test('values of log fields stay up to date, and are counted', async t => {
	const path = log(t, [json({cs: 'MISS'}), json({cs: 'HIT'})]);
	const store = await openSettled(t, [path]);
	t.is(await countOf(store, '@cs:=MISS'), 1);
	appendFileSync(
		path,
		json({cs: 'MISS'}) + json({other: 1}) + json({cs: ['HIT', 'MISS']}) + json({cs: 'HIT'}),
	);
	await untilCounted(store, 6);
	t.is(await countOf(store, '@cs:=MISS'), 3);
	const {values, total, partial} = await store.facets(everything, '@cs', 10);
	t.deepEqual(
		values.map(({value, n}) => [value, n]),
		[
			['HIT', 2],
			['MISS', 2],
			[null, 1],
			['HIT, MISS', 1],
		],
	);
	t.deepEqual([total, partial], [6, false]);
	// A live log always has a few lines that haven't been read again yet.
	appendFileSync(path, json({cs: 'HIT'}));
	await untilCounted(store, 7);
	const later = await store.facets(everything, '@cs', 10);
	t.deepEqual([later.values[0]?.n, later.total, later.partial], [3, 7, false]);
});

test('pages have the values of the log fields that are shown', async t => {
	const path = log(t, [json({cs: 'MISS'}), json({})]);
	const store = await openSettled(t, [path]);
	store.showFields(['cs']);
	const shown = async () =>
		(await store.page(everything, {from: 'newest'}, 10)).entries.map(({fields}) => fields);
	const untilShown = async (expected: ReadonlyArray<Readonly<Record<string, string | null>>>) => {
		await waitFor(async () => isDeepStrictEqual(await shown(), expected));
	};
	await untilShown([{cs: null}, {cs: 'MISS'}]);
	appendFileSync(path, json({cs: 'HIT'}));
	await untilShown([{cs: 'HIT'}, {cs: null}, {cs: 'MISS'}]);
	store.showFields([]);
	t.deepEqual((await store.page(everything, {from: 'newest'}, 1)).entries[0]?.fields, {});
});

test('a log field that no line has is unknown once all lines have been read', async t => {
	const path = log(t, [json({tenant: 'acme'})]);
	const store = await openSettled(t, [path]);
	const query = search('@tenat:acme -@tenant:x');
	t.deepEqual(store.unknownLogFields(query), []);
	await store.searched(query);
	t.is(await countOf(store, '@tenat:acme OR @tenant:x'), 0);
	t.deepEqual(store.unknownLogFields(search('@tenat:acme')), ['tenat']);
});

test('a log field stays unknown while lines arrive, until one has it', async t => {
	const path = log(t, [json({tenant: 'acme'})]);
	const store = await openSettled(t, [path]);
	const query = search('@tenat:acme');
	await store.searched(query);
	t.deepEqual(store.unknownLogFields(query), ['tenat']);
	appendFileSync(path, json({tenant: 'other'}));
	// The new line is counted without being read for the field.
	await waitFor(async () => (await countOf(store, 'status:200')) === 2);
	t.deepEqual(store.unknownLogFields(query), ['tenat']);
	appendFileSync(path, json({tenat: 'acme'}));
	await waitFor(async () => (await countOf(store, '@tenat:acme')) === 1);
	t.deepEqual(store.unknownLogFields(query), []);
});

test('@name finds what a parser of the lines finds, for any values', async t => {
	const value = fc.oneof(
		fc.constantFrom('acme', 'ACME', '-', '', 'a, b', '12k', '250ms', '0.5', '\u001e', '\\u001e', 'é'),
		fc.string({maxLength: 6}),
		fc.integer({min: -5, max: 2000}),
		fc.double({noNaN: true, noDefaultInfinity: true, min: 0, max: 10}),
		fc.boolean(),
		fc.constant(null),
		fc.array(fc.oneof(fc.string({maxLength: 3}), fc.integer({min: 0, max: 9})), {maxLength: 3}),
	);
	const textsOf = (given: unknown): readonly string[] =>
		(Array.isArray(given) ? given : [given])
			.filter(one => one !== null && one !== undefined)
			// U+001E separates the elements of a stored list.
			.map(one => String(one).replaceAll('\u001e', '\\x1E'))
			.filter(text => text !== '' && text !== '-');
	await forAllAsync(
		100,
		fc.array(fc.record({tenant: value}), {minLength: 1, maxLength: 30}),
		fc.nat(),
		async (all, at) => {
			const store = await openSettled(t, [log(t, all.map(json))], {follow: false});
			const [wanted = 'none'] = textsOf(all[at % all.length]?.tenant);
			const quoted = `"${wanted.replaceAll(/["\\]/g, '\\$&')}"`;
			const has = all.filter(({tenant}) => textsOf(tenant).some(text => text === wanted)).length;
			t.is(await countOf(store, `@tenant:==${quoted}`), has);
			const present = all.filter(({tenant}) => textsOf(tenant).length > 0).length;
			t.is(await countOf(store, '@tenant:*'), present);
			t.is(await countOf(store, '-@tenant:*'), all.length - present);
			await store.close();
		},
	);
});

test('terms in any order and combination find the same, also if each value of a field is different', async t => {
	const all = Array.from({length: 400}, (_, index) => ({
		rid: index.toString(16).padStart(6, '0'),
		cs: index % 4 === 0 ? 'MISS' : 'HIT',
		status: index % 5 === 0 ? 500 : 200,
	}));
	type Line = (typeof all)[number];
	const path = log(
		t,
		all.map(({rid, cs, status}) => json({rid, cs, status})),
	);
	const terms: ReadonlyArray<readonly [string, (line: Line) => boolean]> = [
		['@rid:00', ({rid}) => rid.includes('00')],
		['@rid:1', ({rid}) => rid.includes('1')],
		['@rid:*', () => true],
		['-@rid:a', ({rid}) => !rid.includes('a')],
		['@cs:hit', ({cs}) => cs === 'HIT'],
		['-@cs:miss', ({cs}) => cs === 'HIT'],
		['line:HIT', ({cs}) => cs === 'HIT'],
		['status:200', ({status}) => status === 200],
		['-status:500', ({status}) => status === 200],
		['line:00', ({rid, cs, status}) => json({rid, cs, status}).includes('00')],
	];
	const term = fc.constantFrom(...terms);
	const both = fc.array(term, {minLength: 1, maxLength: 4});
	await forAllAsync(200, fc.array(both, {minLength: 1, maxLength: 3}), fc.boolean(), async (any, isRead) => {
		const store = await openSettled(t, [path], {follow: false});
		if (isRead) {
			await store.searched(search('@rid:* @cs:*'));
		}
		const text = any.map(part => part.map(([written]) => written).join(' ')).join(' OR ');
		const isMatch = (line: Line): boolean => any.some(part => part.every(([, matches]) => matches(line)));
		t.is(await countOf(store, text), all.filter(isMatch).length, text);
		await store.close();
	});
});

test('a quoted list of numbers is a list in a pair, too', async t => {
	const line = (urt: string): string =>
		`203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" urt=${urt}\n`;
	const store = openStore(t, [
		log(t, ['"0.1, 0.9"', '0.1, 0.7', '"0.2"', '"a, b"', '"0.1 : 0.8"'].map(line)),
	]);
	await store.settled();
	t.is(await countOf(store, '@urt:>0.5'), 3);
	t.is(await countOf(store, '@urt:=0.9'), 1);
	t.is(await countOf(store, '@urt:="a, b"'), 1);
	t.is(await countOf(store, '@urt:=a'), 0);
});

test('facets of log fields count no lines that can no longer be read', async t => {
	const path = log(t, [json({cs: 'HIT'}), json({}), json({cs: 'HIT'})]);
	const store = await openSettled(t, [path]);
	truncateSync(path);
	unlinkSync(path);
	writeFileSync(path, json({cs: 'MISS'}) + json({}));
	await untilCounted(store, 5);
	t.is(await countOf(store, '@cs:*'), 1);
	const {values, total} = await store.facets(everything, '@cs', 10);
	t.deepEqual(
		[values.map(({value, n}) => [value, n]), total],
		[
			[
				[null, 1],
				['MISS', 1],
			],
			2,
		],
	);
	t.deepEqual(
		(await store.logFields()).map(({name}) => name),
		['cs'],
	);
});

test('a line that can no longer be read matches an OR if the known value of a log field does', async t => {
	const path = log(t, [json({tenant: 't1'}), json({tenant: 't2'})]);
	const store = await openSettled(t, [path]);
	t.is(await countOf(store, '@tenant:t1'), 1);
	truncateSync(path);
	unlinkSync(path);
	writeFileSync(path, json({tenant: 't3', q: 'zzz'}));
	await untilCounted(store, 3);
	for (const text of [
		'line:zzz OR @tenant:t1',
		'@tenant:t1 OR line:zzz',
		'(line:zzz OR -line:zzz) OR @tenant:t1',
	]) {
		const query = search(text);
		await store.searched(query);
		const {n, lines} = await store.count(query);
		t.deepEqual([n, lines?.unreadable], [2, 1], text);
	}
	const negated = search('-(line:zzz OR @tenant:t1)');
	await store.searched(negated);
	const {n, lines} = await store.count(negated);
	t.deepEqual([n, lines?.unreadable], [0, 1]);
});

test('columns of several W3C logs are read by the header of each', async t => {
	const paths = ['AAA', 'BBB', 'CCC'].map((value, n) => {
		const names = n % 2 === 0 ? 'x-a cs-method cs-uri-stem sc-status' : 'cs-method cs-uri-stem x-a sc-status';
		const row = n % 2 === 0 ? `${value} GET /en/ 200` : `GET /en/ ${value} 200`;
		return log(t, [
			`#Fields: date time ${names}\n`,
			...Array.from({length: 20_000}, () => `2026-11-20 09:03:07 ${row}\n`),
			`#Fields: date time cs-method cs-uri-stem sc-status x-a\n`,
			...Array.from({length: 20_000}, () => `2026-11-20 09:03:08 GET /en/ 200 ${value}\n`),
		]);
	});
	const store = await openSettled(t, paths);
	for (const value of ['AAA', 'BBB', 'CCC']) {
		t.is(await countOf(store, `@x-a:=${value}`), 40_000);
	}
	t.is(await countOf(store, '-@x-a:*'), 0);
});

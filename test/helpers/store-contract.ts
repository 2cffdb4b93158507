import {basename} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {binOf} from '../../source/answers/durations/duration-sketches.js';
import {storedValue} from '../../source/entries/log-fields/log-value.js';
import {logValues} from '../../source/entries/log-fields/log-values.js';
import {fieldsWhere, type OwnFacetField} from '../../source/fields/fields.js';
import {needsLines} from '../../source/query/expression.js';
import {orders} from '../../source/query/order.js';
import {everything, type Query} from '../../source/query/query.js';
import type {Cursor, Entry, Page, Position, Store} from '../../source/store/store.js';
import {facetsOf, heatmapOf, histogramOf, routesOf, visitsOf} from './answer-models.js';
import {arbitraryExpression, arbitraryLineExpression} from './arbitrary-expression.js';
import {logLine, logStart, numberedLines, type Request} from './log-lines.js';
import {lineOf, logged} from './logged.js';
import {lineWithFields, loggedFields} from './logged-fields.js';
import {inOrder} from './order-model.js';
import {matches} from './query-model.js';
import {
	all,
	arrivalsAfter,
	type Known,
	known,
	type LogTexts,
	linesAt,
	pagesOf,
	seen,
	untilCounted,
} from './store-model.js';
import {waitFor} from './wait-for.js';

export type OpenedStore = {
	readonly store: Store;
	/** Appends text to the log with this name. */
	append(name: string, text: string): void;
};

/**
 * Opens a store that follows logs with these contents, all from one source. The implementation must close the store at the end of
 * the test.
 */
export type OpenStore = (t: ExecutionContext, logs: LogTexts) => OpenedStore | Promise<OpenedStore>;

const minute = 60_000;

/** A query for the requests with a log field. */
function fieldQuery(name: string): Query {
	return {text: `@${name}:*`, expression: {type: 'logField', name, matches: [{kind: 'any'}]}};
}

/** The log fields of a line in their stored form. */
function storedFields(line: Buffer): Readonly<Record<string, string>> {
	return Object.fromEntries(
		logValues(line).map(({name, text, elements}) => [name.toLowerCase(), storedValue(text, elements)]),
	);
}

/** Logs with many equal times, both within a file and between files, and some late lines. */
const logTimes = fc.record({
	'a.log': fc.array(fc.integer({min: 0, max: 6}), {maxLength: 25}),
	'b.log': fc.array(fc.integer({min: 0, max: 6}), {maxLength: 25}),
	'c.log': fc.array(fc.integer({min: 3, max: 9}), {maxLength: 25}),
});

/** Lines with few different times, durations and sizes, and some without each. */
const timedLine = fc.record({
	time: fc.integer({min: 0, max: 4}),
	duration: fc.option(fc.constantFrom('0.000', '0.001', '0.061', '2.100', '17.250'), {nil: '-'}),
	bytes: fc.constantFrom('-', 0, 512, 70_000, 5_000_000_000),
});

const timedLogs = fc
	.record({
		'a.log': fc.array(timedLine, {maxLength: 12}),
		'b.log': fc.array(timedLine, {maxLength: 12}),
	})
	.map(logs =>
		Object.fromEntries(
			Object.entries(logs).map(([name, lines]) => [
				name,
				lines
					.map(({time, duration, bytes}, index) => {
						const line = logLine({
							time: logStart + time * 1000,
							bytes,
							url: `/${index % 2}/${name}/${index}`,
						});
						return `${line.trimEnd()} ${duration}\n`;
					})
					.join(''),
			]),
		),
	);

const oddUrls: Query = {
	text: 'url:=/1/*',
	expression: {type: 'text', field: 'url', matches: [{kind: 'contains', text: '/1/', isExact: true}]},
};

function positionOf(entry: Entry | undefined): Position {
	return entry?.position ?? {time: 0, file: 0, offset: 0, durationMs: null, bytes: null};
}

function tokensOf(pages: readonly Page[]): readonly string[] {
	return pages.flatMap(({entries}) => entries.map(({token}) => token));
}

/**
 * Registers the tests that every kind of store must pass, regardless of its storage.
 * @param name - kind of store, for the titles
 * @param runs - number of stores that each test with random logs opens
 * @param readsFiles - true if the store itself reads the logs, and so knows files without requests and has notices about them
 */
export function testStore(name: string, open: OpenStore, runs: number, {readsFiles = true} = {}): void {
	/** Inserts the name of the store after the `fault N:` prefix, if any. */
	const title = (text: string): string => {
		const fault = /^fault \d+: /.exec(text)?.[0] ?? '';
		return `${fault}${name}: ${text.slice(fault.length)}`;
	};

	/** Opens a store with two logs of five lines each. The lines alternate between the logs, one per minute. */
	const openPair = async (t: ExecutionContext): Promise<OpenedStore & {readonly model: readonly Known[]}> => {
		const times = {
			'a.log': [0, 2, 4, 6, 8].map(n => logStart + n * minute),
			'b.log': [1, 3, 5, 7, 9].map(n => logStart + n * minute),
		};
		const logs = {'a.log': linesAt('a.log', times['a.log']), 'b.log': linesAt('b.log', times['b.log'])};
		const opened = await open(t, logs);
		await opened.store.settled();
		return {...opened, model: known(logs, times)};
	};
	test(title('an entry has all fields of its line'), async t => {
		const request: Request = {
			time: logStart,
			zone: -90,
			ip: '2001:db8::7',
			user: 'alice',
			method: 'POST',
			url: '/en/?p=2&q=%20%C3%A4',
			status: 404,
			bytes: 0,
			referer: 'https://shop.example/',
			userAgent: 'a b',
		};
		const {store} = await open(t, {'a.log': `nonsense\n${logLine(request)}`});
		await store.settled();
		const [entry] = await all(store);
		t.like(entry, {
			time: logStart,
			zone: -90,
			ip: '2001:db8::7',
			user: 'alice',
			method: 'POST',
			url: '/en/?p=2&q=%20%C3%A4',
			status: 404,
			bytes: 0,
			referer: 'https://shop.example/',
			userAgent: 'a b',
			protocol: 'HTTP/1.1',
			format: 'combined',
			offset: 9,
			host: null,
			forwardedFor: null,
			durationMs: null,
		});
		t.regex(entry?.token ?? '', /^[0-9a-f]{13}$/);
	});
	test(title('missing fields are null'), async t => {
		const {store} = await open(t, {
			'a.log': logLine({time: logStart, ip: '-', request: '-', status: '-', bytes: '-', userAgent: '-'}),
		});
		await store.settled();
		t.like((await all(store))[0], {
			ip: null,
			method: null,
			url: null,
			status: null,
			bytes: null,
			userAgent: null,
			user: null,
			referer: null,
			time: logStart,
		});
	});
	test(title('answers for an empty store'), async t => {
		const {store} = await open(t, {'a.log': ''});
		await store.settled();
		t.deepEqual(await store.count(everything), {n: 0, partial: false, arrived: 0});
		t.deepEqual(await store.page(everything, {from: 'newest'}, 10), {entries: [], newer: 0});
		t.deepEqual((await store.page(everything, {from: 'oldest'}, 10)).entries, []);
		t.deepEqual((await store.arrivals(everything, null, 10)).entries, []);
		t.deepEqual(await store.raw([]), []);
		t.is(await store.get('0123456789abc'), null);
	});
	test(
		title('pages the newest entries first, ties by file and offset, in both directions from any position'),
		async t => {
			const size = fc.integer({min: 1, max: 9});
			await fc.assert(
				fc.asyncProperty(logTimes, size, fc.array(fc.nat(), {maxLength: 4}), async (drawn, size, picks) => {
					const times = Object.fromEntries(
						Object.entries(drawn).map(([file, steps]) => [file, steps.map(step => logStart + step * 1000)]),
					);
					const logs = Object.fromEntries(
						Object.entries(times).map(([file, moments]) => [file, linesAt(file, moments)]),
					);
					const {store} = await open(t, logs);
					await store.settled();
					const model = known(logs, times);
					t.deepEqual(await store.count(everything), {n: model.length, partial: false, arrived: 0});

					const entries = await all(store);
					t.deepEqual(entries.map(seen), model, 'all of them');

					const older = await pagesOf(t, store, {from: 'newest'}, size, 'older');
					t.deepEqual(older.flatMap(page => page.entries).map(seen), model, 'down from the newest');
					t.deepEqual(
						older.map(({newer}) => newer),
						older.map((_, index) => index * size),
					);

					const newer = await pagesOf(t, store, {from: 'oldest'}, size, 'newer');
					t.deepEqual(
						newer.toReversed().flatMap(page => page.entries.map(seen)),
						model,
						'up from the oldest',
					);
					t.deepEqual(
						newer.map(page => page.newer),
						newer.map((_, index) => Math.max(0, model.length - (index + 1) * size)),
					);

					for (const index of picks.filter(() => model.length > 0).map(nat => nat % model.length)) {
						const position = positionOf(entries[index]);
						const page = async (cursor: Cursor): Promise<readonly Known[]> =>
							(await store.page(everything, cursor, size)).entries.map(seen);
						t.deepEqual(await page({from: 'at', position}), model.slice(index, index + size));
						t.deepEqual(await page({from: 'older', position}), model.slice(index + 1, index + 1 + size));
						t.deepEqual(await page({from: 'newer', position}), model.slice(Math.max(0, index - size), index));
						t.is((await store.page(everything, {from: 'at', position}, size)).newer, index);
						const notAfter = model[index]?.time ?? 0;
						const from = model.findIndex(entry => entry.time <= notAfter);
						const notNewer = await store.page(everything, {from: 'newest', notAfter}, size);
						t.deepEqual(notNewer.entries.map(seen), model.slice(from, from + size), 'not after');
						t.is(notNewer.newer, from);
					}
					await store.close();
				}),
				{numRuns: runs},
			);
		},
	);

	test(
		title('pages in each order, in both directions from any position, with and without a search'),
		async t => {
			const size = fc.integer({min: 4, max: 9});
			await fc.assert(
				fc.asyncProperty(timedLogs, size, fc.nat(), fc.boolean(), async (logs, size, pick, isSearched) => {
					const {store} = await open(t, logs);
					await store.settled();
					const query = isSearched ? oddUrls : everything;
					const newest = (await store.page(query, {from: 'newest'}, 1000)).entries;
					for (const order of orders) {
						const model = inOrder(newest, order).map(({token}) => token);
						const page = async (cursor: Cursor): Promise<readonly string[]> =>
							(await store.page(query, {...cursor, order}, size)).entries.map(({token}) => token);
						const down = await pagesOf(t, store, {from: 'newest', order}, size, 'older', query);
						t.deepEqual(tokensOf(down), model, `${order} down`);
						t.deepEqual(
							down.map(({newer}) => newer),
							down.map((_, index) => index * size),
						);
						const up = await pagesOf(t, store, {from: 'oldest', order}, size, 'newer', query);
						t.deepEqual(tokensOf(up.toReversed()), model, `${order} up`);
						t.deepEqual(
							up.map(({newer}) => newer),
							up.map((_, index) => Math.max(0, model.length - (index + 1) * size)),
						);
						if (model.length > 0) {
							const index = pick % model.length;
							const entry = newest.find(({token}) => token === model[index]);
							const position = positionOf(entry);
							t.deepEqual(await page({from: 'at', position}), model.slice(index, index + size));
							t.deepEqual(await page({from: 'older', position}), model.slice(index + 1, index + 1 + size));
							t.deepEqual(
								await page({from: 'newer', position}),
								model.slice(Math.max(0, index - size), index),
							);
							t.is((await store.page(query, {from: 'at', position, order}, size)).newer, index);
						}
					}
					await store.close();
				}),
				{numRuns: runs},
			);
		},
	);

	test(title('fault 40: pages the newest entries up to a given time, or none'), async t => {
		const {store} = await openPair(t);
		const page = await store.page(everything, {from: 'newest', notAfter: logStart - 1}, 10);
		t.deepEqual(page, {entries: [], newer: 0});
		const {entries} = await store.page(everything, {from: 'newest', notAfter: logStart + minute}, 10);
		t.true(entries.length > 0);
		t.true(entries.every(({time}) => time !== null && time <= logStart + minute));
	});
	test(title('finds an entry by its token'), async t => {
		const {store} = await openPair(t);
		const entries = await all(store);
		t.is(new Set(entries.map(({token}) => token)).size, 10);
		for (const entry of entries) {
			t.deepEqual(await store.get(entry.token), entry);
		}
		const [{token} = {token: ''}] = entries;
		const other = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
		const wrong = [other, '', 'nonsense', `${token}0`, token.slice(1), ` ${token}`, 'ABCDEF0123456'];
		for (const text of wrong) {
			t.is(await store.get(text), null, JSON.stringify(text));
		}
	});
	test(title("a returned page doesn't change"), async t => {
		const {store, append} = await openPair(t);
		const {entries} = await store.page(everything, {from: 'newest'}, 10);
		const copy = entries.map(entry => ({...entry, position: {...entry.position}}));
		append('a.log', logLine({time: logStart + 4.5 * minute, url: '/late'}));
		await untilCounted(store, 11);
		t.deepEqual(entries, copy);
		const after = await store.page(everything, {from: 'newest'}, 11);
		t.deepEqual(
			after.entries.filter(({url}) => url !== '/late'),
			copy,
			'and its entries are the same ones',
		);
	});
	test(title('fault 39: sorts a late line by its time'), async t => {
		const {store, append} = await openPair(t);
		append('a.log', logLine({time: logStart + 60 * minute, url: '/newest'}));
		append('a.log', logLine({time: logStart + 4.5 * minute, url: '/late'}));
		await untilCounted(store, 12);
		const urls = (await all(store)).map(({url}) => url);
		t.deepEqual([urls[0], ...urls.slice(5, 8)], ['/newest', '/b.log/2', '/late', '/a.log/2']);
	});
	test(title('new lines arrive once, in written order'), async t => {
		const {store, append} = await openPair(t);
		const past = await all(store);
		const start = await store.arrivals(everything, null, 100);
		t.deepEqual(start.entries, []);
		t.deepEqual(
			past.filter(entry => store.isAfter(start.mark, entry)),
			[],
			'the past',
		);

		const urls = Array.from({length: 7}, (_, n) => `/new/${n}`);
		// Newer lines have older times: arrivals are in file order, not sorted by time.
		for (const [n, url] of urls.entries()) {
			append('a.log', logLine({time: logStart - n * minute, url}));
		}
		append('b.log', logLine({time: logStart, url: '/other'}));
		await untilCounted(store, 18);
		t.is((await store.count(everything)).arrived, 8);

		const isNew = ({url}: Entry): boolean => url === '/other' || (url ?? '').startsWith('/new/');
		for (const entry of await all(store)) {
			t.is(store.isAfter(start.mark, entry), isNew(entry), entry.url ?? '');
		}
		for (const from of [start.mark, null]) {
			const {entries, mark} = await arrivalsAfter(store, from, 3);
			t.deepEqual(
				entries.map(({url}) => url ?? '').filter(url => url !== '/other'),
				urls,
			);
			t.is(entries.length, 8);
			t.deepEqual(
				(await all(store)).filter(entry => store.isAfter(mark, entry)),
				[],
			);
		}
		const some = await store.arrivals(everything, start.mark, 5);
		t.is(some.entries.length, 5);
		t.is((await all(store)).filter(entry => store.isAfter(some.mark, entry)).length, 3);
	});
	test(title('after a mark with a limit of 0, all new entries arrive'), async t => {
		const {store, append} = await openPair(t);
		const {entries, mark} = await store.arrivals(everything, null, 0);
		t.deepEqual(entries, []);
		append('a.log', logLine({time: logStart, url: '/new'}));
		await untilCounted(store, 11);
		t.deepEqual(
			(await store.arrivals(everything, mark, 10)).entries.map(({url}) => url),
			['/new'],
		);
	});
	test(title('fault 19: a line half written at the start arrives when it is finished'), async t => {
		const line = logLine({time: logStart + minute, url: '/half'});
		const half = line.indexOf('HTTP');
		const {store, append} = await open(t, {
			'a.log': logLine({time: logStart, url: '/past'}) + line.slice(0, half),
		});
		await store.settled();
		t.deepEqual(await store.count(everything), {n: 1, partial: false, arrived: 0});
		const {mark} = await store.arrivals(everything, null, 10);
		append('a.log', line.slice(half) + logLine({time: logStart, url: '/next'}));
		await untilCounted(store, 3);
		t.is((await store.count(everything)).arrived, 2);
		const {entries} = await store.arrivals(everything, mark, 10);
		t.deepEqual(
			entries.map(({url}) => url),
			['/half', '/next'],
		);
		t.true(entries.every(entry => store.isAfter(mark, entry)));
	});
	test(title('reads lines back as they were logged'), async t => {
		const lines = [
			logLine({time: logStart, url: '/\\x22\\xc3\\xa4', userAgent: '\tä\u001b[2J'}),
			logLine({time: logStart + minute, url: '/crlf'}).replace('\n', '\r\n'),
			logLine({time: logStart + 2 * minute, url: '/last'}),
		];
		const {store} = await open(t, {
			'a.log': `garbage\n\n${lines.join('')}`,
			'b.log': logLine({time: logStart - minute}),
		});
		await store.settled();
		const entries = await all(store);
		const texts = async (wanted: readonly Entry[]): Promise<readonly string[]> =>
			(await store.raw(wanted)).map(line => Buffer.from(line ?? []).toString());
		const expected = [...lines.toReversed(), logLine({time: logStart - minute})].map(line => line.trimEnd());
		t.deepEqual(await texts(entries), expected);
		t.deepEqual(await texts(entries.toReversed()), expected.toReversed());
		const [first] = entries;
		t.deepEqual(first && (await texts([first, first])), [expected[0], expected[0]]);
	});
	const notFound: Query = {
		text: 'status:404',
		expression: {type: 'number', field: 'status', ranges: [{from: 404, to: 404}]},
	};

	/** Opens a store with two logs that contain similar requests. Also returns all its entries. */
	const openMixed = async (t: ExecutionContext): Promise<OpenedStore & {entries: readonly Entry[]}> => {
		const request = (n: number): Request => ({
			time: logStart + n * 20_000,
			ip: `198.51.100.${(n * n) % 7}`,
			url:
				['/en/shoes/', '/en/shoes?p=2', '/u/1', '/u/2', '/de/schuhe/?p=x', '/\\xc3\\xa4'][(n * n) % 6] ?? '/',
			status: [200, 301, 404, 500][n % 4] ?? 200,
			bytes: n * 100,
			referer: n % 3 === 0 ? '-' : 'https://shop.example/',
			userAgent:
				n % 5 === 0 ? 'curl/8.5.0' : n % 7 === 0 ? '-' : 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
		});
		const lines = (from: number): string =>
			Array.from({length: 30}, (_, n) => logLine(request(n * 2 + from))).join('');
		const opened = await open(t, {'a.log': lines(0), 'b.log': lines(1)});
		await opened.store.settled();
		return {...opened, entries: await all(opened.store)};
	};

	/** Queries with their matching entries, as input for the models. */
	const asked = (entries: readonly Entry[]): ReadonlyArray<readonly [Query, readonly Entry[]]> => [
		[everything, entries],
		[notFound, entries.filter(({status}) => status === 404)],
	];

	test(title('returns the most frequent values of each field, for all entries and for a query'), async t => {
		const {store, entries} = await openMixed(t);
		const fields = fieldsWhere<OwnFacetField>(({facet}) => facet !== undefined);
		for (const [query, matching] of asked(entries)) {
			for (const field of fields) {
				t.deepEqual(await store.facets(query, field, 100), facetsOf(matching, field, 100, ''), field);
			}
			t.deepEqual(await store.facets(query, 'ip', 2), facetsOf(matching, 'ip', 2, ''));
			for (const order of ['n', 'clientErrors', 'errors', 'bytes', 'p95', 'time', 'max'] as const) {
				t.deepEqual(
					await store.facets(query, 'route', 9, {order, withFigures: true}),
					facetsOf(matching, 'route', 9, '', order, true),
				);
			}
			t.deepEqual(
				await store.facets(query, 'url', 9, {containing: 'SCHU'}),
				facetsOf(matching, 'url', 9, 'schu'),
			);
		}
	});
	test(title('returns the slowest of all values, not only of the frequent ones'), async t => {
		const line = (n: number, url: string, milliseconds: number): string =>
			`${JSON.stringify({time: new Date(logStart + n * 1000).toISOString(), status: 200, request_uri: url, duration_ms: milliseconds})}\n`;
		const frequent = Array.from({length: 40}, (_, n) => line(n, '/frequent', 10 + (n % 2)));
		const slow = [300, 2000, 400].map((milliseconds, n) => line(100 + n, '/slow', milliseconds));
		const {store} = await open(t, {
			'a.log': [...frequent, ...slow.slice(0, 2), line(200, '/once', 9000)].join(''),
			'b.log': [...slow.slice(2), '{"status":200,"request_uri":"/untimed"}\n'].join(''),
		});
		await store.settled();
		const slowest = {order: 'p95', withFigures: true} as const;
		const {values, distinct} = await store.facets(everything, 'url', 3, slowest);
		t.deepEqual(
			values.map(({value, n}) => [value, n]),
			[
				['/slow', 3],
				['/frequent', 40],
				['/once', 1],
			],
		);
		t.is(distinct, 4);
		for (const [index, exact] of [2000, 11, 9000].entries()) {
			t.true(Math.abs((values[index]?.figures?.p95 ?? 0) - exact) <= 0.02 * exact);
		}
		const [figured] = values;
		t.deepEqual([figured?.figures?.max, figured?.figures?.total], [2000, 2700]);
		t.true(Math.abs((figured?.figures?.p50 ?? 0) - 400) <= 8);
		const mergeable = await store.facets(everything, 'url', 3, {...slowest, withDurations: true});
		const counts = mergeable.values.map(({figures}) => {
			const bins: [number, number][] = [];
			figures?.durations?.((bin, n) => bins.push([bin, n]));
			return bins;
		});
		t.deepEqual(counts, [
			[300, 400, 2000].map(duration => [binOf(duration), 1]),
			[10, 11].map(duration => [binOf(duration), 20]),
			[[binOf(9000), 1]],
		]);
		const [mergeableRoute] = (await store.routes(everything, 1, undefined, true)).routes;
		t.is(typeof mergeableRoute?.durations, 'function');
		const [, , untimed] = (await store.facets(everything, 'url', 4)).values;
		t.is(untimed?.value, '/once');
		for (const order of ['time', 'max'] as const) {
			const sorted = (await store.facets(everything, 'url', 3, {order})).values;
			t.deepEqual(
				sorted.map(({value}) => value),
				['/once', '/slow', '/frequent'],
				order,
			);
		}
	});
	test(title('counts entries by time interval'), async t => {
		const {store, entries} = await openMixed(t);
		for (const [query, matching] of asked(entries)) {
			for (const [from, to, step] of [
				[logStart, logStart + 20 * minute, minute],
				[logStart + 100, logStart + 7 * minute, 7000],
				[logStart - minute, logStart, 1000],
				[logStart + 5 * minute, logStart + 5 * minute, 1000],
				// One interval for all entries.
				[Date.UTC(1900, 0, 1), Date.UTC(2300, 0, 1), Date.UTC(2300, 0, 1) - Date.UTC(1900, 0, 1)],
			] as const) {
				t.deepEqual(
					await store.histogram(query, from, to, step, undefined, true),
					histogramOf(matching, from, to, step, true),
					`${from} ${to} ${step}`,
				);
			}
		}
	});
	test(title('counts entries by time interval and duration'), async t => {
		const line = (n: number, status: number): string =>
			`${JSON.stringify({
				time: new Date(logStart + n * 7000).toISOString(),
				...{status, request_uri: '/'},
				...(n % 5 === 0 ? {} : {duration_ms: (n * n * 37) % 5000}),
			})}\n`;
		const lines = Array.from({length: 60}, (_, n) => line(n, n % 4 === 0 ? 404 : 200));
		const {store} = await open(t, {
			'a.log': lines.slice(0, 40).join(''),
			'b.log': `${lines.slice(40).join('')}{"status":200,"request_uri":"/untimed","duration_ms":5}\n`,
		});
		await store.settled();
		const range = {from: logStart + 1000, to: logStart + 6 * minute, step: minute};
		for (const [query, matching] of asked(await all(store))) {
			for (const bounds of [[], [0.5, 37, 100, 1000]]) {
				t.deepEqual(await store.heatmap(query, range, bounds), heatmapOf(matching, range, bounds));
			}
		}
	});
	test(title('returns routes with their oddities'), async t => {
		const {store, entries} = await openMixed(t);
		for (const [query, matching] of asked(entries)) {
			t.deepEqual(await store.routes(query, 100), routesOf(matching, 100));
			t.deepEqual(await store.routes(query, 2), routesOf(matching, 2));
		}
		const {routes} = await store.routes(everything, 100);
		t.true(routes.some(({oddity}) => oddity === 'p is not an integer'));
		t.true(routes.some(({oddity}) => oddity === '500 instead of 301'));
	});
	test(title('counts clients and their visits, live'), async t => {
		const halfHours = [0, 0.5, 0.9, 1, 1.9, 2.95, 8];
		const lines = (agents: readonly string[], ip: string): string =>
			halfHours
				.flatMap((count, index) =>
					logLine({
						...{time: logStart + count * 30 * minute, ip, status: index % 3 === 0 ? 404 : 200},
						userAgent: agents[index % agents.length] ?? '-',
					}),
				)
				.join('');
		const {store, append} = await open(t, {
			'a.log': lines(['curl/8.5.0'], '203.0.113.9') + lines(['-', 'curl/8.5.0'], '203.0.113.9'),
			'b.log': `${lines(['curl/8.5.0', 'Wget/1.21'], '203.0.113.9')}${lines(['-'], '-')}`,
		});
		await store.settled();
		for (const [query, matching] of asked(await all(store))) {
			t.deepEqual(await store.visits(query), visitsOf(matching));
		}
		const {clients, visits, n} = await store.visits(everything);
		// Between two visits of a client: it joins them.
		append(
			'b.log',
			logLine({time: logStart + 2.45 * 30 * minute, ip: '203.0.113.9', userAgent: 'curl/8.5.0'}),
		);
		await untilCounted(store, n + 1);
		t.deepEqual(await store.visits(everything), {
			...{clients, visits: visits - 1, n: n + 1},
			...{isExact: true, partial: false},
		});
	});
	test(title('counts new entries as soon as they arrive'), async t => {
		const {store, append, entries} = await openMixed(t);
		append('a.log', logLine({time: logStart, url: '/en/shoes/new/', status: 404}));
		await untilCounted(store, entries.length + 1);
		const {values} = await store.facets(notFound, 'url', 100, {containing: 'new'});
		t.deepEqual(values, [{value: '/en/shoes/new/', n: 1}]);
		const {routes, total} = await store.routes(everything, 100);
		t.is(total, entries.length + 1);
		t.is(routes.find(({route}) => route.includes('subcategory'))?.odd, 1);
	});
	test(title('aborted statistics reject at once'), async t => {
		const {store} = await openMixed(t);
		const signal = AbortSignal.abort(new Error('not wanted'));
		const is = signal.reason;
		await t.throwsAsync(store.facets(everything, 'url', 1, {signal}), {is});
		await t.throwsAsync(store.routes(notFound, 1, signal), {is});
		await t.throwsAsync(store.visits(everything, signal), {is});
		await t.throwsAsync(store.histogram(everything, 0, 1, 1, signal), {is});
	});
	test(title('notifies listeners of changes until they unsubscribe'), async t => {
		const {store, append} = await openPair(t);
		const calls = {both: 0, one: 0};
		const first = store.subscribe(everything, () => calls.both++);
		const second = store.subscribe(everything, () => calls.one++);
		t.deepEqual(calls, {both: 0, one: 0}, 'not while subscribing');
		append('a.log', logLine({time: logStart}));
		await waitFor(() => calls.both > 0 && calls.one > 0);
		await untilCounted(store, 11);
		second();
		const {both, one} = calls;
		append('a.log', logLine({time: logStart}));
		await untilCounted(store, 12);
		await waitFor(() => calls.both > both);
		t.is(calls.one, one);
		first();
	});
	test(title('a listener that counts at every change ends with the total'), async t => {
		const {store, append} = await openPair(t);
		let n = 0;
		t.teardown(
			store.subscribe(everything, async () => {
				({n} = await store.count(everything));
			}),
		);
		for (let line = 0; line < 20; line++) {
			append(line % 2 === 0 ? 'a.log' : 'b.log', logLine({time: logStart}));
		}
		await waitFor(
			() => n === 30,
			() => `told of ${n}`,
		);
		t.pass();
	});
	test(title('the status describes the files and counts unrecognised lines'), async t => {
		const {store, append} = await open(t, {
			'a.log': `garbage\n${logLine({time: logStart})}\r\n\nmore garbage\n`,
			'b.log': '',
		});
		await store.settled();
		const {files, ...status} = store.status();
		t.like(status, {
			indexing: null,
			lag: 0,
			lagTime: 0,
			unrecognised: 2,
			notRequests: 0,
			evicted: 0,
			pastLeftOut: false,
		});
		t.deepEqual(files.map(({path, state}) => [basename(path), state]).sort(), [
			['a.log', 'following'],
			...(readsFiles ? [['b.log', 'following']] : []),
		]);
		append('b.log', 'garbage\n');
		await waitFor(() => store.status().unrecognised === 3);
		await waitFor(() => store.status().lag === 0);
		t.is((await store.count(everything)).n, 1);
	});
	test(title('lists lines that no format matches, newest first'), async t => {
		const {store, append} = await open(t, {
			'a.log': `first\n${logLine({time: logStart})}\n\r\nsecond \u001b[2J\r\n`,
			'b.log': '',
		});
		await store.settled();
		const lines = async (limit = 100): Promise<readonly string[]> =>
			(await store.unrecognisedLines(limit)).map(
				({file, offset, line}) => `${basename(file)} ${offset} ${Buffer.from(line ?? []).toString()}`,
			);
		const second = `a.log ${6 + logLine({time: logStart}).length + 3} second \u001b[2J`;
		t.deepEqual(await lines(), [second, 'a.log 0 first']);
		append('b.log', `third\n${logLine({time: logStart})}fourth\n`);
		await waitFor(() => store.status().unrecognised === 4);
		const fourth = `b.log ${6 + logLine({time: logStart}).length} fourth`;
		t.deepEqual(await lines(), [fourth, 'b.log 0 third', second, 'a.log 0 first']);
		t.deepEqual(await lines(3), [fourth, 'b.log 0 third', second]);
		t.deepEqual(await lines(0), []);
	});
	test(title('marks the entry of a truncated line as incomplete'), async t => {
		const {store, append} = await open(t, {'a.log': logLine({time: logStart})});
		await store.settled();
		append('a.log', logLine({time: logStart + minute, userAgent: 'x'.repeat(70_000)}));
		await untilCounted(store, 2);
		t.deepEqual(
			(await all(store)).map(({incomplete}) => incomplete),
			[true, false],
		);
		if (!readsFiles) {
			return;
		}
		await waitFor(() => store.status().notices.length === 1);
		const [notice] = store.status().notices;
		t.like(notice, {times: 1, since: notice?.time ?? 0});
		t.is(store.status().noticesLeftOut, 0);
	});
	test(title('holdAtMost keeps the newest entries, and all later ones'), async t => {
		const {store, append} = await openPair(t);
		const newest = (await all(store)).slice(0, 4);
		store.holdAtMost(4);
		t.deepEqual((await all(store)).slice(0, 4), newest);
		append('a.log', logLine({time: logStart + 60 * minute, url: '/later'}));
		await waitFor(async () => (await store.count(everything)).arrived === 1);
		t.deepEqual(
			(await all(store)).slice(0, 5).map(({url}) => url),
			['/later', ...newest.map(({url}) => url)],
			'what comes later is held beside them',
		);
	});
	test(title('an aborted call rejects with the reason'), async t => {
		const {store} = await openPair(t);
		const entries = await all(store);
		const reason = new Error('enough');
		const signal = AbortSignal.abort(reason);
		const calls = {
			count: store.count(everything, signal),
			page: store.page(everything, {from: 'newest'}, 1, signal),
			get: store.get('0123456789abc', signal),
			arrivals: store.arrivals(everything, null, 1, signal),
			raw: store.raw(entries, signal),
			'raw of nothing': store.raw([], signal),
			unrecognisedLines: store.unrecognisedLines(1, signal),
			settled: store.settled(signal),
		};
		for (const [call, answer] of Object.entries(calls)) {
			t.is(await t.throwsAsync(answer), reason, call);
		}
	});
	test(title('notifies no listener after it is closed'), async t => {
		const {store, append} = await openPair(t);
		let calls = 0;
		store.subscribe(everything, () => calls++);
		await store.close();
		const before = calls;
		append('a.log', logLine({time: logStart}));
		await store.close();
		await new Promise(resolve => setImmediate(resolve));
		t.is(calls, before);
	});
	test(title('answers any query like a filter of all entries'), async t => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(logged(60), {maxLength: 30}),
				fc.array(logged(60), {maxLength: 30}),
				fc.array(arbitraryExpression, {minLength: 1, maxLength: 5}),
				fc.integer({min: 1, max: 7}),
				async (a, b, expressions, size) => {
					const {store} = await open(t, {'a.log': a.map(lineOf).join(''), 'b.log': b.map(lineOf).join('')});
					await store.settled();
					const entries = await all(store);
					const now = Date.now();
					for (const expression of expressions) {
						const query = {text: '', expression};
						const wanted = entries.filter(one => matches(expression, one, now));
						t.is((await store.count(query)).n, wanted.length);
						const down = await pagesOf(t, store, {from: 'newest'}, size, 'older', query);
						t.deepEqual(
							down.flatMap(page => page.entries),
							wanted,
						);
						t.deepEqual(
							down.map(({newer}) => newer),
							down.map((_, index) => index * size),
						);
						const up = await pagesOf(t, store, {from: 'oldest'}, size, 'newer', query);
						t.deepEqual(
							up.flatMap(page => page.entries.toReversed()),
							wanted.toReversed(),
						);
					}
					await store.close();
				},
			),
			{numRuns: runs},
		);
	});
	test(title('answers any query that needs lines like a filter of all lines'), async t => {
		let found = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.array(loggedFields(60), {minLength: 1, maxLength: 30}),
				fc.array(loggedFields(60), {maxLength: 30}),
				fc.array(arbitraryLineExpression, {minLength: 1, maxLength: 5}),
				async (a, b, expressions) => {
					const {store} = await open(t, {
						'a.log': a.map(lineWithFields).join(''),
						'b.log': b.map(lineWithFields).join(''),
					});
					await store.settled();
					const entries = await all(store);
					const lines = (await store.raw(entries)).map(line => Buffer.from(line ?? []));
					const now = Date.now();
					for (const expression of expressions) {
						const query = {text: '', expression};
						const wanted = entries.filter((one, index) => {
							const line = lines[index] ?? Buffer.alloc(0);
							return matches(expression, {...one, fields: storedFields(line)}, now, line.toString());
						});
						found += wanted.length > 0 && needsLines(expression) ? 1 : 0;
						await store.searched(query);
						const {n, lines: ofLines} = await store.count(query);
						t.is(n, wanted.length, JSON.stringify(expression));
						t.is(ofLines?.unreadable ?? 0, 0);
						t.is(ofLines?.read, ofLines?.total);
						const page = await store.page(query, {from: 'newest'}, 100);
						t.deepEqual(page.entries, wanted);
					}
					await store.close();
				},
			),
			{numRuns: runs},
		);
		t.true(found > 0);
	});

	/** Opens a store with requests that have log fields. */
	const openFields = async (t: ExecutionContext): Promise<OpenedStore> => {
		const line = (n: number, fields: object): string =>
			`${JSON.stringify({time: new Date(logStart + n * 1000).toISOString(), method: 'GET', request_uri: '/', status: 200, ...fields})}\n`;
		const opened = await open(t, {
			'a.log': [
				line(0, {Tenant: 'acme', cs: ['HIT', 'MISS'], took: 300}),
				line(1, {Tenant: 'b', cs: 'HIT', duration_ms: 12}),
				line(2, {Tenant: 'acme'}),
				line(3, {Tenant: '-', cs: ['HIT', 'MISS']}),
			].join(''),
		});
		await opened.store.settled();
		return opened;
	};
	test(title('entries have the log fields that are shown'), async t => {
		const {store} = await openFields(t);
		const [before] = await all(store);
		t.deepEqual(before?.fields, {});
		store.showFields(['tenant', 'cs']);
		await store.searched(fieldQuery('cs'));
		await store.searched(fieldQuery('tenant'));
		const entries = await all(store);
		t.deepEqual(
			entries.map(({fields}) => fields),
			[
				{tenant: null, cs: 'HIT, MISS'},
				{tenant: 'acme', cs: null},
				{tenant: 'b', cs: 'HIT'},
				{tenant: 'acme', cs: 'HIT, MISS'},
			],
		);
		t.deepEqual((await store.get(entries[0]?.token ?? ''))?.fields, entries[0]?.fields);
		store.showFields([]);
		t.deepEqual((await all(store))[0]?.fields, {});
	});
	test(title('returns the most frequent values of a log field'), async t => {
		const {store} = await openFields(t);
		await store.searched(fieldQuery('cs'));
		const {values, total, distinct, partial} = await store.facets(everything, '@cs', 10);
		t.deepEqual(
			values.map(({value, n}) => `${value} ${n}`),
			['HIT, MISS 2', 'null 1', 'HIT 1'],
		);
		t.deepEqual([total, distinct, partial], [4, 3, false]);
		await store.searched(fieldQuery('took'));
		await store.searched(fieldQuery('tenant'));
		const some = await store.facets(fieldQuery('took'), '@tenant', 10, {containing: 'ACM'});
		t.deepEqual(
			some.values.map(({value, n}) => [value, n]),
			[['acme', 1]],
		);
	});
	test(title('lists the names of log fields, and all values of lines'), async t => {
		const {store} = await openFields(t);
		t.deepEqual(await store.logFields(), [
			{name: 'Tenant', n: 3, values: 2},
			{name: 'cs', n: 3, values: 2},
			{name: 'took', n: 1, values: 1},
		]);
		const [newest, , , oldest] = await store.logValues(await all(store));
		t.true(newest?.every(({name}) => name !== 'Tenant'));
		t.deepEqual(
			oldest?.filter(({isRead}) => !isRead),
			[
				{name: 'Tenant', text: 'acme', elements: null, isRead: false},
				{name: 'cs', text: 'HIT, MISS', elements: ['HIT', 'MISS'], isRead: false},
				{name: 'took', text: '300', elements: null, isRead: false},
			],
		);
		t.true(oldest?.some(({name, isRead}) => name === 'status' && isRead));
	});
	test(title('knows the names in a query that no line has'), async t => {
		const {store} = await openFields(t);
		const query = fieldQuery('tenat');
		t.deepEqual(store.unknownLogFields(query), []);
		await store.searched(query);
		t.is((await store.count(query)).n, 0);
		t.deepEqual(store.unknownLogFields(query), ['tenat']);
		const known = fieldQuery('tenant');
		await store.searched(known);
		t.deepEqual(store.unknownLogFields(known), []);
	});
	test(title('returns and counts each arrival that matches a query exactly once'), async t => {
		const {store, append} = await open(t, {'a.log': linesAt('a.log', [logStart])});
		await store.settled();
		const odd: Query = {
			text: 'url:*[13579]',
			expression: {
				type: 'text',
				field: 'url',
				matches: [{kind: 'regexp', source: '[13579]$', isExact: true}],
			},
		};
		const before = await store.count(odd);
		t.is(before.n, 0);
		let mark = (await store.arrivals(odd, null, 100)).mark;
		const given: string[] = [];
		for (let round = 0; round < 4; round++) {
			append('a.log', numberedLines(5, round * 5).join(''));
			await untilCounted(store, 1 + (round + 1) * 5);
			for (;;) {
				const arrivals = await store.arrivals(odd, mark, 2);
				mark = arrivals.mark;
				given.push(...arrivals.entries.map(({url}) => url ?? ''));
				if (arrivals.entries.length === 0) {
					break;
				}
			}
		}
		t.deepEqual(
			given,
			[1, 3, 5, 7, 9, 11, 13, 15, 17, 19].map(n => `/n/${n}`),
		);
		const after = await store.count(odd);
		t.is(after.n, 10);
		t.is(after.arrived - before.arrived, 10);
	});
	test(title('an aborted query rejects with the reason'), async t => {
		const {store} = await open(t, {'a.log': numberedLines(1000).join('')});
		await store.settled();
		const controller = new AbortController();
		const reason = new Error('superseded');
		const query: Query = {text: '1', expression: {type: 'token', prefixes: ['1']}};
		controller.abort(reason);
		await t.throwsAsync(store.count(query, controller.signal), {is: reason});
		await t.throwsAsync(store.page(query, {from: 'newest'}, 10, controller.signal), {is: reason});
	});
}

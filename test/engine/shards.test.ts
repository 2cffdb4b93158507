import test, {type ExecutionContext} from 'ava';
import {parseAddress} from '../../source/command-line/store-address.js';
import {credentialsOf} from '../../source/fleet/clickhouse/credentials.js';
import {schemaStatements} from '../../source/fleet/clickhouse/schema.js';
import {ClickHouseStore} from '../../source/fleet/store/clickhouse-store.js';
import {everything} from '../../source/query/query.js';
import type {Store} from '../../source/store/store.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {startTwoShards} from '../helpers/clickhouse/two-shards.js';
import {waitFor} from '../helpers/wait-for.js';

/** Rows of eight sources, `count` of each, from an offset on. */
function rows(table: string, from: number, count: number): string {
	return `INSERT INTO ${table}
(time, source, file, offset, token, timed, status, url, incomplete, format, path)
SELECT toDateTime64('2026-11-05 09:00:00', 3, 'UTC') + toIntervalSecond(line), concat('web', toString(n)), 100 + n, line * 100,
lower(substring(hex(sipHash128(n, line)), 1, 13)), true, 200 + n, concat('/', toString(n), '/', toString(line)), false, 'combined', 'access.log'
FROM (SELECT intDiv(number, 8) + ${from} AS line, number % 8 AS n FROM numbers(${count * 8}))
SETTINGS distributed_foreground_insert = 1`;
}

type Pair = {readonly first: Engine; readonly second: Engine};

async function startPair(t: ExecutionContext): Promise<Pair> {
	const {first, second} = await startTwoShards(t);
	for (const engine of [first, second]) {
		for (const statement of schemaStatements('sharded', {database: 'logs', table: 'access'}, 'fleet')) {
			await engine.run(statement.replace(/^TTL.*$/m, ''));
		}
	}
	return {first, second};
}

async function openStore(t: ExecutionContext, engine: Engine): Promise<ClickHouseStore> {
	const store = await ClickHouseStore.open({
		address: parseAddress(engine.address('logs')),
		credentials: await credentialsOf({}),
		follow: true,
		pollTime: 50,
	});
	t.teardown(() => store.close());
	return store;
}

function texts(store: Store): readonly string[] {
	return store.status().notices.map(({text}) => text);
}

test('two shards appear as one listing; reports a shard that is down and its return', async t => {
	const {first, second} = await startPair(t);
	await first.run(rows('logs.access', 0, 50));
	t.not(await first.run('SELECT count() FROM logs.access_local'), '0\n');
	t.not(await second.run('SELECT count() FROM logs.access_local'), '0\n');
	const store = await openStore(t, first);
	t.deepEqual(await store.count(everything), {n: 400, partial: false, arrived: 0});
	const {entries} = await store.page(everything, {from: 'newest'}, 10);
	t.deepEqual(
		entries.map(({url}) => url),
		[...[7, 6, 5, 4, 3, 2, 1, 0].map(n => `/${n}/49`), '/7/48', '/6/48'],
	);

	await second.kill();
	const part = await store.count(everything);
	t.true(part.partial);
	t.is(part.n, Number(await first.run('SELECT count() FROM logs.access_local')));
	t.true((await store.facets(everything, 'status', 10)).partial);
	t.true((await store.histogram(everything, 0, 1000, 1000)).partial);
	t.true((await store.routes(everything, 10)).partial);
	t.true((await store.page(everything, {from: 'newest'}, 10)).entries.length > 0);
	const away = /^the shard 127\.0\.0\.1:\d+ does not answer: its requests are missing$/;
	t.true(
		texts(store).some(text => away.test(text)),
		texts(store).join('\n'),
	);
	t.regex(store.status().server?.problem ?? '', /^the shard .* does not answer/);

	await second.resume();
	await waitFor(async () => !(await store.count(everything)).partial);
	t.is((await store.count(everything)).n, 400);
	t.true(texts(store).includes('all of its shards answer again'), texts(store).join('\n'));
	t.is(store.status().server?.problem, null);
});

test('rows written before and after an outage of a shard arrive exactly once', async t => {
	const {first, second} = await startPair(t);
	await first.run(rows('logs.access', 0, 5));
	const store = await openStore(t, first);
	let {mark} = await store.arrivals(everything, null, 0);
	const given: string[] = [];
	const take = async (): Promise<void> => {
		const arrivals = await store.arrivals(everything, mark, 1000);
		mark = arrivals.mark;
		given.push(...arrivals.entries.map(({url}) => url ?? ''));
	};
	await first.run(rows('logs.access', 5, 5));
	await second.kill();
	await take();
	await take();
	t.true(given.length > 0 && given.length < 40, `${given.length}`);
	await second.resume();
	await first.run(rows('logs.access', 10, 5));
	// Some rows twice, as after a retry without a known result.
	await first.run(rows('logs.access', 8, 4));
	await waitFor(async () => {
		await take();
		return given.length >= 80;
	});
	await take();
	t.is(given.length, 80);
	t.is(new Set(given).size, 80);
	t.is((await store.count(everything)).n, 120);
	t.is((await store.count(everything)).arrived, 80);
	// The rows of each file are in order.
	for (let n = 0; n < 8; n++) {
		t.deepEqual(
			given.filter(url => url.startsWith(`/${n}/`)),
			Array.from({length: 10}, (_, line) => `/${n}/${line + 5}`),
		);
	}
});

test('continues to follow a server after an outage', async t => {
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	for (const statement of schemaStatements('single', {database: 'logs', table: 'access'}, '')) {
		await engine.run(statement.replace(/^TTL.*$/m, ''));
	}
	await engine.run(rows('logs.access', 0, 5));
	const store = await openStore(t, engine);
	let calls = 0;
	store.subscribe(everything, () => calls++);
	const {mark} = await store.arrivals(everything, null, 0);
	await engine.kill();
	await t.throwsAsync(store.count(everything), {message: /nothing answers at|ended the connection/});
	await waitFor(() => texts(store).length > 0);
	t.regex(
		texts(store)[0] ?? '',
		/[^?]; retrying, with pauses of up to 30 s$|\? Retrying, with pauses of up to 30 s$/,
	);
	// A client that follows keeps waiting.
	const arriving = store.arrivals(everything, mark, 100);
	await engine.resume();
	await waitFor(() => texts(store).at(-1) === 'answers again');
	t.deepEqual((await arriving).entries, []);
	const before = calls;
	await engine.run(rows('logs.access', 5, 5));
	await waitFor(() => calls > before);
	t.deepEqual(await store.count(everything), {n: 80, partial: false, arrived: 40});
	t.is((await store.arrivals(everything, mark, 100)).entries.length, 40);
});

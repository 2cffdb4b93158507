/**
 * Measures how long the screen waits for ClickHouse, and how fast rows are shipped: `npm run bench:clickhouse [-- ROWS]`. With 0
 * rows it measures only shipping. Queries run on two shards on this machine, with ten million rows over ten days, through the
 * same store calls as the screen. Shipping uses one server. All figures are medians.
 */
import process from 'node:process';
import {parseAddress} from '../../../source/command-line/store-address.js';
import {credentialsOf} from '../../../source/fleet/clickhouse/credentials.js';
import {schemaStatements} from '../../../source/fleet/clickhouse/schema.js';
import {ClickHouseStore} from '../../../source/fleet/store/clickhouse-store.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import type {Query} from '../../../source/query/query.js';
import {Engine} from '../../helpers/clickhouse/engine.js';
import {installEngine} from '../../helpers/clickhouse/engine-folder.js';
import {freePorts} from '../../helpers/clickhouse/free-ports.js';
import {machine} from '../machine.js';
import {insertMade, type MadeRows} from './rows.js';
import {measureShipping} from './shipping.js';

const runs = 7;
const appends = 15;
const days = 10;
const block = 500_000;

async function measure(total: number): Promise<void> {
	const [http1 = 0, tcp1 = 0, http2 = 0, tcp2 = 0] = await freePorts(4);
	const clusters = {fleet: [tcp1, tcp2]};
	const engines = [
		await Engine.start({clusters, ports: [http1, tcp1], supervised: true}),
		await Engine.start({clusters, ports: [http2, tcp2], supervised: true}),
	];
	try {
		await measureOn(engines, total);
	} finally {
		await Promise.all(engines.map(engine => engine.remove()));
	}
}

async function measureOn(engines: readonly Engine[], total: number): Promise<void> {
	const [engine] = engines;
	if (engine === undefined) {
		return;
	}
	for (const one of engines) {
		for (const statement of schemaStatements('sharded', {database: 'logs', table: 'access'}, 'fleet')) {
			await one.run(statement);
		}
	}
	const made: MadeRows = {
		table: 'logs.access',
		total,
		begin: Math.floor(Date.now() / 1000) * 1000 - days * 86_400_000,
		days,
	};
	const start = performance.now();
	for (let from = 0; from < total; from += block) {
		await engine.run(insertMade(made, from, Math.min(block, total - from)));
	}
	console.log(`\n${total} rows on two shards, made in ${seconds(performance.now() - start)}`);
	await printState('as written', engines, engine);
	for (const one of engines) {
		await one.run('OPTIMIZE TABLE logs.access_local FINAL');
	}
	await printState('days merged', engines, engine);
	await measureAppends(engine, made);
}

function seconds(time: number): string {
	return `${(time / 1000).toFixed(1)} s`;
}

async function printState(state: string, engines: readonly Engine[], engine: Engine): Promise<void> {
	let [bytes, parts] = [0, 0];
	for (const one of engines) {
		const [size = 0, count = 0] = (
			await one.run(
				"SELECT sum(bytes_on_disk), count() FROM system.parts WHERE active AND table = 'access_local'",
			)
		)
			.split('\t')
			.map(Number);
		bytes += size;
		parts += count;
	}
	const store = await open(engine);
	const {n} = await store.count(query(''));
	console.log(`\n${state}: ${parts} parts, ${(bytes / n).toFixed(1)} bytes a row`);
	const week = Date.now() - 7 * 86_400_000;
	const questions: ReadonlyArray<readonly [name: string, limit: number, ask: () => Promise<unknown>]> = [
		['first page', 200, async () => store.page(query(''), {from: 'newest'}, 10)],
		['first page, status:500', 200, async () => store.page(query('status:500'), {from: 'newest'}, 10)],
		['oldest page', 200, async () => store.page(query(''), {from: 'oldest'}, 10)],
		['count of all', 500, async () => store.count(query(''))],
		['count, status:404', 500, async () => store.count(query('status:404'))],
		['count, ip:198.51.7.0/24', 500, async () => store.count(query('ip:198.51.7.0/24'))],
		['count, URL contains', 1000, async () => store.count(query('product-123'))],
		['count, URL regexp', 1000, async () => store.count(query('url:~product-1[0-9]+3$'))],
		['count, line contains', 5000, async () => store.count(query('line:9f2c1ab7'))],
		['count, log field', 5000, async () => store.count(query('@cs:=MISS'))],
		['count, number in a log field', 5000, async () => store.count(query('@urt:>1.5'))],
		['first page, a request id', 5000, async () => store.page(query('@rid:9f2c1ab7'), {from: 'newest'}, 10)],
		['facet: values of a log field', 5000, async () => store.facets(query(''), '@cs', 10)],
		['facet: ten top IPs', 1500, async () => store.facets(query(''), 'ip', 10)],
		['facet: ten top URLs', 1500, async () => store.facets(query(''), 'url', 10)],
		[
			'histogram, a day by minutes',
			1000,
			async () => store.histogram(query(''), week, week + 86_400_000, 60_000),
		],
		['routes', 1500, async () => store.routes(query(''), 50)],
	];
	for (const [name, limit, ask] of questions) {
		const median = await medianOf(ask);
		const mark = median > limit ? `  MORE THAN ${limit} ms` : '';
		console.log(`  ${name.padEnd(30)} ${median.toFixed(0).padStart(6)} ms${mark}`);
	}
	await store.close();
}

async function medianOf(ask: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run <= runs; run++) {
		const start = performance.now();
		await ask();
		times.push(performance.now() - start);
	}
	// The first run reads from disk.
	return middle(times.slice(1));
}

function middle(numbers: readonly number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function query(text: string): Query {
	return parseQuery(text, {now: Date.now(), zoneAt: () => 0});
}

async function open(engine: Engine): Promise<ClickHouseStore> {
	return ClickHouseStore.open({
		address: parseAddress(engine.address('logs')),
		credentials: await credentialsOf({}),
		follow: true,
	});
}

/** Measures the time from the insertion of a row until a page contains it, with the same store calls as the screen. */
async function measureAppends(engine: Engine, made: MadeRows): Promise<void> {
	const store = await open(engine);
	const all = query('');
	const times: number[] = [];
	for (let run = 0; run < appends; run++) {
		await new Promise(resolve => setTimeout(resolve, Math.random() * 1000));
		const {n} = await store.count(all);
		const start = performance.now();
		await engine.run(
			insertMade({...made, begin: Date.now(), days: 1}, made.total + run, 1).replace(
				'\nat FROM',
				'\nnow64(3) FROM',
			),
		);
		await new Promise<void>(resolve => {
			const unsubscribe = store.subscribe(all, async () => {
				const [count] = await Promise.all([store.count(all), store.page(all, {from: 'newest'}, 10)]);
				if (count.n > n) {
					unsubscribe();
					resolve();
				}
			});
		});
		times.push(performance.now() - start);
	}
	const median = middle(times);
	console.log(
		`\nfrom a row's sending to its page: ${median.toFixed(0)} ms${median > 2500 ? '  MORE THAN 2500 ms' : ''}`,
	);
	await store.close();
}

const reason = await installEngine();
if (reason === undefined) {
	const total = Number(process.argv[2] ?? 10_000_000);
	console.log(machine());
	if (total > 0) {
		await measure(total);
	}
	await measureShipping();
} else {
	console.log(`Not measured: ${reason}`);
}

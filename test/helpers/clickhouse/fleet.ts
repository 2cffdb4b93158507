import {appendFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {parseAddress} from '../../../source/command-line/store-address.js';
import {logValues} from '../../../source/entries/log-fields/log-values.js';
import {credentialsOf} from '../../../source/fleet/clickhouse/credentials.js';
import {schemaStatements} from '../../../source/fleet/clickhouse/schema.js';
import {ClickHouseStore} from '../../../source/fleet/store/clickhouse-store.js';
import {everything} from '../../../source/query/query.js';
import type {EmbeddedStore} from '../../../source/store/embedded-store.js';
import type {Entry} from '../../../source/store/store.js';
import {openStore} from '../open-store.js';
import type {LogTexts} from '../store-model.js';
import {temporaryDirectory} from '../temporary-directory.js';
import {accessRow} from './access-row.js';
import type {Engine} from './engine.js';

/** A store over the tables of a server that are filled from logs. */
export type Fleet = {
	readonly store: ClickHouseStore;
	/** The same logs on one machine. */
	readonly embedded: EmbeddedStore;
	/** The database with the tables. */
	readonly database: string;
	append(name: string, text: string): void;
};

let databases = 0;

/** Creates a database with the tables, whose rows never expire. */
export async function newDatabase(engine: Engine): Promise<string> {
	const database = `logs${databases++}`;
	for (const statement of schemaStatements('single', {database, table: 'access'}, '')) {
		await engine.run(statement.replace(/^TTL.*$/m, ''));
	}
	return database;
}

/** Opens a store over the tables of a database. */
export async function openDatabase(
	t: ExecutionContext,
	engine: Engine,
	database: string,
): Promise<ClickHouseStore> {
	const store = await ClickHouseStore.open({
		address: parseAddress(engine.address(database)),
		credentials: await credentialsOf({}),
		follow: true,
		pollTime: 20,
	});
	t.teardown(() => store.close());
	return store;
}

/** Opens a store over tables with the content of these logs, including lines appended later. */
export async function openFleet(t: ExecutionContext, engine: Engine, logs: LogTexts): Promise<Fleet> {
	const directory = temporaryDirectory(t);
	const path = (name: string): string => join(directory, name);
	for (const [name, text] of Object.entries(logs)) {
		writeFileSync(path(name), text);
	}
	const embedded = openStore(t, Object.keys(logs).map(path));
	const database = await newDatabase(engine);
	const stop = await sendAll(embedded, engine, database, Object.keys(logs).sort());
	t.teardown(stop);
	const store = await openDatabase(t, engine, database);
	return {store, embedded, database, append: (name, text) => appendFileSync(path(name), text)};
}

/**
 * Sends all entries of a store, then new ones, in order. Resolves with a function that stops this, once the first entries
 * have been sent.
 */
async function sendAll(
	embedded: EmbeddedStore,
	engine: Engine,
	database: string,
	names: readonly string[],
): Promise<() => Promise<void>> {
	await embedded.settled();
	// Files are sorted by name: on one machine directly, here by their fingerprints.
	const fileOf = (file: string): bigint => BigInt(names.indexOf(basename(file)) + 1);
	const insert = async (table: string, rows: readonly object[]): Promise<void> => {
		if (rows.length > 0) {
			const lines = rows.map(row => JSON.stringify(row)).join('\n');
			await engine.run(`INSERT INTO ${database}.${table} FORMAT JSONEachRow\n${lines}`);
		}
	};
	const send = async (entries: readonly Entry[]): Promise<void> => {
		const lines = await embedded.raw(entries);
		const rows = entries.map((entry, index) => {
			const line = Buffer.from(lines[index] ?? []);
			return accessRow(entry, {
				source: '',
				file: fileOf(entry.file),
				line: line.toString(),
				values: logValues(line),
			});
		});
		await insert('access', rows);
	};
	const sent = new Set<string>();
	const sendUnread = async (): Promise<void> => {
		const lines = (await embedded.unrecognisedLines(500))
			.filter(({file, offset}) => !sent.has(`${file} ${offset}`))
			.reverse();
		for (const {file, offset, line} of lines) {
			sent.add(`${file} ${offset}`);
			const text = Buffer.from(line ?? []).toString();
			await insert('access_unread', [
				{time: 0, source: '', file: `${fileOf(file)}`, offset, path: file, line: text},
			]);
		}
	};
	let {mark} = await embedded.arrivals(everything, null, 0);
	const past = (await embedded.page(everything, {from: 'oldest'}, 1_000_000)).entries;
	await send(past.filter(entry => !embedded.isAfter(mark, entry)));
	await sendUnread();
	const sendNew = async (): Promise<void> => {
		const arrivals = await embedded.arrivals(everything, mark, 1_000_000);
		mark = arrivals.mark;
		await send(arrivals.entries);
		await sendUnread();
	};
	let sending = Promise.resolve();
	const unsubscribe = embedded.subscribe(everything, () => {
		sending = sending.then(sendNew);
	});
	return async () => {
		unsubscribe();
		await sending;
	};
}

import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {columnNames} from '../../source/clickhouse/schema.js';
import {everything} from '../../source/query/query.js';
import {accessRow} from '../helpers/clickhouse/access-row.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {newDatabase} from '../helpers/clickhouse/fleet.js';
import {openStore} from '../helpers/open-store.js';
import {runShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('shipped rows of every sample equal the rows of the embedded store, including tokens', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	const names = readdirSync('samples').filter(name => name.endsWith('.log'));
	for (const name of names) {
		const text = readFileSync(join('samples', name), 'latin1');
		// A line without a line end would be left for the next run.
		writeFileSync(join(cwd, name), text.endsWith('\n') ? text : `${text}\n`, 'latin1');
	}
	writeFileSync(
		join(cwd, 'latin.log'),
		Buffer.from(
			'::1 - - [05/Nov/2026:09:03:08 +0130] "GET /caf\xe9\\x41?a=\\" HTTP/1.1" 200 9007199254740993 "-" "\xc3\xa9"\r\n',
			'latin1',
		),
	);
	const paths = [...names, 'latin.log'].map(name => join(cwd, name));
	const [shipped, other] = [await newDatabase(engine), await newDatabase(engine)];
	const result = await runShip(
		t,
		{cwd, store: engine.address(shipped)},
		'--no-follow',
		'--tz',
		'utc',
		// Like the store below, which doesn't know any proxies.
		'--client',
		'peer',
		...paths,
	);
	t.is(result.status, 0, result.stderr);
	const store = openStore(t, paths, {follow: false, source: 'web-1'});
	await store.settled();
	const {entries} = await store.page(everything, {from: 'oldest'}, 1_000_000);
	const lines = await store.raw(entries);
	const rows = entries.map((entry, index) =>
		// Strings in ClickHouse may contain any bytes, JSON strings can't, so lines are compared below.
		JSON.stringify(
			accessRow(entry, {
				source: 'web-1',
				file: BigInt(paths.indexOf(entry.file)),
				line: hex(lines[index]),
			}),
		),
	);
	await engine.run(`INSERT INTO ${other}.access FORMAT JSONEachRow\n${rows.join('\n')}`);
	const columns = columnNames.filter(name => !['ingested', 'file', 'line'].includes(name)).join('`, `');
	const read = async (database: string, line: string): Promise<readonly string[]> =>
		(
			await engine.run(
				`SELECT \`${columns}\`, ${line} FROM ${database}.access ORDER BY path, offset FORMAT JSONEachRow`,
			)
		).split('\n');
	const [ours, theirs] = [await read(shipped, 'lower(hex(line)) AS line'), await read(other, 'line')];
	t.true(ours.length > 1000);
	const [known, expected] = [new Set(ours), new Set(theirs)];
	t.deepEqual(
		ours.filter(row => !expected.has(row)),
		theirs.filter(row => !known.has(row)),
	);
	t.is(ours.length, theirs.length);
	const {unrecognised} = store.status();
	t.true(unrecognised > 0);
	t.is(Number(await engine.run(`SELECT count() FROM ${shipped}.access_unread`)), unrecognised);
});

function hex(line: Uint8Array | null | undefined): string {
	return Buffer.from(line ?? []).toString('hex');
}

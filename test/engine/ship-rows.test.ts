import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {allFormats} from '../../source/entries/chosen-readers.js';
import {LogFieldReader} from '../../source/entries/log-fields/log-field-reader.js';
import {columnNames} from '../../source/fleet/clickhouse/schema.js';
import {everything} from '../../source/query/query.js';
import {accessRow} from '../helpers/clickhouse/access-row.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {newDatabase} from '../helpers/clickhouse/fleet.js';
import {openSettled} from '../helpers/open-store.js';
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
	const store = await openSettled(t, paths, {follow: false, source: 'web-1'});
	const {entries} = await store.page(everything, {from: 'oldest'}, 1_000_000);
	const lines = await store.raw(entries);
	const rows = entries.map((entry, index) =>
		// Strings in ClickHouse may contain any bytes, JSON strings can't, so lines are compared below.
		JSON.stringify(
			accessRow(entry, {
				source: 'web-1',
				file: BigInt(paths.indexOf(entry.file)),
				line: hex(lines[index]),
				values: [],
			}),
		),
	);
	await engine.run(`INSERT INTO ${other}.access FORMAT JSONEachRow\n${rows.join('\n')}`);
	const columns = columnNames
		.filter(name => !['ingested', 'file', 'line', 'fields'].includes(name))
		.join('`, `');
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
	await areFieldsFound(t, engine, shipped);
});

/** Asserts that the rows have the same log fields that a reader of single log fields finds in the files. */
async function areFieldsFound(t: ExecutionContext, engine: Engine, database: string): Promise<void> {
	const rows = (
		await engine.run(
			`SELECT path, offset, format, hex(line), fields FROM ${database}.access ORDER BY path, offset FORMAT JSONCompactEachRow SETTINGS output_format_json_quote_64bit_integers = 0`,
		)
	)
		.trimEnd()
		.split('\n')
		.map((row): readonly [string, number, string, string, Record<string, string>] => JSON.parse(row));
	const names = [...new Set(rows.flatMap(row => Object.keys(row[4])))].filter(name => name !== '');
	t.true(names.length > 300, `${names.length} names`);
	let read = '';
	let log: Buffer = Buffer.alloc(0);
	let at = 0;
	let readers: ReadonlyMap<string, LogFieldReader> = new Map();
	for (const [path, offset, format, line, fields] of rows) {
		if (path !== read) {
			read = path;
			log = readFileSync(path);
			at = 0;
			readers = new Map(names.map(name => [name, new LogFieldReader(name)]));
		}
		const number = allFormats.findIndex(({name}) => name === format);
		const expected: Record<string, string> = {};
		// Headers before the line matter.
		for (; at < offset; at = log.indexOf(10, at) + 1) {
			if (log[at] === 35) {
				for (const reader of readers.values()) {
					reader.read(log, at, log.indexOf(10, at), number);
				}
			}
		}
		const bytes = Buffer.from(line, 'hex');
		for (const [name, reader] of readers) {
			if (reader.read(bytes, 0, bytes.length, number)) {
				const {value} = reader;
				expected[name] = Buffer.from(value.bytes).toString('utf8', value.start, value.end);
			}
		}
		t.deepEqual(fields, Object.keys(expected).length === 0 ? {'': ''} : expected, bytes.toString());
	}
}

function hex(line: Uint8Array | null | undefined): string {
	return Buffer.from(line ?? []).toString('hex');
}

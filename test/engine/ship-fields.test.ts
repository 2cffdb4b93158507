import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {schemaStatements} from '../../source/fleet/clickhouse/schema.js';
import {earlierStatements} from '../helpers/clickhouse/earlier-statements.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {startTwoShards} from '../helpers/clickhouse/two-shards.js';
import {runShip, startShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

/** A line with the log field `rid`. */
function line(rid: string): string {
	return `${JSON.stringify({time: new Date().toISOString(), method: 'GET', uri: '/', status: 200, rid})}\n`;
}

/** Statements in a message, in their order. */
function statementsIn(message: string): readonly string[] {
	return Array.from(message.matchAll(/ALTER TABLE [^;]+(?=;)/g), ([statement]) => statement);
}

const where = {database: 'logs', table: 'access'};
const rids = "SELECT count(), groupUniqArray(fields['rid']) FROM logs.access";

test('ships to tables without log fields, and explains once how to add them', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await Engine.start({
		users: [
			{
				name: 'shipper',
				password: 'right',
				grants: [
					'GRANT INSERT ON logs.*',
					'GRANT SELECT(time, source, file, offset) ON logs.access',
					'GRANT SELECT(time, source, file, offset) ON logs.access_unread',
				],
			},
		],
	});
	t.teardown(() => engine.remove());
	for (const statement of earlierStatements('single', where, '')) {
		await engine.run(statement);
	}
	const setting = {
		cwd,
		store: engine.address('logs'),
		env: {CLICKHOUSE_USER: 'shipper', CLICKHOUSE_PASSWORD: 'right'},
	};
	const ship = async (name: string) => {
		const path = join(cwd, name);
		writeFileSync(path, line(name));
		return runShip(t, setting, '--no-follow', path);
	};
	const first = await ship('one.log');
	t.is(first.status, 0, first.stderr);
	t.regex(first.stderr, /logs\.access at \S+ has no column for log fields.*: requests are shipped without/);
	t.is(first.stderr.match(/no column/g)?.length, 1);
	t.is(await engine.run('SELECT count() FROM logs.access'), '1\n');
	const statements = statementsIn(first.stderr);
	t.is(statements.length, 1);
	// Each may be run again.
	for (const statement of [...statements, ...statements]) {
		await engine.run(statement);
	}
	const second = await ship('two.log');
	t.is(second.status, 0, second.stderr);
	t.notRegex(second.stderr, /no column/);
	t.is(await engine.run(rids), "2\t['','two.log']\n");
});

test('--init adds the column for log fields to tables of earlier versions', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	for (const statement of earlierStatements('single', where, '')) {
		await engine.run(statement);
	}
	const path = join(cwd, 'access.log');
	writeFileSync(path, line('one'));
	const setting = {cwd, store: engine.address('logs')};
	const {status, stderr} = await runShip(t, setting, '--init', '--no-follow', path);
	t.is(status, 0, stderr);
	t.notRegex(stderr, /no column/);
	t.is(await engine.run(rids), "1\t['one']\n");
});

test('--init adds the column to the distributed table only after each shard has it', async t => {
	const cwd = temporaryDirectory(t);
	const {first, second} = await startTwoShards(t);
	for (const engine of [first, second]) {
		for (const statement of earlierStatements('sharded', where, 'fleet')) {
			await engine.run(statement);
		}
	}
	const names = Array.from({length: 6}, (_, index) => `${index}.log`);
	const ship = async (round: string): Promise<string> => {
		const paths = names.map(name => join(cwd, round + name));
		for (const path of paths) {
			writeFileSync(path, line(round));
		}
		const setting = {cwd, store: first.address('logs')};
		const {status, stderr} = await runShip(t, setting, '--no-follow', ...paths);
		t.is(status, 0, stderr);
		return stderr;
	};
	const init = async (engine: Engine): Promise<string> => {
		const setting = {cwd, store: engine.address('logs')};
		const {status, stderr} = await runShip(
			t,
			setting,
			...['--init', '--schema', 'sharded', '--cluster', 'fleet'],
		);
		t.is(status, 0, stderr);
		return stderr;
	};
	const before = await ship('a');
	t.regex(before, /run reqscope ship --init --schema sharded --cluster fleet .* on each shard, twice/);
	t.is(statementsIn(before).length, 2, before);
	t.regex(await init(first), /and then again for this one, to store log fields/);
	t.regex(await ship('b'), /has no column for log fields/);
	t.notRegex(await init(second), /again/);
	t.regex(await ship('c'), /has no column for log fields/);
	t.notRegex(await init(first), /again/);
	t.notRegex(await ship('d'), /has no column/);
	t.is(
		await first.run(
			"SELECT fields['rid'] AS rid, count(), uniqExact(token) FROM logs.access GROUP BY rid ORDER BY rid FORMAT CSV",
		),
		'"",18,18\n"d",6,6\n',
	);
	const shares = await Promise.all(
		[first, second].map(async engine => Number(await engine.run('SELECT count() FROM logs.access_local'))),
	);
	t.true(Math.min(...shares) > 0, `${shares}`);
});

test('waits for a shard whose table has no column for log fields, and names the option that adds it', async t => {
	const cwd = temporaryDirectory(t);
	const {first, second} = await startTwoShards(t);
	for (const statement of schemaStatements('sharded', where, 'fleet')) {
		await first.run(statement);
	}
	for (const statement of earlierStatements('sharded', where, 'fleet')) {
		await second.run(statement);
	}
	const paths = Array.from({length: 6}, (_, index) => join(cwd, `${index}.log`));
	for (const path of paths) {
		writeFileSync(path, line('x'));
	}
	const ship = startShip(t, {cwd, store: first.address('logs')}, '--no-follow', ...paths);
	let calls = '';
	ship.process.stderr?.on('data', (text: Buffer) => {
		calls += text.toString();
	});
	await waitFor(
		() => /a shard therefore refuses requests/.test(calls),
		() => calls,
	);
	const [ofShard = ''] = statementsIn(calls);
	t.regex(ofShard, /access_local/);
	await second.run(ofShard);
	const {status, stderr} = await ship.ended;
	t.is(status, 0, stderr);
	t.is(await first.run('SELECT count(), uniqExact(token) FROM logs.access'), '6\t6\n');
});

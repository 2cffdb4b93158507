import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {Engine} from '../helpers/clickhouse/engine.js';
import {certificate, startTlsProxy} from '../helpers/clickhouse/tls-proxy.js';
import {logLine} from '../helpers/log-lines.js';
import {runShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('the grants in the readme suffice to ship, and a missing one is reported', async t => {
	const cwd = temporaryDirectory(t);
	const insert = 'GRANT INSERT ON logs.*';
	const select = ['access', 'access_unread'].map(
		table => `GRANT SELECT(time, source, file, offset) ON logs.${table}`,
	);
	const engine = await Engine.start({
		users: [
			{name: 'shipper', password: 'right', grants: [insert, ...select]},
			{name: 'writer', password: 'right', grants: [insert]},
			{name: 'reader', password: 'right', grants: select},
		],
	});
	t.teardown(() => engine.remove());
	t.is((await runShip(t, {cwd, store: engine.address('logs')}, '--init')).status, 0);
	const path = join(cwd, 'access.log');
	writeFileSync(path, `${logLine({time: Date.now()})}garbage\n`);
	const ship = async (user: string) =>
		runShip(
			t,
			{cwd, store: engine.address('logs'), env: {CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: 'right'}},
			...['--no-follow', path],
		);
	const writer = await ship('writer');
	t.is(writer.status, 1);
	t.regex(
		writer.stderr,
		/writer lacks a permission at .*: grant it with GRANT SELECT\(.*\) ON logs\.access TO writer/,
	);
	const reader = await ship('reader');
	t.is(reader.status, 1);
	t.regex(reader.stderr, /grant it with GRANT INSERT.* ON logs\.access TO reader/);
	const shipper = await ship('shipper');
	t.is(shipper.status, 0, shipper.stderr);
	t.is(await engine.run('SELECT count() FROM logs.access'), '1\n');
	t.is(await engine.run('SELECT line FROM logs.access_unread'), 'garbage\n');
});

test('rejects tables of a single server for a cluster, and a missing or unknown cluster', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	const setting = {cwd, store: engine.address('logs')};
	const unnamed = await runShip(t, setting, '--init', '--schema', 'sharded');
	t.is(unnamed.status, 1);
	t.regex(unnamed.stderr, /no macro “cluster”: give --cluster/);
	const unknown = await runShip(t, setting, '--init', '--schema', 'sharded', '--cluster', 'fleet');
	t.is(unknown.status, 1);
	t.regex(unknown.stderr, /no such cluster .*'fleet'.*: give --cluster/);
	t.is((await runShip(t, setting, '--init')).status, 0);
	const {status, stderr} = await runShip(t, setting, '--init', '--schema', 'sharded', '--cluster', 'fleet');
	t.is(status, 1);
	t.regex(stderr, /logs\.access at .* was created for a single server \(ReplacingMergeTree\): rename it/);
});

test('ships over TLS only to a server with a trusted certificate', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	t.is((await runShip(t, {cwd, store: engine.address('logs')}, '--init')).status, 0);
	const [right, wrong] = [certificate(cwd, 'right'), certificate(cwd, 'wrong')];
	const port = await startTlsProxy(t, engine.httpPort, right);
	const path = join(cwd, 'access.log');
	writeFileSync(path, logLine({time: Date.now()}));
	const ship = async (env: Readonly<Record<string, string>>) =>
		runShip(t, {cwd, store: `clickhouses://127.0.0.1:${port}/logs`, env}, '--no-follow', path);
	for (const env of [{}, {CLICKHOUSE_CA: wrong.cert}]) {
		const {status, stderr} = await ship(env);
		t.is(status, 1);
		t.regex(stderr, /not signed by a trusted authority: set CLICKHOUSE_CA to the file of the authority/);
	}
	t.is(await engine.run('SELECT count() FROM logs.access'), '0\n');
	const {status, stderr} = await ship({CLICKHOUSE_CA: right.cert});
	t.is(status, 0, stderr);
	t.is(await engine.run('SELECT count() FROM logs.access'), '1\n');
});

test('reports lines older than the retention period', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	const path = join(cwd, 'access.log');
	writeFileSync(path, logLine({time: Date.now() - 91 * 86_400_000}) + logLine({time: Date.now()}));
	const {status, stderr} = await runShip(
		t,
		{cwd, store: engine.address('logs')},
		...['--init', '--no-follow', path],
	);
	t.is(status, 0);
	t.regex(stderr, /access\.log: has lines older than 90 days, .*TTL/);
});

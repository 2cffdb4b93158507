import test, {type ExecutionContext} from 'ava';
import {parseAddress} from '../../source/command-line/store-address.js';
import {checkServer} from '../../source/fleet/clickhouse/check-server.js';
import {Connection} from '../../source/fleet/clickhouse/connection.js';
import {credentialsOf} from '../../source/fleet/clickhouse/credentials.js';
import {schemaStatements} from '../../source/fleet/clickhouse/schema.js';
import {ServerProblem} from '../../source/fleet/clickhouse/server-problem.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {freePorts} from '../helpers/clickhouse/free-ports.js';
import {certificate, startTlsProxy} from '../helpers/clickhouse/tls-proxy.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

let engine: Engine;

const grants = ['GRANT SELECT ON logs.*'];

test.before(async () => {
	engine = await Engine.start({
		users: [
			{name: 'viewer', password: 'secret', settings: {readonly: 2}, grants},
			{name: 'half', password: '', settings: {readonly: 2}, grants: ['GRANT SELECT ON logs.access']},
			{name: 'stern', password: '', settings: {readonly: 1}, grants},
		],
	});
	for (const statement of schemaStatements('single', {database: 'logs', table: 'access'}, '')) {
		await engine.run(statement);
	}
});

test.after.always(async () => {
	await engine?.remove();
});

type Env = Readonly<Record<string, string>>;

/** Returns the problem of a query to a server. */
async function problemAt(t: ExecutionContext, address: string, env: Env = {}): Promise<ServerProblem> {
	const connection = new Connection(parseAddress(address), await credentialsOf(env));
	try {
		return await t.throwsAsync(checkServer(connection), {instanceOf: ServerProblem});
	} finally {
		await connection.close();
	}
}

test('accepts a user with read access', async t => {
	const env = {CLICKHOUSE_USER: 'viewer', CLICKHOUSE_PASSWORD: 'secret'};
	const connection = new Connection(parseAddress(engine.address('logs')), await credentialsOf(env));
	t.teardown(() => connection.close());
	const {version, now} = await checkServer(connection);
	t.regex(version, /^\d+\.\d+\./);
	t.true(Math.abs(now - Date.now()) < 60_000);
});

test('reports a wrong password or unknown user', async t => {
	for (const env of [
		{CLICKHOUSE_USER: 'viewer', CLICKHOUSE_PASSWORD: 'wrong'},
		{CLICKHOUSE_USER: 'nobody', CLICKHOUSE_PASSWORD: 'secret'},
	]) {
		const {kind, message} = await problemAt(t, engine.address('logs'), env);
		t.is(kind, 'refused');
		t.regex(message, /does not let \w+ in.*set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD$/);
		t.notRegex(message, /secret/);
	}
});

test('reports a missing grant with the statement that grants it', async t => {
	const {kind, message} = await problemAt(t, engine.address('logs'), {CLICKHOUSE_USER: 'half'});
	t.is(kind, 'refused');
	t.regex(message, /GRANT SELECT ON logs\.access_unread TO half$/);
	// The statement in the message must be valid.
	t.regex(/GRANT .*? TO/.exec(message)?.[0] ?? '', /^GRANT SELECT ON [\w.]+ TO$/);
});

test("reports a profile that doesn't allow limits", async t => {
	const {message} = await problemAt(t, engine.address('logs'), {CLICKHOUSE_USER: 'stern'});
	t.regex(message, /readonly = 2/);
});

test('reports a missing database, table or column', async t => {
	const none = await problemAt(t, engine.address('nowhere'));
	t.regex(none.message, /has no database nowhere: reqscope ship --store \S+ --init creates/);
	const table = await problemAt(t, `${engine.address('logs')}?table=other`);
	t.regex(table.message, /has no table logs\.other: reqscope ship --store \S+\?table=other --init creates/);
	await engine.run('CREATE DATABASE old');
	for (const statement of schemaStatements('single', {database: 'old', table: 'access'}, '')) {
		await engine.run(statement.replace(/^.*`oddity`.*\n/m, ''));
	}
	const column = await problemAt(t, engine.address('old'));
	t.regex(column.message, /the table access at .* has other columns than this version needs .*oddity/);
});

test('reports an unreachable server and wrong ports', async t => {
	const [port = 0] = await freePorts(1);
	const none = await problemAt(t, `clickhouse://127.0.0.1:${port}/logs`);
	t.is(none.kind, 'away');
	t.regex(none.message, /^nothing answers at 127\.0\.0\.1:\d+: is ClickHouse running there/);
	const native = await problemAt(t, `clickhouse://127.0.0.1:${engine.tcpPort}/logs`);
	t.regex(native.message, /own programs: give the HTTP port/);
	const plain = await problemAt(t, `clickhouses://127.0.0.1:${engine.httpPort}/logs`);
	t.regex(plain.message, /does not speak TLS/);
});

test('requires the right authority for an encrypted connection', async t => {
	const directory = temporaryDirectory(t);
	const [right, wrong] = [certificate(directory, 'right'), certificate(directory, 'wrong')];
	const port = await startTlsProxy(t, engine.httpPort, right);
	const address = `clickhouses://127.0.0.1:${port}/logs`;
	for (const env of [{}, {CLICKHOUSE_CA: wrong.cert}]) {
		const {kind, message} = await problemAt(t, address, env);
		t.is(kind, 'refused');
		t.regex(message, /not signed by a trusted authority: set CLICKHOUSE_CA to the file of the authority$/);
	}
	const connection = new Connection(parseAddress(address), await credentialsOf({CLICKHOUSE_CA: right.cert}));
	t.teardown(() => connection.close());
	await t.notThrowsAsync(checkServer(connection));
	const plain = await problemAt(t, `clickhouse://127.0.0.1:${port}/logs`);
	t.regex(plain.message, /if it requires TLS, write clickhouses:\/\//);
});

test('ends a query that takes too long or is aborted', async t => {
	const connection = new Connection(parseAddress(engine.address('logs')), await credentialsOf({}));
	t.teardown(() => connection.close());
	const endless = 'SELECT sum(cityHash64(number)) FROM numbers(1000000000000)';
	const {kind, message} = await t.throwsAsync(
		connection.rows(endless, ['count'], {}, {settings: {max_execution_time: 1}}),
		{instanceOf: ServerProblem},
	);
	t.is(kind, 'limit');
	t.regex(message, /narrow the search/);
	const controller = new AbortController();
	const running = async (): Promise<boolean> =>
		(await engine.run("SELECT count() FROM system.processes WHERE query LIKE 'SELECT sum(cityHash64%'")) !==
		'0\n';
	const answer = connection.rows(endless, ['count'], {}, {signal: controller.signal});
	await waitFor(running);
	const reason = new Error('superseded');
	controller.abort(reason);
	await t.throwsAsync(answer, {is: reason});
	await waitFor(async () => !(await running()));
});

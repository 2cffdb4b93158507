import test from 'ava';
import {Engine} from '../helpers/clickhouse/engine.js';
import {freePorts} from '../helpers/clickhouse/free-ports.js';

test('two servers form a cluster of two shards; one is killed and returns with its data', async t => {
	const [http1 = 0, tcp1 = 0, http2 = 0, tcp2 = 0] = await freePorts(4);
	const clusters = {fleet: [tcp1, tcp2]};
	const first = await Engine.start({clusters, ports: [http1, tcp1]});
	t.teardown(() => first.remove());
	const second = await Engine.start({clusters, ports: [http2, tcp2]});
	t.teardown(() => second.remove());
	for (const [index, engine] of [first, second].entries()) {
		await engine.run('CREATE DATABASE logs');
		await engine.run('CREATE TABLE logs.local (n UInt64) ENGINE = MergeTree ORDER BY n');
		await engine.run(`INSERT INTO logs.local SELECT number + ${index * 10} FROM numbers(10)`);
	}
	await first.run("CREATE TABLE logs.all AS logs.local ENGINE = Distributed('fleet', 'logs', 'local')");
	t.is(await first.run('SELECT count(), sum(n) FROM logs.all'), '20\t190\n');
	await second.kill();
	await t.throwsAsync(first.run('SELECT count() FROM logs.all'), {message: /Code: 279/});
	await second.resume();
	t.is(await first.run('SELECT count() FROM logs.all'), '20\n');
});

test('users have passwords, limits and grants', async t => {
	const viewer = {
		name: 'viewer',
		password: 'a&b',
		settings: {readonly: 2},
		grants: ['GRANT SELECT ON logs.*'],
	};
	const engine = await Engine.start({users: [viewer]});
	t.teardown(() => engine.remove());
	const ask = async (password: string, query: string): Promise<string> => {
		const response = await fetch(`http://127.0.0.1:${engine.httpPort}/?query=${encodeURIComponent(query)}`, {
			headers: {'X-ClickHouse-User': 'viewer', 'X-ClickHouse-Key': password},
		});
		return response.text();
	};
	t.is(await ask('a&b', 'SHOW GRANTS'), 'GRANT SELECT ON logs.* TO viewer\n');
	t.regex(await ask('wrong', 'SELECT 1'), /Code: 516/);
	t.regex(await ask('a&b', 'CREATE DATABASE other'), /Code: (164|497)/);
});

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {Engine} from '../helpers/clickhouse/engine.js';
import {FailingProxy} from '../helpers/clickhouse/failing-proxy.js';
import {logLine} from '../helpers/log-lines.js';
import {runShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {Random} from '../model/random.js';

const day = 86_400_000;

test('every one of 200,000 lines is stored exactly once behind a proxy that fails at random', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	const proxy = await FailingProxy.start(t, engine.httpPort, new Random(2626));
	const setting = {cwd, store: proxy.address('logs')};
	t.is((await runShip(t, setting, '--init')).status, 0);
	const path = join(cwd, 'access.log');
	// Lines of 80 days, so that they are sent in 80 batches. No format reads some of the lines.
	const [days, ofDay] = [80, 2500];
	const now = Date.now();
	let text = '';
	for (let line = 0; line < days * ofDay; line++) {
		const time = now - (days - Math.floor(line / ofDay)) * day;
		text += line % 500 === 7 ? `garbage ${line}\n` : logLine({time, url: `/n/${line}`});
	}
	writeFileSync(path, text);
	proxy.share = 0.2;
	let result = await runShip(t, setting, '--no-follow', path);
	// Restart ship, like a service manager, if a different service responded at the start.
	for (let start = 0; result.status === 1 && start < 20; start++) {
		t.regex(result.stderr, /does not answer like ClickHouse/);
		result = await runShip(t, setting, '--no-follow', path);
	}
	t.is(result.status, 0, result.stderr);
	const garbage = (days * ofDay) / 500;
	const count = async (table: string): Promise<string> =>
		(await engine.run(`SELECT count(), uniqExact(line) FROM logs.${table}`)).trim();
	t.is(await count('access'), `${days * ofDay - garbage}\t${days * ofDay - garbage}`);
	t.is(await count('access_unread'), `${garbage}\t${garbage}`);
	const failed = [...proxy.done.values()].reduce((sum, times) => sum + times, 0);
	t.log(`${failed} requests failed: ${JSON.stringify(Object.fromEntries(proxy.done))}`);
	t.true(failed > 50);
});

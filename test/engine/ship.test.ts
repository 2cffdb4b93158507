import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {Engine, type EngineOptions} from '../helpers/clickhouse/engine.js';
import {logLine} from '../helpers/log-lines.js';
import {BusyLog} from '../helpers/ship/busy-log.js';
import {runShip, startShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {patience, waitFor} from '../helpers/wait-for.js';
import {Random} from '../model/random.js';

async function startEngine(t: ExecutionContext, options?: EngineOptions): Promise<Engine> {
	const engine = await Engine.start(options);
	t.teardown(() => engine.remove());
	return engine;
}

/** Numbers of rows, distinct tokens and distinct lines, without FINAL. */
async function counts(engine: Engine): Promise<string> {
	return (await engine.run('SELECT count(), uniqExact(token), uniqExact(line) FROM logs.access')).trim();
}

/** Waits for this number of rows. Then asserts that all tokens and lines are distinct. */
async function isThere(t: ExecutionContext, engine: Engine, lines: number): Promise<void> {
	const expected = `${lines}\t${lines}\t${lines}`;
	await waitFor(
		async () => (await counts(engine).catch(() => '')).startsWith(`${lines}\t`),
		() => `${lines} rows`,
		3 * patience,
	).catch(() => {});
	t.is(await counts(engine), expected);
}

test('every line is stored exactly once if ship is killed fifty times while the log grows and rotates', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await startEngine(t);
	const setting = {cwd, store: engine.address('logs')};
	const log = new BusyLog(cwd);
	// Ship once before any rotation: files rotated away before the first start aren't shipped.
	t.is((await runShip(t, setting, '--init', '--no-follow', log.path)).status, 0);
	const random = new Random(4242);
	for (let kill = 0; kill < 50; kill++) {
		const ship = startShip(t, setting, log.path);
		const until = performance.now() + 300 + random.next() * 1500;
		while (performance.now() < until) {
			log.write(Math.ceil(random.next() * 60), random.next() < 0.5);
			if (random.next() < 0.04) {
				log.rotate();
			}
			await pause(5);
		}
		ship.process.kill('SIGKILL');
		t.is((await ship.ended).status, 137);
		// Written while ship isn't running.
		log.write(10);
		if (random.next() < 0.2) {
			log.rotate();
		}
	}
	log.finish();
	const ship = startShip(t, setting, log.path);
	ship.process.stderr?.on('data', text => t.log(String(text)));
	await isThere(t, engine, log.lines);
	ship.process.kill('SIGTERM');
	const {status, stderr} = await ship.ended;
	t.is(status, 143, stderr);
	t.is(await counts(engine), `${log.lines}\t${log.lines}\t${log.lines}`);
	t.log(`${log.lines} lines`);
});

test('every line is stored exactly once if the server is killed and restarted while ship runs', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await startEngine(t);
	const setting = {cwd, store: engine.address('logs')};
	const log = new BusyLog(cwd);
	t.is((await runShip(t, setting, '--init', '--no-follow', log.path)).status, 0);
	const ship = startShip(t, setting, log.path);
	let said = '';
	ship.process.stderr?.on('data', text => {
		said += text;
	});
	for (let kill = 0; kill < 5; kill++) {
		for (let count = 0; count < 40; count++) {
			log.write(500, count % 3 === 0);
			await pause(5);
		}
		await engine.kill();
		log.write(500);
		log.rotate(false);
		if (kill === 4) {
			// The other outages may end before the next attempt.
			await waitFor(
				() => said.includes('waiting: '),
				() => said,
			);
		}
		await engine.resume();
	}
	log.finish();
	await isThere(t, engine, log.lines);
	ship.process.kill('SIGTERM');
	const {status, stderr} = await ship.ended;
	t.is(status, 143);
	t.regex(stderr, /waiting: nothing answers at 127\.0\.0\.1|waiting: .* ended the connection/);
});

test('missing permissions end ship with a message that contains a fix', async t => {
	const engine = await startEngine(t, {
		users: [
			{name: 'shipper', password: 'right', grants: ['GRANT SELECT, INSERT ON logs.*']},
			{name: 'reader', password: 'right', grants: ['GRANT SELECT ON logs.*']},
		],
	});
	const {directory: cwd, path} = temporaryLog(t, logLine({time: Date.now()}));
	const ship = async (user: string, password: string) =>
		runShip(
			t,
			{cwd, store: engine.address('logs'), env: {CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password}},
			...['--no-follow', path],
		);
	const missing = await ship('shipper', 'right');
	t.is(missing.status, 1);
	t.regex(missing.stderr, /has no database logs: .*--init creates/);
	t.is((await runShip(t, {cwd, store: engine.address('logs')}, '--init')).status, 0);
	const wrong = await ship('shipper', 'wrong');
	t.is(wrong.status, 1);
	t.regex(wrong.stderr, /does not let shipper in: the password is wrong/);
	const refused = await ship('reader', 'right');
	t.is(refused.status, 1);
	t.regex(refused.stderr, /GRANT INSERT.* TO reader/);
	t.is((await ship('shipper', 'right')).status, 0);
	t.is(await counts(engine), '1\t1\t1');
});

test('rows shipped twice, from two folders, have the same key, so FINAL shows them once', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await startEngine(t);
	const setting = {cwd, store: engine.address('logs')};
	const log = new BusyLog(cwd);
	log.write(30_000);
	t.is((await runShip(t, setting, '--init', '--no-follow', log.path)).status, 0);
	t.is(await counts(engine), '30000\t30000\t30000');
	log.write(5000);
	const again = await runShip(t, setting, '--checkpoint', join(cwd, 'other'), '--no-follow', log.path);
	t.is(again.status, 0, again.stderr);
	t.is((await engine.run('SELECT count(), uniqExact(token) FROM logs.access FINAL')).trim(), '35000\t35000');
	const third = await runShip(t, setting, '--no-follow', log.path);
	t.is(third.status, 0);
	t.regex(third.stderr, /5,000 rows shipped/);
});

test('only one ship at a time uses a folder, and killing it frees the folder', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await startEngine(t);
	const setting = {cwd, store: engine.address('logs')};
	t.is((await runShip(t, setting, '--init')).status, 0);
	const log = new BusyLog(cwd);
	log.write(10);
	const first = startShip(t, setting, log.path);
	await isThere(t, engine, 10);
	const second = await runShip(t, setting, log.path);
	t.is(second.status, 1);
	t.regex(second.stderr, /another reqscope ship is using the checkpoint in .*--checkpoint/);
	first.process.kill('SIGKILL');
	await first.ended;
	log.write(10);
	t.is((await runShip(t, setting, '--no-follow', log.path)).status, 0);
	t.is(await counts(engine), '20\t20\t20');
});

test('unrecognised lines go to a separate table, and an unfinished line is left for the next run', async t => {
	const cwd = temporaryDirectory(t);
	const engine = await startEngine(t);
	const setting = {cwd, store: engine.address('logs')};
	const path = join(cwd, 'access.log');
	const whole = logLine({time: Date.now(), url: '/whole'});
	const cut = logLine({time: Date.now(), url: '/cut'});
	writeFileSync(path, `${whole}garbage\n${cut.slice(0, -10)}`);
	const first = await runShip(t, setting, '--init', '--no-follow', path);
	t.is(first.status, 0, first.stderr);
	t.regex(first.stderr, /bytes have no line end yet/);
	t.is(await counts(engine), '1\t1\t1');
	t.is(await engine.run('SELECT line, path FROM logs.access_unread'), `garbage\t${path}\n`);
	appendFileSync(path, cut.slice(-10));
	t.is((await runShip(t, setting, '--no-follow', path)).status, 0);
	t.is(await engine.run('SELECT url FROM logs.access ORDER BY offset'), '/whole\n/cut\n');
});

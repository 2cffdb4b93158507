import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import test from 'ava';
import {startTwoShards} from '../helpers/clickhouse/two-shards.js';
import {runs} from '../helpers/for-all.js';
import {BusyLog} from '../helpers/ship/busy-log.js';
import {runShip, startShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {patience, waitFor} from '../helpers/wait-for.js';

test('one of two shards and ship are each killed five times: every line is stored exactly once', async t => {
	const cwd = temporaryDirectory(t);
	const {first, second} = await startTwoShards(t);
	for (const engine of [first, second]) {
		const setting = {cwd, store: engine.address('logs')};
		const {status, stderr} = await runShip(
			t,
			setting,
			...['--init', '--schema', 'sharded', '--cluster', 'fleet'],
		);
		t.is(status, 0, stderr);
	}
	const setting = {cwd, store: first.address('logs')};
	const logs = Array.from({length: 6}, (_, number) => {
		const folder = join(cwd, `site${number}`);
		mkdirSync(folder);
		return new BusyLog(folder, `site${number}`);
	});
	const start = () => startShip(t, setting, ...logs.map(({path}) => path));
	const write = async (rounds: number): Promise<void> => {
		for (let round = 0; round < rounds; round++) {
			for (const log of logs) {
				log.write(runs(200).numRuns, round % 3 === 0);
			}
			await pause(10);
		}
	};
	// Ship once before any rotation: files rotated away before the first start aren't shipped.
	t.is((await runShip(t, setting, '--no-follow', ...logs.map(({path}) => path))).status, 0);
	let ship = start();
	for (let kill = 0; kill < 5; kill++) {
		await write(20);
		await second.kill();
		await write(10);
		for (const log of logs) {
			log.rotate(kill % 2 === 0);
		}
		ship.process.kill('SIGKILL');
		await ship.ended;
		ship = start();
		await write(10);
		await second.resume();
	}
	for (const log of logs) {
		log.finish();
	}
	const lines = logs.reduce((sum, log) => sum + log.lines, 0);
	const counts = async (): Promise<string> =>
		(await first.run('SELECT count(), uniqExact(token), uniqExact(path, line) FROM logs.access')).trim();
	await waitFor(
		async () => (await counts()).startsWith(`${lines}\t`),
		() => `${lines} rows`,
		3 * patience,
	).catch(() => {});
	ship.process.kill('SIGTERM');
	const {status, stderr} = await ship.ended;
	t.is(status, 143, stderr);
	t.is(await counts(), `${lines}\t${lines}\t${lines}`, stderr);
	const shares = await Promise.all(
		[first, second].map(async engine => Number(await engine.run('SELECT count() FROM logs.access_local'))),
	);
	t.true(Math.min(...shares) > 0, `${shares}`);
	t.log(`${lines} lines, ${shares.join(' and ')} on the shards`);
});

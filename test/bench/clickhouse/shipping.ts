import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {Engine} from '../../helpers/clickhouse/engine.js';
import {homeEnvironment} from '../home-environment.js';
import {processFigures} from '../process-figures.js';
import {spread} from '../spread.js';
import {usualLog, writeLog} from '../write-log.js';

const lines = 1_000_000;
const runs = 5;

const program = fileURLToPath(new URL('../../../bundle/cli.cjs', import.meta.url));

/** Cost of one shipping, in s: elapsed time, and processor time of `ship` and of the server. */
type Shipping = {readonly time: number; readonly ship: number; readonly server: number};

/** Measures how fast the bundled `ship` sends the lines of one week, from start to exit, to a server on the same machine. */
export async function measureShipping(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'reqscope-bench-ship-'));
	const engine = await Engine.start();
	try {
		const log = join(folder, 'access.log');
		// End at the start of the current day: the server would delete rows older than the retention time during the measurement.
		writeLog(log, {...usualLog, lines, end: Math.floor(Date.now() / 86_400_000) * 86_400_000});
		const all: Shipping[] = [];
		for (let run = 0; run <= runs; run++) {
			all.push(await ship(engine, folder, log));
		}
		// The first run warms up the server.
		const [time, own, server] = (['time', 'ship', 'server'] as const).map(key =>
			spread(all.slice(1).map(shipping => shipping[key])),
		);
		const rate = (seconds = Number.NaN): string => Math.round(lines / seconds).toLocaleString('en');
		console.log(
			`\n${lines} lines shipped into one server: ${rate(time?.median)} rows a second (${rate(time?.most)} to ${rate(time?.least)});
  processor time of ship ${own?.median.toFixed(1)} s, of the server ${server?.median.toFixed(1)} s`,
		);
	} finally {
		await engine.remove();
		rmSync(folder, {recursive: true, force: true});
	}
}

async function ship(engine: Engine, folder: string, log: string): Promise<Shipping> {
	const home = mkdtempSync(join(folder, 'home-'));
	await engine.run('DROP DATABASE IF EXISTS logs SYNC');
	const target = ['ship', '--store', engine.address('logs'), '--source', 'web-1'];
	await run([...target, '--init'], home);
	const before = processorTimes(engine);
	const start = performance.now();
	await run([...target, '--no-follow', log], home);
	const time = (performance.now() - start) / 1000;
	const after = processorTimes(engine);
	const count = Number(await engine.run('SELECT count() FROM logs.access'));
	if (count !== lines) {
		throw new Error(`${count} rows came of ${lines}`);
	}
	return {time, ship: after.ship - before.ship, server: after.server - before.server};
}

async function run(words: readonly string[], home: string): Promise<void> {
	const child = spawn(process.execPath, [program, ...words], {
		stdio: ['ignore', 'ignore', 'pipe'],
		env: homeEnvironment(home),
	});
	let said = '';
	child.stderr.on('data', text => {
		said += text;
	});
	const [status] = await once(child, 'close');
	if (status !== 0) {
		throw new Error(`ship ended with ${status}: ${said}`);
	}
}

/** Returns the processor time of the server and of all child processes that have ended, in s. */
function processorTimes({pid = 0}: Engine): {readonly ship: number; readonly server: number} {
	const server = processFigures(pid).cpu;
	const {user, system} = process.cpuUsage();
	return {server, ship: processFigures(process.pid).cpu - server - (user + system) / 1e6};
}

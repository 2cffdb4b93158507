import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {FakeClickHouse} from '../helpers/clickhouse/fake-clickhouse.js';
import {logLine, numberedLines} from '../helpers/log-lines.js';
import {processorTime} from '../helpers/processor-time.js';
import {openProgram, startProgram} from '../helpers/program.js';
import {startShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

/** Length of a measurement, in ms. */
const period = 10_000;

/**
 * Maximum number of measurements, one of which must be low: after the start, code is still being compiled and memory
 * collected, and the tests of other files may keep the machine busy for a while.
 */
const measurements = 9;

/** Returns how often the main thread of a process has waited for something so far. */
function wakeUps(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1]);
}

/** Measures a process. Returns undefined if one result is low, otherwise all results. */
async function busyness(pid: number): Promise<string | undefined> {
	let found = '';
	for (let n = 0; n < measurements; n++) {
		const [waits, time] = [wakeUps(pid), processorTime(pid)];
		await setTimeout(period);
		const perSecond = (wakeUps(pid) - waits) / (period / 1000);
		const share = (processorTime(pid) - time) / period;
		if (perSecond <= 3 && share <= 0.004) {
			return undefined;
		}
		found += `${perSecond} wake-ups a second, ${100 * share} % of a core\n`;
	}
	return found;
}

const onLinux = process.platform === 'linux' ? test : test.skip;

for (const [name, args] of [
	['--follow', ['--json', '--follow']],
	['--follow with --poll', ['--json', '--follow', '--poll']],
	['--follow with a search', ['--json', '--follow', '-q', 'url:/n/']],
	['--follow with a rule', ['--json', '--follow', '--alert', 'status:5xx over 10 in 1m']],
] as const) {
	onLinux(`fault 48: ${name} rests while nothing is written, and goes on afterwards`, async t => {
		const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
		const {process: child, lines} = startProgram(t, [...args, path], {
			cwd,
			timeout: (measurements + 2) * period,
		});
		await lines(3);
		t.is(await busyness(child.pid ?? 0), undefined);
		appendFileSync(path, numberedLines(1, 3).join(''));
		await lines(4);
	});
}

onLinux('fault 48: ship rests while nothing is written, and goes on afterwards', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	const server = await FakeClickHouse.start(t);
	const {process: child} = startShip(t, {cwd, store: server.address}, path);
	await waitFor(() => server.rows.length === 3);
	t.is(await busyness(child.pid ?? 0), undefined);
	appendFileSync(path, numberedLines(1, 3).join(''));
	await waitFor(() => server.rows.length === 4);
});

for (const [name, size, key, text] of [
	['the screen', {columns: 120, rows: 40}, '', '3 results found'],
	['a wide screen with the details of a request', {columns: 160, rows: 45}, 'j\r', 'Tab into it'],
	['a tall screen with the timeline', {columns: 160, rows: 45}, 'i', '← → choose'],
] as const) {
	onLinux(`fault 48: ${name} rests while nothing is written`, async t => {
		const cwd = temporaryDirectory(t);
		const path = join(cwd, 'access.log');
		// Old enough that the figures of the last minute don't change, and recent enough for ages and bars that do.
		const time = Date.now() - 120_000;
		writeFileSync(path, ['/a', '/b', '/c'].map(url => logLine({time, url})).join(''));
		const rule = 'status:5xx over 10 in 1m';
		const terminal = openProgram(t, ['--alert', rule, path], {cwd, ...size});
		await terminal.waitFor('3 results found');
		await terminal.press(key, text);
		t.is(await busyness(terminal.pid), undefined);
	});
}

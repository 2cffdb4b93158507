import {appendFileSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {FakeClickHouse} from '../helpers/clickhouse/fake-clickhouse.js';
import {logLine} from '../helpers/log-lines.js';
import {startProgram} from '../helpers/program.js';
import {startShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

test('--follow and alerts continue when stderr is closed by its reader', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const noted = join(cwd, 'noted');
	const note = join(cwd, 'note');
	writeFileSync(note, `#!/bin/sh\necho >>${noted}\n`, {mode: 0o755});
	writeFileSync(path, '');
	const rule = 'any status:500 every 1s';
	const program = startProgram(
		t,
		['--raw', '--follow', '--alert', rule, '--exec', note, path, join(cwd, 'missing.log')],
		{cwd},
	);
	// It reports a missing file.
	await new Promise<void>(resolve => program.process.stderr?.once('data', () => resolve()));
	program.process.stderr?.destroy();
	const fired = (): number => (existsSync(noted) ? readFileSync(noted, 'utf8').length : 0);
	let lines = 0;
	const write = async (): Promise<void> => {
		appendFileSync(path, logLine({time: Date.now(), url: `/${++lines}`, status: 500}));
		await program.lines(lines);
	};
	for (const times of [1, 2, 3]) {
		await waitFor(async () => {
			await write();
			return fired() >= times;
		});
	}
	// Messages that can no longer be read are still written.
	writeFileSync(join(cwd, 'missing.log'), '');
	await write();
	t.is(program.process.exitCode, null);
	program.process.kill('SIGTERM');
	t.is((await program.ended).status, 143);
});

test('ship continues when stderr is closed by its reader', async t => {
	const {directory: cwd, path} = temporaryLog(t, logLine({time: Date.now(), url: '/0'}));
	let isAway = false;
	let failures = 0;
	const server = await FakeClickHouse.start(t, (request, response) => {
		if (!isAway || !request.statement.includes('version()')) {
			return isAway && response.writeHead(503).end() !== undefined;
		}
		failures++;
		response.writeHead(503).end(`no ${failures}`);
		return true;
	});
	const ship = startShip(t, {cwd, store: server.address}, path);
	await waitFor(() => server.rows.length === 1);
	ship.process.stderr?.destroy();
	for (const round of [2, 3]) {
		isAway = true;
		appendFileSync(path, logLine({time: Date.now(), url: `/${round}`}));
		// Each failure has a different message, so that none is omitted as a repetition.
		const before = failures;
		await waitFor(() => failures >= before + 4);
		t.is(ship.process.exitCode, null);
		isAway = false;
		await waitFor(() => server.rows.length === round);
	}
	ship.process.kill('SIGTERM');
	t.is((await ship.ended).status, 143);
});

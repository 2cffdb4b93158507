import {rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {startShip} from '../helpers/ship/run-ship.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

test.serial('ship reports each missing or unreadable path once, and again when it can be read', async t => {
	const cwd = temporaryDirectory(t);
	const path = (name: string): string => join(cwd, name);
	writeFileSync(path('access.log'), numberedLines(3).join(''));
	symlinkSync('loop.log', path('loop.log'));
	// `ship` waits for an unavailable server.
	const ship = startShip(
		t,
		{cwd, store: 'clickhouse://127.0.0.1:1/logs'},
		'access.log',
		'missing.log',
		'loop.log',
	);
	let said = '';
	ship.process.stderr?.on('data', (bytes: string) => {
		said += bytes;
	});
	const lines = (): readonly string[] =>
		said
			.split('\n')
			.filter(line => /^reqscope: (?:missing|loop)\.log: (?!has lines older than)/.test(line))
			.sort();
	await waitFor(() => lines().length >= 2);
	t.deepEqual(lines(), [
		'reqscope: loop.log: too many symbolic links encountered',
		'reqscope: missing.log: no such file',
	]);
	writeFileSync(path('missing.log'), numberedLines(3, 10).join(''));
	rmSync(path('loop.log'));
	writeFileSync(path('loop.log'), numberedLines(3, 20).join(''));
	await waitFor(() => lines().length >= 4);
	ship.process.kill('SIGINT');
	await ship.ended;
	t.deepEqual(lines(), [
		'reqscope: loop.log: can be read now',
		'reqscope: loop.log: too many symbolic links encountered',
		'reqscope: missing.log: exists now; reading it',
		'reqscope: missing.log: no such file',
	]);
});

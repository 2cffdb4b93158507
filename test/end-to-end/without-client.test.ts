import {spawnSync} from 'node:child_process';
import {cpSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {logLine} from '../helpers/log-lines.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('works without the ClickHouse client unless --store is given', t => {
	const folder = temporaryDirectory(t);
	const bundle = join(folder, 'bundle');
	cpSync(join('build', 'bundle'), bundle, {recursive: true});
	rmSync(join(bundle, 'client-engine.cjs'));
	const path = join(folder, 'access.log');
	writeFileSync(path, logLine({time: Date.now()}));
	const run = (...args: readonly string[]) =>
		spawnSync(process.execPath, [join(bundle, 'cli.cjs'), ...args], {
			cwd: folder,
			env: {...process.env, HOME: folder},
			encoding: 'utf8',
		});
	const own = run('--count', path);
	t.is(own.stdout, '1 results found\n', own.stderr);
	t.is(own.status, 0);
	const fleet = run('--store', 'clickhouse://127.0.0.1:1/logs', '--count');
	t.not(fleet.status, 0);
	t.regex(fleet.stderr, /client-engine/);
});

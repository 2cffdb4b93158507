import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {Failure} from '../../../source/failure.js';
import {lockFolder} from '../../../source/ship/checkpoints/folder-lock.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

test('a folder is for one, until it is given free', async t => {
	const folder = temporaryDirectory(t);
	const unlock = await lockFolder(folder);
	await t.throwsAsync(lockFolder(folder), {
		instanceOf: Failure,
		message: /another reqscope ship .*--checkpoint/,
	});
	await unlock();
	t.false(existsSync(join(folder, 'lock')));
	await (await lockFolder(folder))();
});

test('of several at once one has it', async t => {
	const folder = temporaryDirectory(t);
	const results = await Promise.allSettled(Array.from({length: 5}, () => lockFolder(folder)));
	const locks = results.filter(result => result.status === 'fulfilled');
	t.is(locks.length, 1);
	await locks[0]?.value();
});

test('what a killed process has left is no lock', async t => {
	const folder = temporaryDirectory(t);
	const program = `import {lockFolder} from ${JSON.stringify(new URL('../../../source/ship/checkpoints/folder-lock.js', import.meta.url).href)};
await lockFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	t.teardown(() => child.kill('SIGKILL'));
	await once(child.stdout, 'data');
	await t.throwsAsync(lockFolder(folder), {instanceOf: Failure});
	child.kill('SIGKILL');
	await once(child, 'exit');
	t.true(existsSync(join(folder, 'lock')));
	await (await lockFolder(folder))();
});

test('a file in its place, and a path too long for a socket, are said', async t => {
	const folder = temporaryDirectory(t);
	writeFileSync(join(folder, 'lock'), '');
	await t.throwsAsync(lockFolder(folder), {message: /lock is in the way/});
	const long = join(folder, 'x'.repeat(120));
	mkdirSync(long);
	await t.throwsAsync(lockFolder(long), {message: /too long/});
});

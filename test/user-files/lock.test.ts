import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {lock, locked, type Unlock} from '../../source/user-files/lock.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {patience} from '../helpers/wait-for.js';

/** Takes a free lock. */
async function taken(t: ExecutionContext, path: string): Promise<Unlock> {
	const unlock = await lock(path, patience);
	t.truthy(unlock);
	return unlock ?? (async () => {});
}

test('a lock has one owner until it is released, and leaves no files', async t => {
	const folder = temporaryDirectory(t);
	const path = join(folder, 'lock');
	const unlock = await taken(t, path);
	t.is(await lock(path, 50), undefined);
	await unlock();
	t.deepEqual(readdirSync(folder), []);
	await (await taken(t, path))();
});

test('only one of several processes has the lock, and the rest wait until it is free', async t => {
	const path = join(temporaryDirectory(t), 'lock');
	let held = 0;
	const waiting = Array.from({length: 5}, async () => {
		const unlock = await lock(path, patience);
		held++;
		return unlock;
	});
	t.truthy(await Promise.race(waiting));
	t.is(await lock(path, 50), undefined);
	t.is(held, 1);
	const unlocks = await Promise.all(
		waiting.map(async one => {
			const unlock = await one;
			await unlock?.();
			return unlock;
		}),
	);
	t.false(unlocks.includes(undefined));
});

test('waiting processes get the lock in turn, never two at once', async t => {
	const path = join(temporaryDirectory(t), 'folder', 'file');
	let inside = 0;
	let max = 0;
	let done = 0;
	const use = async (): Promise<void> => {
		max = Math.max(max, ++inside);
		await new Promise(resolve => {
			setImmediate(resolve);
		});
		inside--;
		done++;
	};
	await Promise.all(Array.from({length: 10}, () => locked(path, use)));
	t.deepEqual([max, done], [1, 10]);
	t.deepEqual(readdirSync(join(path, '..')), []);
	await t.throwsAsync(
		locked(path, () => Promise.reject(new Error('its own'))),
		{message: 'its own'},
	);
	t.deepEqual(readdirSync(join(path, '..')), []);
});

/** Starts a process that takes the lock and keeps it. */
async function holder(
	t: ExecutionContext,
	path: string,
	within: readonly string[] = [],
): Promise<ChildProcess> {
	const program = `import {lock} from ${JSON.stringify(new URL('../../source/user-files/lock.js', import.meta.url).href)};
await lock(${JSON.stringify(path)}, 1000); console.log('locked'); setInterval(() => {}, 1000);`;
	const [command = '', ...args] = [...within, process.execPath, '--input-type=module', '-e', program];
	const child = spawn(command, args, {stdio: ['ignore', 'pipe', 'inherit']});
	t.teardown(() => child.kill('SIGKILL'));
	await once(child.stdout, 'data');
	return child;
}

/** Runs a program as process 1 of a separate namespace, as in a container: its process id has no meaning outside. */
const contained = ['unshare', '-Urp', '--fork', '--kill-child'];
const [unshare = '', ...options] = contained;
const canContain = spawnSync(unshare, [...options, 'true']).status === 0;

for (const [owner, within] of [
	['a killed process', []],
	['a killed process of another container', contained],
] as const) {
	(within.length === 0 || canContain ? test : test.skip)(
		`the socket of ${owner} is removed and doesn’t count`,
		async t => {
			const folder = temporaryDirectory(t);
			const path = join(folder, 'lock');
			const child = await holder(t, path, within);
			t.is(await lock(path, 50), undefined);
			child.kill('SIGKILL');
			await once(child, 'exit');
			t.is(readdirSync(folder).length, 1);
			await (await taken(t, path))();
			t.deepEqual(readdirSync(folder), []);
		},
	);
}

test('waits for a lock of a suspended process only for the given time', async t => {
	const path = join(temporaryDirectory(t), 'lock');
	const child = await holder(t, path);
	child.kill('SIGSTOP');
	t.is(await lock(path, 50), undefined);
});

test('a lock that another process holds for too long is an error with advice', async t => {
	const path = join(temporaryDirectory(t), 'file');
	const unlock = await taken(t, `${path}.lock`);
	await t.throwsAsync(
		locked(path, async () => {}, 50),
		{
			message:
				/^another reqscope has locked it for [\d.]+ s: resume that program if it is suspended, or end it$/,
		},
	);
	await unlock();
});

test('files with content or other names are not removed', async t => {
	const folder = temporaryDirectory(t);
	const names = ['lock', 'lock.1', 'lock.0123456789abcdef', 'lock.new', 'clock.0123456789abcdef'];
	for (const name of names) {
		writeFileSync(join(folder, name), name === 'lock.1' ? '' : 'something');
	}
	await (await taken(t, join(folder, 'lock')))();
	t.deepEqual(readdirSync(folder), names.toSorted());
});

test('respects the lock of version 1.0.0', async t => {
	const path = join(temporaryDirectory(t), 'lock');
	const server = createServer(socket => {
		socket.on('error', () => {}).end('1e0c3a5e-8f0f-4a4b-a7a1-111111111111');
	});
	server.listen(path);
	await once(server, 'listening');
	t.is(await lock(path, 50), undefined);
	server.close();
	await once(server, 'close');
	await (await taken(t, path))();
});

// Only Linux has other names for folders.
(process.platform === 'linux' ? test : test.skip)('a path may be longer than that of a socket', async t => {
	const folder = join(temporaryDirectory(t), 'x'.repeat(120));
	mkdirSync(folder);
	const unlock = await taken(t, join(folder, 'lock'));
	t.is(await lock(join(folder, 'lock'), 50), undefined);
	await unlock();
	t.deepEqual(readdirSync(folder), []);
});

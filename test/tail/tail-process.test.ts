import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {appendFileSync, chmodSync, closeSync, openSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

// Tests that need a separate process: its limits, its standard input, its exit.
const script = fileURLToPath(new URL('../helpers/follow-and-print.js', import.meta.url));

function run(
	t: ExecutionContext,
	paths: readonly string[],
	wrap: readonly string[] = [],
	user: {readonly uid?: number; readonly gid?: number} = {},
) {
	const [command = process.execPath, ...args] = [...wrap, process.execPath, script, ...paths];
	const child: ChildProcess = spawn(command, args, {stdio: ['pipe', 'pipe', 'pipe', 'ipc'], ...user});
	t.teardown(() => child.kill('SIGKILL'));
	const output = {text: ''};
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', text => {
			output.text += text;
		});
	}
	return {
		child,
		until: (text: string) =>
			waitFor(
				() => output.text.includes(text),
				() => `${text} in ${output.text}`,
			),
		output,
	};
}

test('the process exits without help once the tail is closed', async t => {
	const {path} = temporaryLog(t, 'one\n');
	const {child, until} = run(t, [path, '-']);
	await until('"started"');
	appendFileSync(path, 'two\n');
	await until('"grown"');
	child.send('close');
	t.deepEqual(await once(child, 'exit'), [0, null]);
});

test('reads real standard input', async t => {
	const {child, until} = run(t, ['-']);
	await until('"opened"');
	child.stdin?.write('one\n');
	await until('{"call":"grown","path":"-","size":4}');
	child.stdin?.end('two');
	await until('{"call":"ended","path":"-","size":7}');
	child.send('close');
	t.deepEqual(await once(child, 'exit'), [0, null]);
});

/** Lowers a system limit in a separate user namespace, without root. */
function lowered(limit: string) {
	return ['unshare', '-Ur', 'sh', '-c', `echo 0 > /proc/sys/user/${limit} && exec "$@"`, 'sh'];
}

for (const [fault, limit] of [
	[29, 'max_inotify_watches'],
	[30, 'max_inotify_instances'],
] as const) {
	const [command = '', ...args] = [...lowered(limit), 'true'];
	const possible = process.platform === 'linux' && spawnSync(command, args).status === 0;
	(possible ? test : test.skip)(
		`fault ${fault}: with ${limit} used up, the timer continues, with one notice`,
		async t => {
			const {path} = temporaryLog(t, 'one\n');
			const {until, output} = run(t, [path], lowered(limit));
			await until('the system allows no more file watches');
			for (const size of [8, 12, 16]) {
				appendFileSync(path, 'two\n');
				await until(`"size":${size}`);
			}
			t.is(output.text.split('"notice"').length, 2, 'one notice');
		},
	);
}

const testOnUnix = process.platform === 'win32' ? test.skip : test;

testOnUnix(
	'fault 31: too many files for the descriptors: the problem is reported, the other files continue',
	async t => {
		const directory = temporaryDirectory(t);
		for (let index = 0; index < 80; index++) {
			writeFileSync(join(directory, `access.${index}.log`), 'one\n');
		}
		const {until, output} = run(
			t,
			[join(directory, 'access.*')],
			['sh', '-c', 'ulimit -n 60 && exec "$@"', 'sh'],
		);
		await until('"started"');
		await until('too many open files for this process');
		const opened = /"opened","path":"([^"]+)"/.exec(output.text)?.[1] ?? '';
		appendFileSync(opened, 'two\n');
		await until(`{"call":"grown","path":"${opened}","size":8}`);
		t.pass();
	},
);

// Root may read everything, so the tail runs as another user.
const user = process.getuid?.() === 0 ? {uid: 65_534, gid: 65_534} : {};
const canBeUser = spawnSync(process.execPath, ['--check', script], user).status === 0;
const testAsUser = process.platform !== 'win32' && canBeUser ? test : test.skip;

testAsUser('fault 28: denied permission is reported, and the file is read once it is granted', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	chmodSync(directory, 0o755);
	writeFileSync(path, 'one\ntwo\n');
	chmodSync(path, 0);
	const {until, output} = run(t, [path], [], user);
	await until('"state":"unreadable","problem":"permission denied (');
	await until('"started"');
	t.false(output.text.includes('"opened"'));
	chmodSync(path, 0o644);
	await until(`{"call":"opened","path":"${path}","size":8}`);
	await until('"state":"following"');
	t.false(output.text.includes('"notice"'));
});

testAsUser('fault 28: an open file is still read without permission for its directory', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	chmodSync(directory, 0o755);
	writeFileSync(path, 'one\n');
	const writer = openSync(path, 'a');
	t.teardown(() => closeSync(writer));
	const {until} = run(t, [path], [], user);
	await until('"started"');
	chmodSync(directory, 0);
	await until('"state":"unreadable","problem":"permission denied (');
	for (const size of [8, 12]) {
		writeSync(writer, 'two\n');
		await until(`{"call":"grown","path":"${path}","size":${size}}`);
	}
	chmodSync(directory, 0o755);
	await until('"state":"following"');
	writeSync(writer, 'two\n');
	await until(`{"call":"grown","path":"${path}","size":16}`);
	t.pass();
});

import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import test, {type ExecutionContext} from 'ava';
import {missingProgram, runProgram} from '../../source/alerts/run-program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {patience, waitFor} from '../helpers/wait-for.js';

/** Runs JavaScript code as a separate program. */
function run(code: string, args: readonly string[] = [], limit = patience, env = {}) {
	return runProgram({program: process.execPath, args: ['-e', code, '--', ...args], env}, limit);
}

test('passes arguments and environment verbatim, without a shell', async t => {
	const out = join(temporaryDirectory(t), 'out.json');
	const args = ['$(touch x) `id`; "\' \\ | & > *', '', '😀 é', '-rf', '%PATH%'];
	const env = {REQSCOPE_URL: '/$(touch x);`id`\\x1b[31m', REQSCOPE_RULE: '"$HOME"'};
	const code = `require('fs').writeFileSync(${JSON.stringify(out)}, JSON.stringify([process.argv.slice(1), process.env]))`;
	t.is(await run(code, args, patience, env).ended, null);
	const [given, seen] = JSON.parse(readFileSync(out, 'utf8'));
	t.deepEqual(given, args);
	t.like(seen, env);
	t.is(seen.PATH, undefined);
});

test('reports the failure of a program: its status and the last line of stderr, sanitised', async t => {
	t.is(await run('process.exit(3)').ended, 'failed with status 3');
	const code =
		'console.log("out"); console.error("first\\n\\u001b[31mlast \\u0000one\\u202e\\n\\n"); process.exit(1)';
	t.is(await run(code).ended, 'failed with status 1: \\x1b[31mlast \\x00one\\u202e');
	const long = await run('process.stderr.write("x".repeat(1e6), () => process.exit(1))').ended;
	t.is(long, `failed with status 1: ${'x'.repeat(200)}`);
	t.is(await run('console.error("only talking")').ended, null);
});

test('reports a missing program', async t => {
	const ended = async (program: string) =>
		runProgram({program, args: [], env: {PATH: '/bin'}}, patience).ended;
	t.is(await ended('no-such-program'), "can't be started: there is no such program; give its whole path");
	t.is(await ended('./no/such'), "can't be started: there is no such program; look at its path");
	t.is(
		await ended('notify-send -u critical'),
		"can't be started: there is no such program; give only the name of a program, and its arguments in the config file",
	);
	const file = join(temporaryDirectory(t), 'file');
	writeFileSync(file, '');
	t.is(await ended(file), "can't be started: permission denied");
	t.regex((await ended('a\0b')) ?? '', /^can't be started: /);
	t.is(missingProgram('no-such-program', '/bin:/usr/bin'), await ended('no-such-program'));
	t.is(missingProgram('sh', '/nowhere:/bin'), null);
	t.is(missingProgram(process.execPath, undefined), null);
});

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		// A zombie doesn't run.
		return !/\) Z /.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '');
	} catch {
		return false;
	}
}

/** A program that starts another one, writes both process ids, and runs forever despite signals. */
function stubborn(t: ExecutionContext) {
	const out = join(temporaryDirectory(t), 'pids');
	const code = `
		process.on('SIGTERM', () => {});
		const {pid} = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {stdio: 'inherit'});
		require('fs').writeFileSync(${JSON.stringify(`${out}~`)}, process.pid + ' ' + pid);
		require('fs').renameSync(${JSON.stringify(`${out}~`)}, ${JSON.stringify(out)});
		setInterval(() => {}, 1e6);`;
	const pids = () => (existsSync(out) ? readFileSync(out, 'utf8').split(' ').map(Number) : []);
	return {code, pids};
}

test('kills a program that takes too long with all its children, and reports it', async t => {
	const {code, pids} = stubborn(t);
	t.is(await run(code, [], 2000).ended, 'took longer than 2 s and was killed');
	t.is(pids().length, 2);
	await waitFor(() => !pids().some(isRunning));
});

test('a killed program counts as ended', async t => {
	const {code, pids} = stubborn(t);
	const running = run(code);
	await waitFor(() => pids().length === 2);
	running.kill();
	t.is(await running.ended, 'was killed by SIGKILL');
	await waitFor(() => !pids().some(isRunning));
	running.kill();
});

test('doesn’t wait for background processes of the program', async t => {
	const {code, pids} = stubborn(t);
	const wait = `const {existsSync} = require('fs'); require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(code)}], {stdio: 'inherit', detached: true}).unref(); console.error('left'); process.exitCode = 4`;
	t.is(await run(wait).ended, 'failed with status 4: left');
	await waitFor(() => pids().length === 2);
	for (const pid of pids()) {
		process.kill(pid, 'SIGKILL');
	}
});

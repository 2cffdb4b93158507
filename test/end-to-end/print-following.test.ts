import {spawnSync} from 'node:child_process';
import {appendFileSync, chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import test, {type ExecutionContext} from 'ava';
import {readJsonEntries} from '../helpers/json-entry.js';
import {logLine, numberedLines} from '../helpers/log-lines.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {type Output, programCommand, runProgram, startCommand, startProgram} from '../helpers/program.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

function urls(lines: readonly string[]): Array<string | null> {
	return readJsonEntries(`${lines.join('\n')}\n`).map(({url}) => url);
}
function numbered(count: number): string[] {
	return Array.from({length: count}, (_, n) => `/n/${n}`);
}

test.serial('--follow prints existing entries, oldest first, then new ones, until a signal', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(5));
	const started = performance.now();
	const running = startProgram(t, ['--json', '--follow', path], {cwd});
	t.deepEqual(urls(await running.lines(5)), numbered(5));
	// A measure of the current speed of the machine.
	const startTime = performance.now() - started;

	const delays: number[] = [];
	for (let n = 5; n < 12; n++) {
		const begin = performance.now();
		appendFileSync(path, numberedLines(1, n).join(''));
		await running.lines(n + 1);
		delays.push(performance.now() - begin);
	}
	const median = delays.toSorted((a, b) => a - b)[3] ?? Number.NaN;
	t.true(median < 1000 + startTime, `${delays}, ${startTime} to start`);
	running.process.kill('SIGTERM');
	const {status, stdout, stderr} = await running.ended;
	t.is(status, 143);
	t.deepEqual(urls(stdout.trimEnd().split('\n')), numbered(12));
	t.is(stderr, '');
});

// Root may read everything, so the program runs as another user.
const user = process.getuid?.() === 0 ? {uid: 65_534, gid: 65_534} : {};
const canBeUser = spawnSync(process.execPath, ['--check', programCommand()[1] ?? ''], user).status === 0;
const testAsUser = process.platform !== 'win32' && canBeUser ? test.serial : test.serial.skip;

(process.getuid?.() === 0 ? testAsUser : test.skip)(
	'fault 28: denied permission names the owner, the group and the mode, and what to do',
	async t => {
		const cwd = temporaryDirectory(t);
		chmodSync(cwd, 0o755);
		const said = async (path: string): Promise<string> => {
			const {status, stderr} = await runProgram(t, ['--count', '--no-follow', path], {cwd, user});
			t.is(status, 1);
			return stderr
				.replaceAll(cwd, 'DIR')
				.replaceAll('group 1,', 'group daemon,')
				.replaceAll('aG 1 ', 'aG daemon ');
		};
		const path = join(cwd, 'access.log');
		writeFileSync(path, numberedLines(1).join(''));
		chmodSync(path, 0o640);
		t.is(
			await said(path),
			'reqscope: DIR/access.log: permission denied (owner root, group root, mode 640): run reqscope with sudo\n',
		);
		chownSync(path, 0, 1);
		const join1 = 'sudo usermod -aG daemon $USER and log in again, or run reqscope with sudo';
		t.is(
			await said(path),
			`reqscope: DIR/access.log: permission denied (owner root, group daemon, mode 640): ${join1}\n`,
		);
		const folder = join(cwd, 'logs');
		mkdirSync(folder);
		chownSync(folder, 0, 1);
		chmodSync(folder, 0o750);
		t.is(
			await said(folder),
			`reqscope: DIR/logs: permission denied (owner root, group daemon, mode 750): ${join1}\n`,
		);
		t.is(
			await said(join(folder, 'access.log')),
			`reqscope: DIR/logs/access.log: permission denied (DIR/logs: owner root, group daemon, mode 750): ${join1}\n`,
		);
	},
);

testAsUser('--follow prints what is in a file that may not be read at the start, once it may be', async t => {
	const cwd = temporaryDirectory(t);
	chmodSync(cwd, 0o755);
	const path = join(cwd, 'access.log');
	writeFileSync(path, numberedLines(4, 1).join(''));
	chmodSync(path, 0);
	const other = join(cwd, 'other.log');
	writeFileSync(other, numberedLines(1).join(''));
	const running = startProgram(t, ['--json', '--follow', path, other], {cwd, user});
	t.deepEqual(urls(await running.lines(1)), numbered(1));
	chmodSync(path, 0o644);
	t.deepEqual(urls(await running.lines(5)), numbered(5));
	appendFileSync(path, numberedLines(1, 5).join(''));
	t.deepEqual(urls(await running.lines(6)), numbered(6));
	running.process.kill('SIGTERM');
	t.regex(
		(await running.ended).stderr,
		/permission denied \(owner .*: run reqscope with sudo\n.*can be read now\n$/,
	);
});

test.serial('--follow reports unrecognised lines and lines without a request at its end', async t => {
	const {directory: cwd, path} = temporaryLog(t, `unreadable\n${numberedLines(1).join('')}#Version: 1.0\n`);
	const running = startProgram(t, ['--json', '--follow', path], {cwd});
	await running.lines(1);
	appendFileSync(path, `unreadable\n${numberedLines(1, 1).join('')}`);
	await running.lines(2);
	running.process.kill('SIGINT');
	const {status, stderr} = await running.ended;
	t.is(status, 130);
	t.is(stderr, '1 line isn’t a request\n2 lines not recognised\n');
});

test.serial('at its end, --follow without any request names the command that shows the reason', async t => {
	const {directory: cwd, path} = temporaryLog(t, 'unreadable\n');
	// The header appears once the existing content has been read.
	const running = startProgram(t, ['--csv', '--follow', path], {cwd});
	await running.lines(1);
	running.process.kill('SIGINT');
	const {status, stderr} = await running.ended;
	t.is(status, 130);
	t.regex(stderr, /: reqscope explain .*access\.log shows why\n1 line not recognised\n$/);
});

test.serial('--follow on two files prints existing entries of both, sorted by time', async t => {
	const cwd = temporaryDirectory(t);
	const paths = [join(cwd, 'a.log'), join(cwd, 'b.log')];
	for (const [parity, path] of paths.entries()) {
		writeFileSync(
			path,
			numberedLines(10)
				.filter((_, n) => n % 2 === parity)
				.join(''),
		);
	}
	const running = startProgram(t, ['--json', '--follow', ...paths], {cwd});
	t.deepEqual(urls(await running.lines(10)), numbered(10));
	running.process.kill('SIGINT');
	t.is((await running.ended).status, 130);
});

test.serial('--no-past prints only new entries', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const fresh = join(cwd, 'fresh.log');
	writeFileSync(path, numberedLines(5).join(''));
	const running = startProgram(t, ['--json', '--follow', '--no-past', path, fresh], {cwd});

	// The start of watching can't be observed, so lines are added one at a time until one is printed.
	let n = 100;
	let printed: string[] = [];
	const first = running.lines(1).then(lines => {
		printed = lines;
	});
	while (printed.length === 0) {
		appendFileSync(path, numberedLines(1, n++).join(''));
		await Promise.race([first, new Promise(resolve => setTimeout(resolve, 50))]);
	}
	// A file that appears later has no backfill.
	writeFileSync(fresh, numberedLines(2, 1000).join(''));
	const last = n - 1;
	const lines = urls(await running.lines(printed.length + 2));
	const [begin] = lines;
	t.regex(begin ?? '', /^\/n\/\d{3}$/);
	const from = Number(begin?.slice(3));
	const expected = Array.from({length: last - from + 1}, (_, index) => `/n/${from + index}`);
	await running.lines(expected.length + 2);
	running.process.kill('SIGHUP');
	const {status, stdout} = await running.ended;
	t.is(status, 129);
	t.deepEqual(urls(stdout.trimEnd().split('\n')).toSorted(), [...expected, '/n/1000', '/n/1001'].toSorted());
});

test.serial('faults 13, 14: --follow reports on stderr when files are missing and appear', async t => {
	const cwd = temporaryDirectory(t);
	mkdirSync(join(cwd, 'logs'));
	const running = startProgram(t, ['--json', '--follow', 'access.log', 'logs', 'sites/*.log'], {cwd});
	let stderr = '';
	running.process.stderr?.on('data', (text: string) => {
		stderr += text;
	});
	const said = async (lines: readonly string[]): Promise<void> => {
		const isSaid = (): boolean => lines.every(line => stderr.includes(`reqscope: ${line}\n`));
		await waitFor(isSaid, () => stderr);
		t.is(stderr.split('\n').length - 1, lines.length, stderr);
		stderr = '';
	};
	await said([
		'access.log: no such file',
		'logs: no access log in this directory yet (a name with "access" or ending in .log)',
		'sites/*.log: no file matches this pattern yet',
	]);
	mkdirSync(join(cwd, 'sites'));
	for (const [n, path] of ['access.log', 'logs/access.log', 'sites/a.log'].entries()) {
		writeFileSync(join(cwd, path), numberedLines(1, n).join(''));
	}
	await running.lines(3);
	await said([
		'access.log: exists now; reading it',
		'logs: has logs now, which are read',
		'sites/*.log: has logs now, which are read',
	]);
	rmSync(join(cwd, 'access.log'));
	rmSync(join(cwd, 'logs'), {recursive: true});
	await said(['access.log: no such file', 'logs: no such file']);
	running.process.kill('SIGINT');
	t.is((await running.ended).status, 130);
});

const pipedLines = [...numberedLines(3), 'unreadable\n', '#Version: 1.0\n', ...numberedLines(1, 3)];
/** Runs the program with this input in a pipe of a shell, which isn't a socket. */
async function runPiped(
	t: ExecutionContext,
	args: readonly string[],
	cwd: string,
	input: string,
): Promise<Output> {
	writeFileSync(join(cwd, 'input'), input);
	const command = ['sh', '-c', 'cat input | "$@"', 'sh', ...programCommand(...args)];
	return startCommand(t, command, {cwd}).ended;
}

const closingCounts = '1 line isn’t a request\n1 line not recognised\n';

for (const args of [['-'], [], ['--no-past', '-'], ['/dev/stdin']]) {
	test.serial(`--follow ends when piped input has ended: reqscope ${args.join(' ')}`, async t => {
		const cwd = temporaryDirectory(t);
		for (const [form, extra] of [
			['--json', 0],
			['--raw', 0],
			['--csv', 1],
			['--text', 1],
		] as const) {
			// The last line has no line end, but is complete.
			const input = pipedLines.join('').trimEnd();
			const {status, stdout, stderr} = await runPiped(t, [form, '--follow', ...args], cwd, input);
			t.deepEqual([status, stderr], [0, closingCounts], form);
			t.is(stdout.split('\n').length - 1, 4 + extra, form);
			t.deepEqual(
				Array.from(stdout.matchAll(/\/n\/\d/g), ([url]) => url),
				numbered(4),
				form,
			);
		}
	});
}

test.serial('--follow of an empty pipe ends at once', async t => {
	const cwd = temporaryDirectory(t);
	const {status, stdout, stderr} = await runPiped(t, ['--json', '--follow'], cwd, '');
	t.deepEqual([status, stdout, stderr], [0, '', '']);
});

test.serial('--follow prints all of a long pipe before it ends', async t => {
	const cwd = temporaryDirectory(t);
	const input = numberedLines(150_000).join('');
	const {status, stdout, stderr} = await runPiped(t, ['--raw', '--follow', '-'], cwd, input);
	t.deepEqual([status, stderr], [0, '']);
	t.true(stdout === input);
});

test.serial('--follow continues while one of its inputs has not ended', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(1));
	const running = startProgram(t, ['--json', '--follow', '-', path], {cwd});
	running.process.stdin?.end(numberedLines(1, 1).join(''));
	await running.lines(2);
	appendFileSync(path, numberedLines(1, 2).join(''));
	await running.lines(3);
	running.process.kill('SIGTERM');
	t.is((await running.ended).status, 143);
});

test.serial('--follow waits for the next writer of a named pipe', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'pipe');
	await makeNamedPipe(path);
	const running = startProgram(t, ['--json', '--follow', path], {cwd});
	for (let n = 0; n < 3; n++) {
		await writeFile(path, numberedLines(1, n).join(''));
		await running.lines(n + 1);
	}
	running.process.kill('SIGTERM');
	t.is((await running.ended).status, 143);
});

test.serial('--follow checks rules before it ends, and waits for their program', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'note'), '#!/bin/sh\nsleep 0.3\necho "$1" > noted\n', {mode: 0o755});
	const input = logLine({time: Date.now(), url: '/', status: 500});
	const args = ['--json', '--follow', '--alert', 'any status:500', '--exec', './note', '-'];
	const {status, stdout, stderr} = await runPiped(t, args, cwd, input);
	t.is(status, 0);
	t.is(stdout.split('\n').length, 2);
	t.regex(stderr, /^reqscope: alert any status:500: 1 request, [^\n]*\n$/);
	t.regex(readFileSync(join(cwd, 'noted'), 'utf8'), /status:500/);
});

test.serial('--follow reports that a file on standard input is read only once, and ends', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(2));
	const command = ['sh', '-c', '"$@" < access.log', 'sh', ...programCommand('--json', '--follow')];
	const {status, stdout, stderr} = await startCommand(t, command, {cwd}).ended;
	t.is(status, 0);
	t.deepEqual(urls(stdout.trimEnd().split('\n')), numbered(2));
	t.is(stderr, 'reqscope: standard input is a file, which is read once: give its path to follow it\n');
});

test.serial('--follow fails if piped input can’t be read', async t => {
	const cwd = temporaryDirectory(t);
	const {status, stdout, stderr} = await runPiped(
		t,
		['--json', '--follow'],
		cwd,
		'\u0000\u0001\u0000'.repeat(200),
	);
	t.deepEqual([status, stdout], [1, '']);
	t.regex(stderr, /^reqscope: -: [^\n]*\n$/);
});

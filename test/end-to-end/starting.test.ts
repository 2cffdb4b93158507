import {appendFileSync, existsSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {expectedListing} from '../helpers/expected-listing.js';
import {numberedLines} from '../helpers/log-lines.js';
import {
	bundleCommand,
	openCommand,
	openProgram,
	programCommand,
	quit,
	runProgram,
	startCommand,
	startProgram,
} from '../helpers/program.js';
import {readListing, shownListing} from '../helpers/screen-listing.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {untouchedTerminal} from '../helpers/terminal-state.js';
import {waitFor} from '../helpers/wait-for.js';

function aLog(t: ExecutionContext) {
	const content = numberedLines(25).join('');
	const {directory: cwd, path} = temporaryLog(t, content);
	return {cwd, path, expected: expectedListing([{path, content}])};
}

test.serial('keys work while standard input is not a terminal', async t => {
	const {cwd, path, expected} = aLog(t);
	const command = ['sh', '-c', '"$@" </dev/null', 'sh', ...programCommand(path)];
	const terminal = openCommand(t, command, {cwd, columns: 120, rows: 40});
	await terminal.waitFor(shownListing(25, expected.slice(0, 10)));
	await quit(t, terminal);
});

test.serial('a screen without a keyboard ends with one clear line', async t => {
	const {cwd, path} = aLog(t);
	// A new session has no controlling terminal, so there is no /dev/tty to read keys from.
	const script = 'log=$1; shift; cat "$log" | setsid --wait "$@"; echo "status $?"';
	const command = ['sh', '-c', script, 'sh', path, ...programCommand('-')];
	const terminal = openCommand(t, command, {cwd, columns: 120, rows: 40});
	const lines = (await terminal.waitFor(/status \d+/)).filter(line => line !== '');

	t.regex(lines.at(-1) ?? '', /^status [12]$/);
	t.is(lines.length, 2, lines.join('\n'));
	t.regex(lines[0] ?? '', /keyboard|\/dev\/tty|terminal/);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

/** Runs the program in a directory that was deleted. */
function whereDeleted(...args: readonly string[]): readonly string[] {
	return [...['sh', '-c', 'mkdir gone; cd gone; rmdir ../gone; exec "$@"', 'sh'], ...programCommand(...args)];
}

const deletedMessage =
	"reqscope: the working directory was deleted or can't be read: change to a different one\n";

for (const args of [
	['--count', 'access.log'],
	['--json', '--follow', '.'],
	['ship', '--store', 'clickhouse://127.0.0.1:9/logs', '--source', 'web', '*.log'],
	['explain', 'access.log'],
]) {
	test.serial(`a deleted directory is reported: ${args.join(' ')}`, async t => {
		const {cwd} = aLog(t);
		const {status, stdout, stderr} = await startCommand(t, whereDeleted(...args), {cwd}).ended;
		t.deepEqual({status, stdout, stderr}, {status: 1, stdout: '', stderr: deletedMessage});
	});
}

test.serial('in a deleted directory an absolute path is printed, and the screen gives advice', async t => {
	const {cwd, path} = aLog(t);
	const {status, stdout} = await startCommand(t, whereDeleted('--count', path), {cwd}).ended;
	t.deepEqual({status, stdout}, {status: 0, stdout: '25 results found\n'});
	const terminal = openCommand(t, whereDeleted(path), {cwd, columns: 120});
	await terminal.waitFor(deletedMessage.trim());
	t.is((await terminal.exit).status, 1);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test.serial('--limit without an output format is refused for the screen', async t => {
	const {cwd, path} = aLog(t);
	const terminal = openProgram(t, ['--limit', '5', path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor('reqscope: --limit is for printing: with it give --text, --json, --csv or --raw');
	t.is((await terminal.exit).status, 2);
	t.deepEqual(terminal.state(), untouchedTerminal);
	const {status, stdout} = await runProgram(t, ['--limit', '1', path], {cwd});
	t.is(status, 0);
	t.is(stdout.trim().split('\n').length, 3);
});

for (const env of [{CI: 'true'}, {NO_COLOR: '1'}, {NODE_ENV: 'development'}] as const) {
	test.serial(`the screen has its ten rows with ${JSON.stringify(env)}`, async t => {
		const {cwd, path, expected} = aLog(t);
		const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40, env: {...env}});
		await terminal.waitFor(shownListing(25, expected.slice(0, 10)));
		t.true(terminal.state().alternateScreen);
		if ('NO_COLOR' in env) {
			t.notRegex(terminal.recording().toString(), /\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m/);
		}
		await quit(t, terminal);
	});
}

test.serial('a dumb terminal gets usable output', async t => {
	const {cwd, path} = aLog(t);
	const terminal = openCommand(t, ['env', 'TERM=dumb', ...programCommand(path)], {
		cwd,
		columns: 80,
		rows: 40,
	});
	await terminal.waitFor('25 results found');
	await quit(t, terminal);
	const screen = terminal.screen();
	t.is(screen.filter(line => / [0-9a-f]{13}$/.test(line)).length, 10, screen.join('\n'));
	t.true(
		screen.join('').includes('TERM is dumb, so there is no screen: these are the newest rows; --text prints'),
	);
});

test.serial('without a path, reads the well-known logs, or advises --demo', async t => {
	const cwd = temporaryDirectory(t);
	const {status, stdout, stderr} = await runProgram(t, ['--count'], {cwd});

	if (/^\d+ results found\n$/.test(stdout)) {
		t.true(['/var/log/nginx', '/var/log/apache2', '/var/log/httpd', '/var/log/caddy'].some(existsSync));
	} else {
		t.true(status === 1 || status === 2);
		t.regex(stderr, /--demo/);
		t.notRegex(stderr, /^\s+at /m);
	}
});

test.serial('--demo writes live traffic and watches it', async t => {
	const cwd = temporaryDirectory(t);
	const terminal = openProgram(t, ['--demo'], {cwd, columns: 120, rows: 40});
	const lines = await terminal.waitFor(now => readListing(now).rows.length === 10);
	const begun = readListing(lines).count ?? 0;
	await terminal.waitFor(now => (readListing(now).count ?? 0) > begun);

	await quit(t, terminal);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test.serial('reads a directory and a glob', async t => {
	const {cwd, path} = aLog(t);
	writeFileSync(join(cwd, 'other.log'), numberedLines(5, 100).join(''));
	const directory = await runProgram(t, ['--count', cwd], {cwd});
	const glob = await runProgram(t, ['--count', join(cwd, 'a*.log')], {cwd});
	const twice = await runProgram(t, ['--count', path, cwd, path], {cwd});

	t.is(directory.stdout, '30 results found\n');
	t.is(glob.stdout, '25 results found\n');
	t.is(twice.stdout, '30 results found\n');
});

test.serial('only the very first start has a line with the most important keys', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(25));
	const line = '5 shows only 5xx, 0 all again; : finds every command by its name';
	const first = openProgram(t, ['access.log'], {cwd, isFirstStart: true});
	await first.waitFor(lines => lines.includes(line));
	await first.press('j', lines => !lines.includes(line) && lines.some(shown => shown.startsWith('▌')));
	await quit(t, first);
	const next = openProgram(t, ['access.log'], {cwd, isFirstStart: true});
	await next.waitFor('25 results found');
	await quit(t, next, 'jq');
	t.false(next.recording().toString().includes('every command by its name'));
});

if (process.platform !== 'win32') {
	test.serial('hostile 30: SIGUSR1 opens no debugger, and the program continues', async t => {
		const {directory: cwd, path} = temporaryLog(t, numberedLines(1));
		const running = startProgram(t, ['--json', '--follow', path], {cwd});
		await running.lines(1);
		running.process.kill('SIGUSR1');
		appendFileSync(path, numberedLines(1, 1).join(''));
		await running.lines(2);
		running.process.kill('SIGTERM');
		const {status, stderr} = await running.ended;
		t.is(status, 143);
		t.is(stderr, '');
	});
	test.serial('closes a debugger that Node opens late, too', async t => {
		const {directory: cwd, path} = temporaryLog(t, numberedLines(1));
		const before = join(cwd, 'before.cjs');
		// The timer comes first, as on a busy machine.
		writeFileSync(
			before,
			`const {url} = require('node:inspector');
			const start = setTimeout;
			process.kill(process.pid, 'SIGUSR1');
			while (!url());
			globalThis.setTimeout = (done, time, ...rest) => {
				const isClosing = time === 1000;
				return start(isClosing ? () => { done(); start(() => console.error('open: ' + url()), 100); } : done, isClosing ? 1 : time, ...rest);
			};`,
		);
		const [node = '', ...args] = bundleCommand('--json', '--follow', path);
		const running = startCommand(t, [node, '--inspect-port=0', '-r', before, ...args], {cwd});
		const said = await new Promise<string>(done => {
			let all = '';
			running.process.stderr?.on('data', text => {
				all += text;
				if (/^open: .*$/m.test(all)) {
					done(all);
				}
			});
		});
		t.regex(said, /^open: undefined$/m);
	});
	test.serial(
		'hostile 30: closes a debugger that SIGUSR1 opened before the program’s first line',
		async t => {
			const {directory: cwd, path} = temporaryLog(t, numberedLines(1));
			const before = `import {url} from 'node:inspector';
			process.kill(process.pid, 'SIGUSR1');
			while (!url()) await new Promise(done => setImmediate(done));`;
			const [node = '', ...args] = bundleCommand('--json', '--follow', path);
			const options = ['--inspect-port=0', '--import', `data:text/javascript,${encodeURIComponent(before)}`];
			const running = startCommand(t, [node, ...options, ...args], {cwd});
			const said = await new Promise<string>(done => {
				running.process.stderr?.once('data', text => done(String(text)));
			});
			const port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
			await running.lines(1);
			const isRefused = (): Promise<boolean> =>
				new Promise(done => {
					const socket = connect(port, '127.0.0.1', () => {
						socket.destroy();
						done(false);
					}).once('error', () => done(true));
				});
			await waitFor(isRefused, undefined, 20_000);
			appendFileSync(path, numberedLines(1, 1).join(''));
			t.is((await running.lines(2)).length, 2);
		},
	);
}

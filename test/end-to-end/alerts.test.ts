import {appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {readControls} from '../helpers/control-sequences.js';
import {logLine, numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit, startProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {inState, untouchedTerminal} from '../helpers/terminal-state.js';
import {waitFor} from '../helpers/wait-for.js';

/** A log with some old lines, and a program that records its arguments and environment. */
function workspace(t: ExecutionContext) {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const noted = join(cwd, 'noted');
	const program = join(cwd, 'note');
	writeFileSync(
		path,
		[...numberedLines(25), logLine({time: Date.UTC(2024, 0), url: '/wp-login', status: 500})].join(''),
	);
	const code = `#!${process.execPath}
const {appendFileSync} = require('fs');
const env = Object.entries(process.env).filter(([name]) => name.startsWith('REQSCOPE_'));
console.log('not on the screen');
console.error('nor this');
appendFileSync(${JSON.stringify(noted)}, JSON.stringify({args: process.argv.slice(2), ...Object.fromEntries(env)}) + '\\n');
`;
	writeFileSync(program, code, {mode: 0o755});
	const calls = () =>
		existsSync(noted)
			? readFileSync(noted, 'utf8')
					.split('\n')
					.slice(0, -1)
					.map(line => JSON.parse(line))
			: [];
	return {
		cwd,
		program,
		calls,
		write(n: number, request: {url?: string; status?: number} = {}) {
			appendFileSync(path, logLine({time: Date.now(), ...request}).repeat(n));
		},
	};
}

const bell = /^U\+0007$/;
function rings(recording: Buffer): number {
	return readControls(recording.toString('latin1')).controls.filter(control => control === 7).length;
}

test.serial('a firing rule rings the bell once, shows a notice and runs its program', async t => {
	const {cwd, program, calls, write} = workspace(t);
	const rule = 'status:5xx share over 50% in 1h min 4';
	const args = ['--alert', rule, '--alert', 'any url:/wp-login', '--exec', program, 'access.log'];
	const terminal = openProgram(t, args, {cwd, columns: 140, rows: 30, allowed: bell});
	await terminal.waitFor('26 results found');
	write(4, {status: 500, url: '/broken?a=$(touch x);`id`'});
	await terminal.waitFor('! 1 alert  status:5xx share over 50% in 1h min 4: 100 % since');
	await terminal.waitFor(`alert ${rule}: 100 %, 4 of 4 requests`);
	await waitFor(() => calls().length === 1);
	await terminal.waitFor(() => rings(terminal.recording()) === 1);
	const message = `alert ${rule}: 100 %, 4 of 4 requests`;
	t.like(calls()[0], {
		args: [message],
		REQSCOPE_MESSAGE: message,
		REQSCOPE_RULE: rule,
		REQSCOPE_VALUE: '100',
		REQSCOPE_COUNT: '4',
		REQSCOPE_TOTAL: '4',
		REQSCOPE_URL: '/broken?a=$(touch x);`id`',
		REQSCOPE_STATUS: '500',
		REQSCOPE_IP: '203.0.113.9',
	});
	t.false(existsSync(join(cwd, 'x')));

	// An old match fired no alert. This one is new.
	write(1, {url: '/wp-login'});
	await waitFor(() => calls().length === 2);
	await terminal.waitFor('! 2 alerts');
	t.is(calls()[1].REQSCOPE_URL, '/wp-login');
	await terminal.waitFor(() => rings(terminal.recording()) === 2);
	await terminal.press('a', /^ FIRING {2}any url:\/wp-login$/m);
	t.false(terminal.recording().includes('not on the screen'));
	t.false(terminal.recording().includes('nor this'));
	await terminal.press('\u001b', 'results found');
	await quit(t, terminal);
	t.is(rings(terminal.recording()), 2);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test.serial('a running program is killed when the screen is closed; --no-bell rings no bell', async t => {
	const {cwd, write} = workspace(t);
	const slow = join(cwd, 'slow');
	const pid = join(cwd, 'pid');
	writeFileSync(slow, `#!/bin/sh\necho $$ > ${pid}~ && mv ${pid}~ ${pid}\nexec sleep 1000\n`, {mode: 0o755});
	const directory = join(cwd, '.config', 'reqscope');
	mkdirSync(directory, {recursive: true});
	const config = {
		alerts: {doors: {rule: 'any url:/wp-login', exec: ['./slow', '{url}']}},
		options: {bell: false},
	};
	writeFileSync(join(directory, 'config.jsonc'), JSON.stringify(config));
	const terminal = openProgram(t, ['access.log'], {cwd, columns: 120});
	await terminal.waitFor('26 results found');
	write(1, {url: '/wp-login'});
	await terminal.waitFor('! 1 alert  doors');
	await waitFor(() => existsSync(pid));
	const number = Number(readFileSync(pid, 'utf8'));
	await quit(t, terminal);
	await waitFor(() => {
		try {
			process.kill(number, 0);
			return /\) Z /.test(readFileSync(`/proc/${number}/stat`, 'utf8'));
		} catch {
			return true;
		}
	});
	t.is(rings(terminal.recording()), 0);
});

test.serial('when printing, an alert is reported on stderr, and its program runs', async t => {
	const {cwd, program, calls, write} = workspace(t);
	const args = ['--follow', '--json', '--alert', 'over 3 in 1h', '--exec', program, '--redact', 'access.log'];
	const running = startProgram(t, args, {cwd});
	await running.lines(26);
	write(4, {url: '/x?token=abc'});
	await waitFor(() => calls().length === 1);
	await running.lines(30);
	t.like(calls()[0], {REQSCOPE_URL: '/x?token=REDACTED', REQSCOPE_IP: '203.0.113.0/24', REQSCOPE_COUNT: '4'});
	running.process.kill('SIGTERM');
	const {status, stdout, stderr} = await running.ended;
	t.is(status, 143);
	t.is(stdout.split('\n').length, 31);
	t.is(stderr, 'reqscope: alert over 3 in 1h: 4 requests\n');
});

test.serial('printing without --follow reports that a rule can’t be watched', async t => {
	const {cwd} = workspace(t);
	const running = startProgram(t, ['--alert', 'any x', 'access.log'], {cwd});
	t.deepEqual(await running.ended, {
		status: 2,
		stdout: '',
		stderr: 'reqscope: --alert without a terminal needs --follow: rules check only new requests\n',
	});
});

test.serial(
	'--notify sends a notification only while the terminal isn’t focused, and restores the terminal',
	async t => {
		const {cwd, write} = workspace(t);
		const args = [
			'--notify',
			'--no-bell',
			'--alert',
			'any url:/one',
			'--alert',
			'any url:/two',
			'access.log',
		];
		const terminal = openProgram(t, args, {
			cwd,
			columns: 140,
			rows: 30,
			allowed: /^OSC 9;reqscope: alert any url:\/two/,
		});
		const sent = (): string[] =>
			readControls(terminal.recording().toString()).sequences.filter(sequence =>
				sequence.startsWith('OSC 9;'),
			);
		await terminal.waitFor('26 results found');
		await terminal.waitFor(inState(terminal, {focusEvents: true}));
		write(1, {url: '/one'});
		await terminal.waitFor('! 1 alert  any url:/one');
		t.deepEqual(sent(), []);
		terminal.write('\u001B[O');
		write(1, {url: '/two'});
		await terminal.waitFor('! 2 alerts');
		await waitFor(() => sent().length === 1);
		t.regex(sent()[0] ?? '', /^OSC 9;reqscope: alert any url:\/two/);
		await quit(t, terminal);
		t.deepEqual(terminal.state(), untouchedTerminal);
	},
);

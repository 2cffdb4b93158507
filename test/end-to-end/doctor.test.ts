import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {slowClock} from '../helpers/injected.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, runProgram} from '../helpers/program.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {untouchedTerminal} from '../helpers/terminal-state.js';

test.serial('on a terminal, doctor reports kind, size, colours, characters, machine and log', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(5));
	const terminal = openProgram(t, ['doctor', 'access.log'], {
		cwd,
		columns: 100,
		rows: 40,
		allowed: /^CSI 6n$/,
		env: slowClock(t),
	});
	const {status} = await terminal.exit;
	const screen = terminal.screen().filter(line => line !== '');
	t.is(status, screen.some(line => line.startsWith('warning')) ? 1 : 0);
	t.deepEqual(screen.slice(0, 4), [
		'ok       terminal: xterm-256color',
		'ok       size: 100x40: fits 33 rows',
		'ok       colours: 256 colours',
		'ok       Unicode: shown',
	]);
	t.true(screen.some(line => /^ok {7}Node\.js: \d+\.\d+\.\d+, runs the (?:bundle|single file)$/.test(line)));
	t.true(screen.some(line => line.startsWith('ok       access.log: combined, ')));
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test.serial('doctor prints advice below a warning and exits with status 1; names are sanitised', async t => {
	const cwd = temporaryDirectory(t);
	const {status, stdout, stderr} = await runProgram(t, ['doctor', 'no\u001Bne'], {cwd});
	t.is(status, 1);
	t.is(stderr, '');
	const lines = stdout.split('\n');
	const at = lines.findIndex(line => line.startsWith('warning  no\\x1bne: no such file'));
	t.regex(lines[at + 1] ?? '', /^ {9}-> /);
	t.regex(lines.at(-2) ?? '', /^\d+ warnings?$/);
});

test.serial('doctor warns about a command that lost its only key in the config', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'c.jsonc'), '{"keys": {"quit": "x"}}');
	const {stdout} = await runProgram(t, ['doctor', '--config', 'c.jsonc', 'none'], {cwd});
	t.regex(
		stdout,
		/^warning {2}keys: x now runs quit, and columns has no key left\n {9}-> give it one in the config/m,
	);
});

test.serial('doctor --json prints one object per line', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(5));
	const {stdout} = await runProgram(t, ['doctor', '--json', 'access.log', 'none'], {cwd, env: slowClock(t)});
	const findings: Array<{state: string; subject: string; advice?: string}> = stdout
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line));
	t.true(findings.length > 5);
	t.true(findings.every(({state, advice}) => (state === 'warning') === (advice !== undefined)));
	t.deepEqual(
		findings.filter(({subject}) => subject === 'none').map(({state}) => state),
		['warning'],
	);
});

test.serial('doctor refuses any other form of output', async t => {
	const cwd = temporaryDirectory(t);
	const {status, stderr} = await runProgram(t, ['doctor', '--csv'], {cwd});
	t.is(status, 2);
	t.is(
		stderr,
		'reqscope: doctor checks terminal, system and logs, and prints text, or with --json one object per line: --csv has no effect there; remove one of them\n',
	);
});

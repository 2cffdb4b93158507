import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {readControls} from '../helpers/control-sequences.js';
import {copiedIn} from '../helpers/copied-in.js';
import {injected} from '../helpers/injected.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {openProgram, quit} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

const allowed = /^OSC 52;c;[\w+/=]*$|^DCS tmux;|^ESC \\$/;

const hostile = logLine({
	time: logStart,
	url: `/';touch evil;'$(touch evil)`,
	userAgent: "it's `touch evil`",
});

function log(t: ExecutionContext) {
	const {directory: cwd, path} = temporaryLog(t, hostile);
	return {cwd, path};
}

/** The clipboard program has 2 s, which may be too little for its start on a busy machine. */
const patiently = `import childProcess from 'node:child_process';
const {spawn} = childProcess;
childProcess.spawn = (file, args, options) => spawn(file, args, {...options, timeout: undefined});
`;

test.serial('Y passes a curl command to the terminal and to the clipboard program', async t => {
	const {cwd, path} = log(t);
	const program = join(cwd, 'xclip');
	writeFileSync(program, `#!/bin/sh\necho "$@" >${cwd}/arguments\ncat >${cwd}/copied\n`);
	chmodSync(program, 0o755);
	const env = {DISPLAY: ':99', PATH: `${cwd}:${process.env.PATH}`, ...injected(t, patiently)};
	const terminal = openProgram(t, ['--no-follow', path], {cwd, env, allowed, columns: 120});
	await terminal.waitFor('1 results found');
	terminal.write('Y');
	await terminal.waitFor(
		'Copied the curl command; http://localhost is assumed, as the log has no host; by xclip and the terminal (OSC 52)',
	);
	await terminal.waitFor(() => copiedIn(terminal.recording()).length > 0);
	const [command = '', ...more] = copiedIn(terminal.recording());
	t.deepEqual(more, []);
	t.is(
		command,
		"curl --header 'User-Agent: it'\\''s `touch evil`' 'http://localhost/'\\'';touch%20evil;'\\''$(touch%20evil)'",
	);
	t.is(readFileSync(join(cwd, 'copied'), 'utf8'), command);
	t.is(readFileSync(join(cwd, 'arguments'), 'utf8'), '-selection clipboard -in\n');
	t.false(existsSync(join(cwd, 'evil')));
	await terminal.press('cl', 'Copied the line by');
	await terminal.waitFor(() => copiedIn(terminal.recording()).length === 2);
	t.is(copiedIn(terminal.recording())[1], hostile.trimEnd());
	await quit(t, terminal);
});

test.serial('within tmux, Y also sends the sequence in the form that tmux passes on', async t => {
	const {cwd, path} = log(t);
	const env = {TMUX: `${cwd}/none,1,0`};
	const terminal = openProgram(t, ['--no-follow', path], {cwd, env, allowed, columns: 120});
	await terminal.waitFor('1 results found');
	await terminal.press('cu', 'Copied the URL by the terminal (OSC 52)');
	await quit(t, terminal);
	const {sequences} = readControls(terminal.recording().toString());
	t.is(sequences.filter(sequence => sequence.startsWith('DCS tmux;')).length, 1);
});

import test, {type ExecutionContext} from 'ava';
import {injected} from '../helpers/injected.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, openProgram, programCommand, quit} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import type {Terminal} from '../helpers/terminal.js';
import {inState, untouchedTerminal} from '../helpers/terminal-state.js';
import {waitFor} from '../helpers/wait-for.js';

const on = {mouse: 'vt200'};
const off = {mouse: 'none'};

function withLog(t: ExecutionContext): {readonly cwd: string; readonly path: string} {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(25));
	return {cwd, path};
}

/** Returns a press of the left mouse button on a string, as a terminal reports it. */
function clickOn(terminal: Terminal, text: string): string {
	const lines = terminal.screen();
	const y = lines.findIndex(line => line.includes(text));
	return `\u001B[<0;${(lines[y] ?? '').indexOf(text) + 1};${y + 1}M`;
}

test.serial('--mouse: clicks and the wheel, complete and in pieces; garbage is ignored', async t => {
	const {cwd, path} = withLog(t);
	const terminal = openProgram(t, ['--mouse', path], {cwd});
	await terminal.waitFor(/(?:^|[·─] )1–10 of 25/m);
	await terminal.waitFor(inState(terminal, on));
	const click = clickOn(terminal, '/n/20');
	await terminal.press(`${click}${click.slice(0, -1)}m`, /^▌.*\/n\/20/m);
	// The pause between two pieces is longer than the wait for the rest of a key.
	const other = clickOn(terminal, '/n/18');
	for (const piece of [other.slice(0, 4), other.slice(4, 7), other.slice(7)]) {
		terminal.write(piece);
		const since = performance.now();
		await waitFor(() => performance.now() > since + 60);
	}
	await terminal.waitFor(/^▌.*\/n\/18/m);
	terminal.write(
		'\u001B[<0;0;0M\u001B[<0;999;999M\u001B[<0;99999999999999;3M\u001B[<;;M\u001B[<0;1\u001B[<65;1;9M',
	);
	await terminal.waitFor(/^▌.*\/n\/15/m);
	t.false(terminal.screen().join('\n').includes('search:'));
	terminal.write(clickOn(terminal, '/n/15'));
	await terminal.press(clickOn(terminal, '/n/15'), /━ Enter {2}Details [\da-f]{13}/);
	await terminal.press('\u001B', '25 results found');
	await terminal.press('p', 'The mouse is off');
	await terminal.waitFor(inState(terminal, off));
	// Reports that are still on their way aren't keys.
	await quit(t, terminal, `${click}q`);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

for (const [how, leave, status] of [
	['^C', '\u0003', 130],
	['q', 'q', 0],
	['SIGTERM', 'SIGTERM', 143],
	['SIGHUP', 'SIGHUP', 129],
] as const) {
	test.serial(`${how} switches mouse reports off`, async t => {
		const {cwd, path} = withLog(t);
		const terminal = openProgram(t, [path], {cwd});
		await terminal.waitFor(/(?:^|[·─] )1–10 of 25/m);
		t.like(terminal.state(), off);
		await terminal.press('p', 'The mouse is on');
		await terminal.waitFor(inState(terminal, on));
		if (leave.startsWith('SIG')) {
			terminal.kill(leave as NodeJS.Signals);
		} else {
			terminal.write(leave);
		}
		t.is((await terminal.exit).status, status);
		t.deepEqual(terminal.state(), untouchedTerminal);
	});
}

test.serial('a crash switches mouse reports off', async t => {
	const {cwd, path} = withLog(t);
	const env = injected(t, "process.on('SIGUSR2', () => { throw new Error('broken on purpose'); });");
	const terminal = openProgram(t, ['--mouse', path], {cwd, env});
	await terminal.waitFor(/(?:^|[·─] )1–10 of 25/m);
	await terminal.waitFor(inState(terminal, on));
	terminal.kill('SIGUSR2');
	t.is((await terminal.exit).status, 1);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test.serial('^Z switches mouse reports off until the program continues, from every panel', async t => {
	const {cwd, path} = withLog(t);
	const script = `
set -m
"$@"
stops=1
echo "the shell goes on: 1"
while read line; do
	fg
	status=$?
	stops=$((stops + 1))
	echo "the shell goes on: $stops, after $status"
done
`;
	// The message of the previous stop reappears when the screen is restored, so each has a number.
	let stops = 0;
	const shellGoesOn = () => {
		stops += 1;
		return terminal.waitFor(new RegExp(`the shell goes on: ${stops}\\b`));
	};
	const terminal = openCommand(t, ['sh', '-c', script, 'sh', ...programCommand('--mouse', path)], {cwd});
	await terminal.waitFor(/(?:^|[·─] )1–10 of 25/m);
	for (const [key, title] of [
		['', /(?:^|[·─] )1–10 of 25/m],
		['i', /━ i {2}Timeline/],
		['f', /━ f {2}Most frequent/],
		['r', /━ r {2}Routes/],
		['x', /━ x {2}Columns/],
		['!', /━ ! {2}Notices/],
		['L', /━ L {2}Lines not recognised/],
		['?', /━ \? {2}Keys/],
	] as const) {
		await terminal.press(key, title);
		terminal.write('\u001A');
		await shellGoesOn();
		t.deepEqual(terminal.state(), untouchedTerminal, key);
		await terminal.press('\r', title);
		await terminal.waitFor(inState(terminal, {...on, alternateScreen: true, cursorVisible: false}));
		if (key !== '') {
			await terminal.press('\u001B', /(?:^|[·─] )1–10 of 25/m);
		}
	}
	await terminal.press(clickOn(terminal, '/n/20'), /^▌.*\/n\/20/m);
	await terminal.press('\r', /━ Enter {2}Details /);
	terminal.write('\u001A');
	await shellGoesOn();
	t.deepEqual(terminal.state(), untouchedTerminal);
	await terminal.press('\r', /━ Enter {2}Details /);
	terminal.write('\u0003');
	t.regex((await shellGoesOn()).join('\n'), /after 130$/m);
	terminal.write('\u0004');
	await terminal.exit;
	t.deepEqual(terminal.state(), untouchedTerminal);
});

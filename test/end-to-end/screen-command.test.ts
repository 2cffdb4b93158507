import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {copiedIn} from '../helpers/copied-in.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, programCommand} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test.serial('the copied command, run with --text, prints the rows on the screen', async t => {
	const cwd = join(temporaryDirectory(t), "it's a folder");
	mkdirSync(cwd);
	writeFileSync(join(cwd, 'access.log'), numberedLines(60).join(''));
	const args = ['-q', 'status:200', '--columns', 'status,url,token', 'access.log'];
	const terminal = openProgram(t, args, {cwd, allowed: /^OSC 52;c;[\w+/=]*$/, columns: 120});
	await terminal.waitFor('12 results found');
	await terminal.press(':query url:n/2 -status:500\r', '9 results found');
	await terminal.press(':rows 7\r*cs', 'Copied the command for this screen by the terminal (OSC 52)');
	await terminal.waitFor(() => copiedIn(terminal.recording()).length === 1);
	const [command = ''] = copiedIn(terminal.recording());
	const quoted = `'${cwd.replaceAll("'", "'\\''")}/access.log'`;
	t.is(command, `reqscope -q 'url:n/2 -status:500' --columns status,url,token --rows 7 --redact ${quoted}`);
	const rows = terminal
		.screen()
		.filter(line => /^\W?\d{3} /.test(line))
		.map(line => line.replace(/^\W/, '').split(/\s+/));
	terminal.write('q');
	await terminal.exit;

	const program = programCommand()
		.map(part => `'${part}'`)
		.join(' ');
	const printed = execFileSync('sh', ['-c', `reqscope() { ${program} "$@"; }; ${command} --text`], {
		encoding: 'utf8',
		cwd: '/',
		env: {PATH: process.env.PATH, HOME: cwd, TZ: 'UTC'},
	});
	const [count, header, ...lines] = printed.trimEnd().split('\n');
	t.is(count, '9 results found');
	t.regex(header ?? '', /^Status +URL +Token$/);
	t.is(rows.length, 7);
	t.deepEqual(
		lines.map(line => line.trim().split(/\s+/)),
		rows,
	);
});

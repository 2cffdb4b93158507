import {spawn} from 'node:child_process';
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {logLine, logStart} from '../helpers/log-lines.js';
import {programCommand} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const module = fileURLToPath(new URL('../../source/output/messages.js', import.meta.url));

/** More than a pipe or a socket holds, so that the end of the line waits for the reader. */
const long = 'x'.repeat(1_000_000);

/** Writes a long line, prints a message, and creates the file `said`. */
const script = `
	import {writeFileSync} from 'node:fs';
	import {printMessage} from ${JSON.stringify(module)};
	process.stdout.write('x'.repeat(1_000_000) + '\\n');
	printMessage('first');
	process.stdout.write('y\\n');
	writeFileSync('said', '');
`;

for (const [what, redirection] of [
	['a socket', '"$@" 2>&1'],
	['a pipe', '"$@" 2>&1 | { while [ ! -e go ]; do sleep 0.05; done; cat; }'],
] as const) {
	test(`a message is between lines of the output if both go to ${what} that is read slowly`, async t => {
		const cwd = temporaryDirectory(t);
		const args = ['-c', redirection, 'sh', process.execPath, '--input-type=module', '-e', script];
		const {stdout} = spawn('sh', args, {cwd, stdio: ['ignore', 'pipe', 'inherit']});
		await waitFor(() => existsSync(join(cwd, 'said')));
		writeFileSync(join(cwd, 'go'), '');
		t.deepEqual(
			(await text(stdout)).split('\n').map(line => (line === long ? 'long' : line)),
			['long', 'reqscope: first', 'y', ''],
		);
	});
}

test('a slow reader gets the last messages before the program exits', async t => {
	const cwd = temporaryDirectory(t);
	// The output fills the pipe except for 16 bytes.
	const [full, lines] = [65_536 - 16, 8];
	const line = logLine({time: logStart, url: '/'});
	const url = `/${'x'.repeat(full / lines - line.length)}`;
	writeFileSync(join(cwd, 'access.log'), logLine({time: logStart, url}).repeat(lines));
	const command = '"$@" 2>&1 | { sleep 1; cat; }';
	const {stdout} = spawn('sh', ['-c', command, 'sh', ...programCommand('--raw', 'access.log', 'gone.log')], {
		cwd,
		env: {...process.env, HOME: cwd},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const printed = (await text(stdout)).split('\n');
	t.is(printed.length, lines + 2);
	t.is(printed.at(-2), 'reqscope: gone.log: no such file');
});

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {copiedIn} from '../helpers/copied-in.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit, runProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

test.serial('the exclude of the config hides requests on the screen only; c s copies it', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(30));
	writeFileSync(join(cwd, 'config.jsonc'), '{"exclude": "-status:5xx"}');
	const args = ['--config', 'config.jsonc', 'access.log'];
	const hidden = (await runProgram(t, ['--count', '-q', 'status:5xx', ...args], {cwd})).stdout;
	t.is(hidden, '6 results found\n');
	t.is(
		(await runProgram(t, ['--count', '--exclude', '-status:5xx', ...args], {cwd})).stdout,
		'24 results found\n',
	);
	t.is((await runProgram(t, ['--count', ...args], {cwd})).stdout, '30 results found\n');

	const terminal = openProgram(t, args, {cwd, allowed: /^OSC 52;c;[\w+/=]*$/});
	await terminal.waitFor('24 results found   6 excluded');
	await terminal.press('X', '30 results found');
	await terminal.press(':exclude -url:/n/2\r', /excluded/);
	await terminal.press('cs', 'Copied the command');
	await terminal.waitFor(() => copiedIn(terminal.recording()).length === 1);
	t.regex(copiedIn(terminal.recording())[0] ?? '', /^reqscope --exclude -url:\/n\/2 /);
	await quit(t, terminal);
});

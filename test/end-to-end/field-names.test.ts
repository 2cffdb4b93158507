import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {copiedIn} from '../helpers/copied-in.js';
import {openProgram, quit, runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** Clears the screen, sets title and clipboard, runs a command in a shell, reverses text, and ends the line. */
const hostile =
	'evil\u001B[2J\u001B]0;PWN\u0007\u001B]52;c;ywjj\u0007\u009B31m\u202E\u200B\n$(touch pwn)`"\'\\';
const written = 'evil\\x1b[2j\\x1b]0;pwn\\x07\\x1b]52;c;ywjj\\x07\\x9b31m\\u202e\\u200b\\n';
const commands = '$(touch pwn)`touch pwn`;\'"\\ -x';

/** Characters that a terminal, or a program that splits lines, could interpret. */
const controls = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}]/u;

function log(t: ExecutionContext, members: object) {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'names.log');
	const line = {
		time_local: '20/Nov/2026:09:12:00 +0000',
		remote_addr: '203.0.113.9',
		request: 'GET /x HTTP/1.1',
		status: '200',
		...members,
	};
	writeFileSync(path, `${JSON.stringify(line)}\n`.repeat(20));
	return {cwd, path};
}

for (const env of [{}, {INK_SCREEN_READER: 'true'}]) {
	const where = 'INK_SCREEN_READER' in env ? 'for a screen reader' : 'on the screen';
	test.serial(`hostile 32: ${where}, controls in names of log fields are escaped`, async t => {
		const {cwd, path} = log(t, {[hostile]: 'v'});
		// The helper checks everything that the terminal receives.
		const terminal = openProgram(t, [path], {cwd, env, columns: 240, rows: 40});
		await terminal.waitFor('20 results found');
		await terminal.press('xZ', '[ ] @"evil\\x1b[2j');
		await terminal.press('G\r', 'No option for the next start: status,ip,method,url,time,token,@"evil');
		await terminal.waitFor('has invisible characters, and isn’t safe to paste');
		await terminal.press('y', 'Nothing is copied: status,ip');
		await terminal.press('\u001B', '20 results found');
		await terminal.waitFor(/Token.* @"evil\\x1b\[2j/);
		await terminal.press('cs', 'There is no command for this screen');
		await terminal.press('fZ', /Client[,:] /);
		await terminal.waitFor('User agent  @"evil');
		await terminal.press('\u001B[D', /@"evil.*[,:] 1\b/);
		await terminal.press('\u001B', '20 results found');
		await terminal.press('j\rZ', 'Log fields');
		await terminal.press('\u001B', '20 results found');
		await terminal.press('/@', 'in 20 of the newest lines');
		await terminal.press('\t\tv\r', '@"evil\\x1b[2j');
		await terminal.press('/@evi:x\r', 'did you mean @"evil\\x1b');
		await terminal.press(':save mine\r', 'Saved the view mine');
		await quit(t, terminal);
		t.deepEqual(copiedIn(terminal.recording()), []);
		t.notRegex(terminal.recording().toString(), /[\u200B\u202E\u009B]/);
		const {stdout} = await runProgram(t, ['views'], {cwd});
		t.true(stdout.replaceAll("'\\\\'", '\\').includes(written), stdout);
		t.notRegex(stdout, controls);
		t.regex(stdout, / --columns '[^']+'\\\\'/);
	});
}

test.serial('hostile 32: printed names of log fields have no controls, also in a terminal', async t => {
	const {cwd, path} = log(t, {[hostile]: 'v'});
	const column = `url,@"${hostile.replaceAll(/["\\]/g, '\\$&')}"`;
	for (const form of ['--text', '--csv', '--json']) {
		const args = [form, '--limit', '1', '--columns', column, path];
		const {stdout, stderr, status} = await runProgram(t, args, {cwd});
		t.is(status, 0, stderr);
		t.notRegex(stdout + stderr, controls);
		t.is(stdout.split('\n').length, form === '--json' ? 2 : form === '--csv' ? 3 : 4, stdout);
		const terminal = openProgram(t, args, {cwd, columns: 400});
		t.is((await terminal.exit).status, 0);
		t.notRegex(terminal.recording().toString(), /[\u200B\u202E\u009B]/);
	}
	const {stderr} = await runProgram(t, ['--text', '-q', `@"${hostile.slice(0, 5)}":x`, path], {cwd});
	t.regex(stderr, /did you mean @"evil\\x1b\[2J/);
	t.notRegex(stderr.trimEnd(), controls);
});

test.serial('hostile 32: a copied option quotes the name of a log field for shells', async t => {
	const {cwd, path} = log(t, {[commands]: 'v'});
	const terminal = openProgram(t, [path], {cwd, columns: 240, rows: 40, allowed: /^OSC 52;c;[\w+/=]*$/});
	await terminal.waitFor('20 results found');
	await terminal.press('xZ', '[ ] @"$(touch pwn)');
	terminal.write('G\r');
	const quoted = `'status,ip,method,url,time,token,@"$(touch pwn)\`touch pwn\`;'\\'\\\\'"'\\\\\\\\' -x"'`;
	await terminal.waitFor('For the next start: --columns ');
	await terminal.press('y', 'Copied the option by the terminal (OSC 52)');
	await terminal.waitFor(() => copiedIn(terminal.recording()).length === 1);
	t.is(copiedIn(terminal.recording())[0], `--columns ${quoted}`);
	t.true(terminal.screen().join('\n').includes(quoted), terminal.screen().join('\n'));
	await terminal.press('\u001B', '20 results found');
	await terminal.press(':save mine\r', 'Saved the view mine');
	terminal.write('q');
	await terminal.exit;
	const {stdout} = await runProgram(t, ['views'], {cwd});
	t.is(stdout, `mine  --columns ${quoted} --rows 10\n`);
});

/** Names with secrets, and a pattern that no output may match. */
const secretNames = {
	'anna@shop.example': '1',
	seen: {'198.51.100.7': {count: '2'}, '198.51.100.9': {count: '3'}},
	AKIAIOSFODNN7EXAMPLE: '4',
	sessions: {'8f3a1b2c9d4e': '5'},
};
const secrets = /anna|100\.[79]|akia|8f3a/i;
const secretColumns = [
	'@anna@shop.example',
	'@seen.198.51.100.7.count',
	'@seen.198.51.100.9.count',
	'@akiaiosfodnn7example',
	'@sessions.8f3a1b2c9d4e',
].join(',');

for (const env of [{}, {INK_SCREEN_READER: 'true'}]) {
	const where = 'INK_SCREEN_READER' in env ? 'for a screen reader' : 'on the screen';
	test.serial(`hostile 32: ${where}, --redact hides secrets in the names of log fields`, async t => {
		const {cwd, path} = log(t, secretNames);
		const allowed = /^OSC 52;c;[\w+/=]*$/;
		const args = ['--redact', '--columns', `url,${secretColumns}`, path];
		const terminal = openProgram(t, args, {cwd, env, columns: 240, rows: 40, allowed});
		await terminal.waitFor('20 results found');
		await terminal.waitFor(/@REDACTED +@seen\.198\.51\.100\.0\.… +@seen\.198\.51\.100\.0\.… +@REDACTED/);
		await terminal.waitFor(/\/x +1 +2 +3 +4 /);
		await terminal.press('xZ', 'For the next start: --columns url,@REDACTED,@seen.198.51.100.0.count,');
		await terminal.press('y', 'Copied the option; secrets in names of columns are hidden');
		await terminal.press('j\u001B[C', '--columns url,@seen.198.51.100.0.count,@REDACTED,');
		await terminal.press('\u001B', '20 results found');
		await terminal.press('cs', 'secrets in names of columns are hidden');
		await terminal.press('fZ', /Client.* @seen\.198\.51\.100\.0\.count/);
		await terminal.press('\u001B', '20 results found');
		await terminal.press('j\rZ', /Log fields.*seen\.198\.51\.100\.0\.count/s);
		await terminal.press('\u001B', '20 results found');
		await terminal.press('/@anna@shop.example:1\r', /^[ /]@REDACTED:1/m);
		await terminal.waitFor('20 results found');
		await terminal.press('/@sess', 'sessions.REDACTED');
		terminal.write('\u001B');
		await terminal.press('\u001B', lines => !lines.join('\n').includes('sessions.REDACTED  '));
		await terminal.press(':query @seen.198.51.100.8.count:1\r', 'did you mean @seen.198.51.100.0.count');
		await terminal.press(':save mine\r', 'Saved the view mine');
		const shown = terminal.recording().toString();
		t.notRegex(shown.replaceAll(path, ''), secrets);
		t.notRegex(copiedIn(terminal.recording()).join('\n').replaceAll(path, ''), secrets);
		t.is(copiedIn(terminal.recording()).length, 2);
		// The columns themselves are unchanged.
		await terminal.press('*', '@seen.198.51.100.7');
		await quit(t, terminal);
		const {stdout} = await runProgram(t, ['views', '--redact'], {cwd});
		t.notRegex(stdout, secrets);
		t.regex(stdout, /--columns url,@seen\.198\.51\.100\.0\.count,@REDACTED,/);
	});
}

test.serial('hostile 32: --redact hides secrets in printed names of log fields, not values', async t => {
	const {cwd, path} = log(t, secretNames);
	const run = async (...args: readonly string[]): Promise<string> => {
		const {stdout, stderr} = await runProgram(t, [...args, '--redact', '--limit', '1', path], {cwd});
		t.notRegex((stdout + stderr).replaceAll(path, ''), secrets, args.join(' '));
		return stdout + stderr;
	};
	const fields = {
		REDACTED: '1',
		'seen.198.51.100.0.count': '2',
		'seen.198.51.100.0.count 2': '3',
		'REDACTED 2': '4',
		'sessions.REDACTED': 'REDACTED',
	};
	t.deepEqual(JSON.parse(await run('--json')).fields, fields);
	t.deepEqual(JSON.parse(await run('--json', '--columns', secretColumns)).fields, fields);
	const names = ['REDACTED', 'seen.198.51.100.0.count', 'seen.198.51.100.0.count', 'REDACTED'];
	const header = [...names, 'sessions.REDACTED'].map(name => `fields.${name}`).join(',');
	t.is(await run('--csv', '--columns', secretColumns), `${header}\n1,2,3,4,REDACTED\n`);
	t.regex(await run('--text', '--columns', secretColumns), /\n@REDACTED +@seen\.198\.51\.100\.0\.count /);
	await run('--raw');
	await run('--text', '-q', '@seen.198.51.100.8.count:1');
	await run('--text', '-q', '@seen.198.51.100.7.count');
	await run('--text', '-q', `@"eyJ${'x'.repeat(100)}akia":>x`);
	await run('--text', '--columns', `${secretColumns},@anna@shop.example`);
});

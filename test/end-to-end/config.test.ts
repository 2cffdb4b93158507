import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {slowClock} from '../helpers/injected.js';
import {countriesFile, ownersFile} from '../helpers/known-geo.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, openProgram, programCommand, quit, runProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {untouchedTerminal} from '../helpers/terminal-state.js';

/** A log, and a config file in its default location. */
function withConfig(t: ExecutionContext, config?: string) {
	const {directory: cwd} = temporaryLog(t, numberedLines(25));
	const directory = join(cwd, '.config', 'reqscope');
	const path = join(directory, 'config.jsonc');
	mkdirSync(directory, {recursive: true});
	if (config !== undefined) {
		writeFileSync(path, config);
	}
	return {cwd, path};
}

function rowsIn(lines: readonly string[]): number {
	return lines.filter(line => /^[ ▌]\d{3} /.test(line)).length;
}

/** Colours of 256, which the themes have. */
const allowed = /^CSI (?:[34]8;5;\d+|33|49|9\d)m$/;

test.serial('the config applies; with --no-config, the defaults apply', async t => {
	const config = `{
		// fewer
		"options": {"rows": 3},
		"theme": "dark",
		"columns": "status,client,url:20",
		"keys": {"quit": "x", "row-down": ["ctrl-n"]},
		"searches": {"all of them": "status:404 OR status:500"},
	}`;
	const {cwd, path} = withConfig(t, config);
	const plain = openProgram(t, ['--no-config', '--theme', 'terminal', 'access.log'], {cwd});
	// The overview comes last.
	const isWhole = (lines: readonly string[]): boolean =>
		rowsIn(lines) === 10 &&
		/ no request for .*\n.*\n25 results found\n[\s\S]* ■ 2xx [\s\S]*^5 {3}5xx +\/n\//m.test(lines.join('\n'));
	const before = await plain.waitFor(isWhole);
	await quit(t, plain);

	const own = openProgram(t, ['access.log'], {cwd, allowed});
	await own.waitFor(lines => lines.join('\n').includes('25 results found') && rowsIn(lines) === 3);
	t.true(own.screen().some(line => /^Status +Kind +URL$/.test(line)));
	await own.press('\u000E', /^▌/m);
	await own.press('/', 'all of them');
	await own.press('all', lines => !lines.some(line => line.startsWith(' status ')));
	await own.press('\t', '/status:404 OR status:500');
	await own.press('\r', '10 results found');
	t.true(own.recording().toString().includes('\u001B[38;5;'));
	await quit(t, own, 'x');
	t.deepEqual(own.state(), untouchedTerminal);

	const given = openProgram(t, ['--columns', 'ip', 'access.log'], {cwd, allowed});
	await given.waitFor(/^IP$/m);
	await quit(t, given, 'x');
	const {stdout} = await runProgram(t, ['--text', 'access.log'], {cwd});
	t.regex(stdout, /^25 results found\nStatus +IP +Method /, 'what is printed is as it was');

	rmSync(path);
	// The last search is offered again.
	for (const kept of ['searches', 'last-searches']) {
		rmSync(join(cwd, '.local', 'state', 'reqscope', kept));
	}
	const after = openProgram(t, ['--theme', 'terminal', 'access.log'], {cwd});
	t.deepEqual(await after.waitFor(isWhole), before);
	await quit(t, after);
});

test.serial('hostile 17: a config with errors is refused with a list of them; --no-config runs', async t => {
	const {cwd, path} = withConfig(t, '{\n"theme": "drak",\n"keys": {"qiut": "x\u001B[31m"}}');
	const broken = '{"theme": "drak",\n"keys": {"quit": "x\u202e\u009b31m"},\n"thme": 1}';
	writeFileSync(path, broken);
	const said = [
		`reqscope: ${path}:1: theme can't be "drak": did you mean "dark"?`,
		`reqscope: ${path}:2: "x\\u202e\\x9b31m" isn't a key for quit: `,
		`reqscope: ${path}:3: there is no setting "thme": did you mean "theme"?`,
		'reqscope: fix the config file, or run with --no-config',
	];
	for (const args of [['access.log'], ['--count', 'access.log'], ['config'], ['formats']]) {
		const {status, stdout, stderr} = await runProgram(t, args, {cwd});
		t.is(status, 2);
		t.is(stdout, '');
		const lines = stderr.trimEnd().split('\n');
		t.is(lines.length, said.length);
		t.true(
			lines.every((line, index) => line.startsWith(said[index] ?? '-')),
			stderr,
		);
	}
	for (const args of [['--no-config', '--count', 'access.log'], ['--help'], ['--version']]) {
		t.is((await runProgram(t, args, {cwd})).status, 0);
	}
	const {status, stderr} = await runProgram(t, ['--config', 'nowhere', '--count', 'access.log'], {cwd});
	t.is(status, 2);
	t.regex(stderr, /^reqscope: nowhere: the config file can't be read: no such file\n/);
});

test.serial('user formats and routes apply to printed output', async t => {
	const {cwd} = withConfig(t, '{"formats": {"shop": "$status $request"}, "routes": ["/buy/{word}"]}');
	writeFileSync(
		join(cwd, 'shop.log'),
		'200 GET /buy/socks HTTP/1.1\n404 GET /buy/ties HTTP/1.1\n200 GET /x HTTP/1.1\n',
	);
	const run = (...args: readonly string[]) => runProgram(t, [...args, 'shop.log'], {cwd});
	t.is((await run('--count', '--format', 'shop')).stdout, '3 results found\n');
	t.is((await run('--count', '--format', 'shop', '-q', 'route:/buy/{word}')).stdout, '2 results found\n');
	t.is(
		(await run('--no-config', '--count', '--format', '$status $request', '-q', 'route:/buy/{word}')).stdout,
		'0 results found\n',
	);
	t.is((await run('--no-config', '--count', '--format', 'shop')).status, 2);
	const {stdout} = await runProgram(t, ['formats'], {cwd});
	t.regex(stdout, /\nshop\n {4}\$status \$request\n/);
});

test.serial('reqscope config prints the effective settings', async t => {
	const {cwd, path} = withConfig(t, '{"options": {"rows": 3}}');
	const {status, stdout} = await runProgram(t, ['config', '--tz', 'utc'], {cwd, env: {NO_COLOR: '1'}});
	t.is(status, 0);
	for (const line of [
		`"rows": 3, // ${path}:1`,
		'"tz": "utc", // --tz',
		'"color": "never", // NO_COLOR',
		'"quit": ["q"], // default',
	]) {
		t.true(stdout.includes(`\t\t${line}\n`), line);
	}
	// The output can be redirected to the config file itself, which the shell has then emptied.
	writeFileSync(path, '');
	t.is((await runProgram(t, ['config'], {cwd})).status, 0);
});

const light = 'rgb:ffff/ffff/ffff';

/** `#2b6a40` in 256 colours: 2xx on a light background. */
const lightFound = '\u001B[38;5;23m';
const terminalFound = '\u001B[32m';

test.serial('the background is queried, and the reply is not read as a key', async t => {
	const {cwd} = withConfig(t);
	const terminal = openProgram(t, ['access.log'], {cwd, allowed, background: light, env: slowClock(t)});
	const lines = await terminal.waitFor(() => terminal.recording().includes(lightFound));
	await terminal.waitFor('25 results found');
	t.is(terminal.recording().toString().split('\u001B]11;?\u0007').length, 2);
	t.false(lines.join('\n').includes('rgb'));
	await terminal.press('j', /^▌/m);
	t.notRegex(terminal.screen().join('\n'), /rgb|ffff/);
	await quit(t, terminal);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test.serial('a terminal that doesn’t reply causes no delay', async t => {
	const {cwd} = withConfig(t);
	const terminal = openProgram(t, ['access.log'], {cwd});
	await terminal.waitFor('25 results found');
	await terminal.waitFor(() => terminal.recording().includes(terminalFound));
	// No user types this. An answer that is read as keys would have this effect.
	await terminal.press(
		'jj',
		lines =>
			lines.findIndex(line => line.startsWith('▌')) > lines.findIndex(line => line.startsWith('Status')) + 1,
	);
	await quit(t, terminal);
});

test.serial('a late reply changes the theme, also of an input line', async t => {
	const {cwd} = withConfig(t);
	const terminal = openProgram(t, ['access.log'], {cwd, allowed});
	await terminal.waitFor(() => terminal.recording().includes('\u001B]11;?'));
	terminal.write('/n/1');
	terminal.write('\u001B]11;rgb:ff');
	terminal.write('ff/ffff/ffff\u001B\\');
	await terminal.press('2', '/n/12');
	await terminal.waitFor('1 results found');
	await terminal.waitFor(() => terminal.recording().includes(lightFound));
	t.notRegex(terminal.screen().join('\n'), /rgb|ffff/);
	terminal.write('\u0003');
	t.is((await terminal.exit).status, 130);
});

test.serial('after an immediate exit, the reply doesn’t end up in the shell', async t => {
	const {cwd} = withConfig(t);
	const script = '"$@"; echo "status $?"; read -r line; echo "read <$line>"';
	// The program waits for 250 ms after its query. A busy machine may need that long for the first screen.
	const env = slowClock(t);
	const command = ['sh', '-c', script, 'sh', ...programCommand('access.log')];
	const terminal = openCommand(t, command, {cwd, env});
	await terminal.waitFor(() => terminal.recording().includes('\u001B]11;?'));
	await terminal.press('q', () => terminal.recording().includes('\u001B[?1049l'));
	await terminal.press(`\u001B]11;${light}\u0007`, 'status 0');
	await terminal.press('x\r', 'read <');
	t.true(terminal.screen().includes('read <x>'), terminal.screen().join('\n'));
	await terminal.exit;
});

test.serial('the background is not queried if the reply would have no effect or be visible', async t => {
	const {cwd} = withConfig(t);
	for (const [args, variables] of [
		[['--theme', 'dark'], []],
		[['--no-color'], []],
		[[], ['NO_COLOR=1']],
		[[], ['STY=1.tty']],
		[[], ['TERM=linux']],
	] as const) {
		// With `env`, because a TERM in the options of the terminal doesn't reach the program.
		const command = ['env', ...variables, ...programCommand(...args, 'access.log')];
		const terminal = openCommand(t, command, {cwd, allowed});
		await terminal.waitFor('25 results found');
		t.false(terminal.recording().includes('\u001B]11'), JSON.stringify([args, variables]));
		await quit(t, terminal);
	}
});

test.serial('a command that the config leaves without a key is reported at the start', async t => {
	const {cwd} = withConfig(t, '{"keys": {"help": "q", "freeze": "j"}}');
	const terminal = openProgram(t, ['access.log'], {cwd});
	await terminal.waitFor('No key is left for quit (q now runs help): give it one in the config file, or []');
	await terminal.press('k', lines => !lines.join('\n').includes('No key is left'));
	terminal.write('\u0003');
	t.is((await terminal.exit).status, 130);
});

test.serial(
	'databases of addresses are read from the folder of the config file, and only if they are needed',
	async t => {
		const {cwd, path} = withConfig(t, '{"geo": ["owners.mmdb", "~/countries.mmdb"]}');
		const lines = numberedLines(25).map(line => line.replace('198.51.100.', '203.0.113.'));
		writeFileSync(join(cwd, 'access.log'), lines.join(''));
		writeFileSync(join(path, '..', 'owners.mmdb'), ownersFile);
		writeFileSync(join(cwd, 'countries.mmdb'), countriesFile);
		const run = async (...args: readonly string[]): Promise<readonly string[]> => {
			const {stdout, stderr, status} = await runProgram(t, [...args, 'access.log'], {cwd});
			return [...stdout.trimEnd().split('\n'), ...stderr.trimEnd().split('\n'), `status ${status}`].filter(
				line => line !== '',
			);
		};
		t.deepEqual(await run('--json', '--limit', '1', '--columns', 'ip,asn,country'), [
			'{"ip":"203.0.113.24","asn":"AS64496 Example Cloud, Inc.","country":"US"}',
			'status 0',
		]);
		t.deepEqual(await run('--redact', '--json', '--limit', '1', '--columns', 'ip,asn'), [
			'{"ip":"203.0.113.0/24","asn":"AS64496 Example Cloud, Inc."}',
			'status 0',
		]);
		t.deepEqual(await run('--count', '-q', 'asn:64496 country:us -asn:beispiel'), [
			'24 results found',
			'status 0',
		]);
		t.regex((await run('--top', 'asn')).join('\n'), /96 % .* AS64496 Example Cloud, Inc\./);

		rmSync(join(cwd, 'countries.mmdb'));
		const unread = `reqscope: geo: ${join(cwd, 'countries.mmdb')} can’t be read: no such file`;
		t.deepEqual(await run('--count'), ['25 results found', 'status 0']);
		t.deepEqual(await run('--count', '-q', 'asn:64496'), ['24 results found', unread, 'status 0']);
		for (const args of [
			['--count', '-q', 'country:us'],
			['--top', 'country'],
			['--text', '--columns', 'country'],
		]) {
			const [problem, status] = await run(...args);
			t.true(problem?.startsWith(`${unread}; country: needs a database: in config.jsonc write`), problem);
			t.is(status, 'status 2');
		}

		const terminal = openProgram(t, ['-q', 'country:us', 'access.log'], {cwd});
		await terminal.waitFor('Country: needs a database: in config.jsonc write');
		await terminal.waitFor('countries.mmdb can’t be read: no such file');
		await quit(t, terminal);

		const other = openProgram(t, ['--columns', 'ip,country', 'access.log'], {cwd});
		await other.waitFor('country: needs a database: in config.jsonc write');
		await quit(t, other);
	},
);

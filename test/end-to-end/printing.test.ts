import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {expectedListing} from '../helpers/expected-listing.js';
import {type JsonEntry, readJsonEntries} from '../helpers/json-entry.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {programCommand, runProgram, startCommand, startProgram} from '../helpers/program.js';
import {compareRows, readListing} from '../helpers/screen-listing.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {words} from '../helpers/words.js';

/** Twelve requests, some of them out of order, between lines that aren't requests. */
function log(t: ExecutionContext) {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const lines = [
		...numberedLines(8),
		'this is no request\n',
		'\n',
		logLine({time: logStart + 3000, url: '/tie'}),
		logLine({time: logStart + 60_000, request: '-', status: 408, bytes: '-'}),
		'neither is this\n',
		logLine({time: logStart + 20_000, url: 'http://shop.example/en/?p=2'}),
		logLine({time: logStart + 30_000, url: '/agent', userAgent: '=HYPERLINK(1)'}),
		'nor "this"\n',
	];
	const content = lines.join('');
	writeFileSync(path, content);
	return {cwd, path, lines, content, expected: expectedListing([{path, content}])};
}

function lines(text: string): string[] {
	return text.split('\n').slice(0, -1);
}
const token = /^[0-9a-f]{13}$/;

test.serial('--json prints every request, newest first', async t => {
	const {cwd, path, content, expected} = log(t);
	const {status, stdout, stderr} = await runProgram(t, ['--json', path], {cwd});

	t.is(status, 0);
	const entries = readJsonEntries(stdout);
	t.deepEqual(
		entries.map(({status, method}) => [`${status}`, method ?? 'n/a']),
		expected.map(({status, method}) => [status, method]),
	);
	t.deepEqual(entries[0], {
		...entries[0],
		status: 408,
		ip: '203.0.113.9',
		method: null,
		url: null,
		time: '2024-11-05T09:04:07.000Z',
		offset: content.indexOf('203.0.113.9', content.indexOf('/tie')),
		file: path,
	} as JsonEntry);
	t.is(entries[2]?.url, 'http://shop.example/en/?p=2');
	t.true(entries.every(entry => token.test(entry.token)));
	t.is(new Set(entries.map(entry => entry.token)).size, 12);
	t.regex(stderr, /(^|\n)3 lines not recognised\n$/);
});

test.serial('--csv has a header row and as many rows, and no cell that a spreadsheet would run', async t => {
	const {cwd, path} = log(t);
	const {status, stdout} = await runProgram(t, ['--csv', path], {cwd});
	const json = await runProgram(t, ['--json', path], {cwd});

	t.is(status, 0);
	const [header = '', ...rows] = lines(stdout).map(line => line.replace(/\r$/, ''));
	t.regex(header, /^"?status"?,"?ip"?,"?method"?,"?url"?,"?time"?,"?token"?,/);
	const names = header.replaceAll('"', '').split(',');
	t.true(readJsonEntries(json.stdout).every(entry => Object.keys(entry).every(key => names.includes(key))));
	t.is(rows.length, 12);
	t.deepEqual(
		rows.map(row => /\b[0-9a-f]{13}\b/.exec(row)?.[0]),
		readJsonEntries(json.stdout).map(entry => entry.token),
	);
	t.regex(stdout, /HYPERLINK/);
	t.notRegex(stdout, /(^|,)"?=HYPERLINK/m);
});

test.serial('--text prints the listing: count line, header line, all rows', async t => {
	const {cwd, path, expected} = log(t);
	const {status, stdout} = await runProgram(t, ['--text', path], {cwd});

	t.is(status, 0);
	t.regex(stdout, /^12 results found\nStatus +IP +Method +URL +Time +Token *\n/);
	t.is(compareRows(readListing(lines(stdout)).rows, expected), true);
	t.is(lines(stdout).length, 14);
});

test.serial('without a terminal the whole listing is printed, without control characters', async t => {
	const {cwd, path, expected} = log(t);
	const {status, stdout} = await runProgram(t, [path], {cwd});

	t.is(status, 0);
	t.false(stdout.includes('\u001B'));
	t.is(compareRows(readListing(lines(stdout)).rows, expected), true);
});

for (const args of [[], ['--text'], ['--text', '--follow']]) {
	test.serial(`a config file's rows limit no output: reqscope ${args.join(' ')}`, async t => {
		const {cwd, path} = log(t);
		const config = join(cwd, 'config.jsonc');
		writeFileSync(config, '{"options": {"rows": 3}}');
		const running = startProgram(t, [...args, '--config', config, path], {cwd});
		const printed = await running.lines(args.includes('--follow') ? 13 : 14);
		t.is(printed.filter(line => / [0-9a-f]{13}$/.test(line)).length, 12);
	});
}

for (const option of ['--rows', '--limit']) {
	test.serial(`${option} N prints the newest N rows of the listing`, async t => {
		const {cwd, path, expected} = log(t);
		for (const form of [[], ['--text']]) {
			const {status, stdout} = await runProgram(t, [...form, option, '3', path], {cwd});
			t.is(status, 0);
			t.is(compareRows(readListing(lines(stdout)).rows, expected.slice(0, 3)), true);
		}
	});
}

test.serial('--rows fit is for the screen: printing refers to --limit', async t => {
	const {cwd, path} = log(t);
	const {status, stdout, stderr} = await runProgram(t, ['--rows', 'fit', path], {cwd});
	t.deepEqual(
		[status, stdout, stderr],
		[2, '', 'reqscope: --rows fit is for the screen: to print only the newest N, give --limit N\n'],
	);
});

test.serial('--raw prints the lines as they were logged', async t => {
	const {cwd, path, lines: logged} = log(t);
	const {status, stdout} = await runProgram(t, ['--raw', '--limit', '3', path], {cwd});

	t.is(status, 0);
	t.is(stdout, [logged[11], logged[14], logged[13]].join(''));
});

test.serial('--count prints the count line only', async t => {
	const {cwd, path} = log(t);
	const {status, stdout} = await runProgram(t, ['--count', path], {cwd});
	t.is(status, 0);
	t.is(stdout, '12 results found\n');
});

test.serial('--limit prints the newest only, --limit 0 nothing', async t => {
	const {cwd, path} = log(t);
	const all = await runProgram(t, ['--json', path], {cwd});
	const three = await runProgram(t, ['--json', '--limit', '3', path], {cwd});
	const none = await runProgram(t, ['--json', '--limit', '0', path], {cwd});

	t.deepEqual(lines(three.stdout), lines(all.stdout).slice(0, 3));
	t.is(none.stdout, '');
	t.deepEqual([three.status, none.status], [0, 0]);
});

test.serial('--sort prints in a different order, --text with the sorted column', async t => {
	const {cwd} = log(t);
	const path = join(cwd, 'timed.log');
	const durations = ['0.020', '-', '1.500', '0.020', '0.300'];
	const timed = durations.map((duration, n) => {
		const line = logLine({time: logStart + n * 1000, url: `/${n}`, bytes: 10 * n}).trimEnd();
		return `${line} ${duration}\n`;
	});
	writeFileSync(path, timed.join(''));
	const urls = async (...args: readonly string[]): Promise<string> => {
		const {stdout} = await runProgram(t, ['--json', ...args, path], {cwd});
		return readJsonEntries(stdout)
			.map(({url}) => url)
			.join(' ');
	};
	t.is(await urls('--sort', 'duration'), '/2 /4 /3 /0 /1');
	t.is(await urls('--sort', 'duration', '--limit', '2'), '/2 /4');
	t.is(await urls('--sort', 'bytes', '-q', '-url:/4'), '/3 /2 /1 /0');
	t.is(await urls('--sort', '-time', '--limit', '3'), '/0 /1 /2');
	t.is(await urls('--sort', 'time'), '/4 /3 /2 /1 /0');
	const {stdout} = await runProgram(t, ['--text', '--sort', 'duration', '--limit', '1', path], {cwd});
	t.regex(stdout, /^5 results found\nStatus .* Token +Duration\n200 .* \/2 .* 1\.5 s\n$/);
});

test.serial('prints piped input', async t => {
	const {cwd, path, content} = log(t);
	const piped = await runProgram(t, ['--json', '-'], {cwd, input: content});
	const named = await runProgram(t, ['--json', path], {cwd});

	t.is(piped.status, 0);
	t.deepEqual(
		readJsonEntries(piped.stdout).map(({url, token}) => [url, token]),
		readJsonEntries(named.stdout).map(({url, token}) => [url, token]),
	);
});

test.serial('fault 20: half a line at the end of piped input is printed once, and marked', async t => {
	const {cwd, content} = log(t);
	const [half = ''] = numberedLines(1, 500);
	const input = content + half.slice(0, half.indexOf('"-"') + 1);
	const printed = async (form: string) => lines((await runProgram(t, [form, '-'], {cwd, input})).stdout);
	const marked = (await printed('--json')).filter(line => line.includes('incomplete'));
	t.is(marked.length, 1);
	t.like(JSON.parse(marked[0] ?? ''), {url: '/n/500', incomplete: true});
	const csv = await printed('--csv');
	t.regex(csv[0] ?? '', /,incomplete$/);
	t.deepEqual(
		csv.filter(line => line.endsWith(',true')).map(line => line.split(',')[3]),
		['/n/500'],
	);
	const text = (await printed('--text')).filter(line => line.includes('…'));
	t.is(text.length, 1);
	t.regex(text[0] ?? '', /\/n\/500 .* … +[0-9a-f]{13}$/);
});

test.serial('a broken pipe ends printing quietly', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(20_000));
	const script = '{ "$@"; echo $? >status; } | head -n 1; cat status';
	const command = ['sh', '-c', script, 'sh', ...programCommand('--json', path)];
	const {stdout, stderr} = await startCommand(t, command, {cwd}).ended;

	const [first = '', status] = lines(stdout);
	t.is(JSON.parse(first).url, '/n/19999');
	t.is(stderr, '');
	t.is(status, '0');
});

test.serial('a broken pipe ends --follow with the next entry', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	const running = startProgram(t, ['--json', '--follow', path], {cwd});
	await running.lines(3);
	running.process.stdout?.destroy();
	writeFileSync(path, numberedLines(50, 3).join(''), {flag: 'a'});

	const {status, stderr} = await running.ended;
	t.is(status, 0);
	t.is(stderr, '');
});

test.serial('a missing file is one line on stderr and status 1; the other files are printed', async t => {
	const {cwd, path} = log(t);
	const missing = join(cwd, 'missing.log');
	const all = await runProgram(t, ['--json', path], {cwd});
	const {status, stdout, stderr} = await runProgram(t, ['--json', missing, path], {cwd});

	t.is(status, 1);
	t.is(stdout, all.stdout);
	const problems = lines(stderr).filter(line => !/lines not recognised$/.test(line));
	t.is(problems.length, 1);
	t.regex(problems[0] ?? '', /missing\.log/);
	t.notRegex(stderr, /^\s+at /m);
});

for (const [args, pattern] of [
	[['--jsno'], /--jsno.*--json/s],
	[['--folow'], /--folow.*--follow/s],
	[['--count', '--limit', '3'], /--limit|--count/],
	[['--limit', 'many'], /--limit/],
	[['--limit', '-1'], /--limit/],
	[['--rows', 'none'], /--rows/],
	[['--json', '--csv'], /--json|--csv/],
] as const) {
	test.serial(`wrong usage: ${args.join(' ')}`, async t => {
		const {cwd, path} = log(t);
		const {status, stdout, stderr} = await runProgram(t, [...args, path], {cwd});

		t.is(status, 2);
		t.is(stdout, '');
		t.regex(stderr, pattern);
		t.notRegex(stderr, /^\s+at /m);
	});
}

test.serial('--help and --version are printed, with status 0', async t => {
	const cwd = temporaryDirectory(t);
	const help = await runProgram(t, ['--help'], {cwd});
	const version = await runProgram(t, ['--version'], {cwd});

	t.is(help.status, 0);
	for (const option of words`--json --csv --text --raw --count --limit --follow --no-past --demo`) {
		t.true(help.stdout.includes(option), option);
	}
	t.is(version.status, 0);
	t.regex(version.stdout, /\d+\.\d+\.\d+/);
});

test.serial('with limited address space, the error names a setting that needs less and works', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	// KiB.
	const run = (before: string) =>
		startCommand(
			t,
			['sh', '-c', `ulimit -v 8000000; ${before} exec "$@"`, 'sh', ...programCommand('--count', path)],
			{cwd},
		).ended;
	const bounded = await run('');
	if (bounded.status === 0) {
		// Newer versions of Node reserve fewer addresses if the limit is low.
		t.is(bounded.stdout, '3 results found\n');
	} else {
		t.is(bounded.status, 1);
		t.regex(bounded.stderr, /^reqscope: .*ulimit -v.* NODE_OPTIONS=--disable-wasm-trap-handler,.*\n$/);
	}
	const {status, stdout} = await run('export NODE_OPTIONS=--disable-wasm-trap-handler;');
	t.is(status, 0);
	t.is(stdout, '3 results found\n');
});

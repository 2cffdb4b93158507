import {appendFileSync, existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {readJsonEntries} from '../helpers/json-entry.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {openProgram, runProgram, startProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

const forms: ReadonlyArray<readonly string[]> = [
	[],
	['--json'],
	['--count'],
	['--raw', '--follow'],
	['--csv', '-o', 'out.csv'],
];

test.serial('an invalid search is wrong usage in every output format', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	for (const form of forms) {
		const {status, stdout, stderr} = await runProgram(
			t,
			[...form, '-q', '-status:200 stauts:\u001b[31m4', path],
			{cwd},
		);
		t.is(status, 2, form.join(' '));
		t.is(stdout, '');
		t.is(
			stderr,
			[
				'reqscope: --query: there is no field “stauts”, did you mean status:? To search for the text, write "stauts:\\x1b[31m4"',
				'  -status:200 stauts:\\x1b[31m4',
				'              ^^^^^^',
				'',
			].join('\n'),
		);
	}
	t.false(existsSync(join(cwd, 'out.csv')));
});

test.serial('prints matching requests in every format', async t => {
	const lines = numberedLines(30);
	const {directory: cwd, path} = temporaryLog(t, lines);
	const wanted = lines.filter((_, n) => n % 5 === 2).reverse();
	const run = async (...args: readonly string[]): Promise<string> => {
		const {status, stdout} = await runProgram(t, [...args, path], {cwd});
		t.is(status, 0, args.join(' '));
		return stdout;
	};
	t.is(await run('--raw', '-q', 'status:404'), wanted.join(''));
	t.is(await run('--count', '-q', 'status:404'), '6 results found\n');
	t.is(await run('--count', '-q', '-status:404'), '24 results found\n');
	t.is(await run('--count', '--query=status:404 OR /n/1'), '15 results found\n');
	t.is(await run('--count', '--tz', 'Europe/Vienna', '-q', 'until:2024-11-05T10:04'), '30 results found\n');
	t.is(await run('--count', '--tz', 'utc', '-q', 'until:2024-11-05T09:03:11'), '4 results found\n');
	t.is(await run('--count', '--tz', 'utc', '-q', 'since:2024-11-05T09:03:11'), '26 results found\n');
	t.is(await run('--count', '--tz', 'utc', '-q', 'on:2024-11-05T09'), '30 results found\n');
	t.is(await run('--raw', '-q', 'status:404', '--limit', '2'), wanted.slice(0, 2).join(''));
	const json = readJsonEntries(await run('--json', '-q', 'url:~^/n/1\\d$ ip:198.51.100.'));
	t.deepEqual(
		json.map(({url}) => url),
		Array.from({length: 10}, (_, n) => `/n/${19 - n}`),
	);
	t.regex(await run('-q', 'url:=/n/7'), /^1 results found\n.*\n404 .* \/n\/7 .*\n$/);
	await run('--csv', '-o', 'out.csv', '-q', 'status:404');
	t.is(readFileSync(join(cwd, 'out.csv'), 'utf8').trimEnd().split('\n').length, 7);
});

test.serial('prints matching requests as they arrive', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	const program = startProgram(t, ['--raw', '--follow', '-q', '-status:200', path], {cwd});
	await program.lines(2);
	const [plain, wanted] = [200, 503].map(status => logLine({time: logStart + 60_000, status}));
	appendFileSync(path, `${plain}${wanted}`);
	const [, , last] = await program.lines(3);
	t.is(last, wanted?.trimEnd());
});

test.serial('the screen starts with the search of the command line', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(30));
	const terminal = openProgram(t, ['-q', 'status:404', path], {cwd});
	const lines = await terminal.waitFor(
		shown => /\b6 results found/.test(shown.join('\n')) && shown.some(line => line.includes('198.51.100.')),
	);
	t.is(lines.filter(line => line.includes('198.51.100.')).length, 6);
	t.is(lines.filter(line => /404 +198/.test(line)).length, 6);
});

test.serial('a search with a probable misunderstanding is reported on one line of stderr', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	for (const args of [['--count'], ['--json'], ['--raw'], ['--csv', '-o', 'out.csv', '--overwrite']]) {
		const {status, stderr} = await runProgram(t, [...args, '-q', 'not status:200', path], {cwd});
		t.is(status, 0, args.join(' '));
		t.is(stderr.split('\n')[0], 'reqscope: “not” searches URLs · -status:200 to exclude', args.join(' '));
	}
	const {stderr} = await runProgram(t, ['--count', '-q', 'status:404 order', path], {cwd});
	t.is(stderr, '');
});

import {appendFileSync} from 'node:fs';
import test from 'ava';
import {logLine, logStart} from '../helpers/log-lines.js';
import {openProgram, runProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {untouchedTerminal} from '../helpers/terminal-state.js';

/** Lines with pairs after the combined format. Every third response came from the server behind the cache. */
function lines(first: number, last: number): string {
	return Array.from({length: last - first + 1}, (_, index) => {
		const n = first + index;
		const line = logLine({time: logStart + n * 1000, url: `/n/${n}`});
		return line.replace('\n', ` cache_status=${n % 3 === 0 ? 'MISS' : 'HIT'} session=s${n}\n`);
	}).join('');
}

test('log fields are columns and search fields, and --redact hides them', async t => {
	const {directory: cwd, path} = temporaryLog(t, lines(1, 20));
	const terminal = openProgram(t, ['--columns', 'status,url,@cache_status,@session', path], {
		cwd,
		columns: 140,
		rows: 44,
	});
	await terminal.waitFor(/^Status +URL +@cache_status +@session$/m);
	await terminal.waitFor(/^ 200 +\/n\/20 +HIT +s20$/m);
	appendFileSync(path, lines(21, 21));
	await terminal.waitFor(/^ 200 +\/n\/21 +MISS +s21$/m);
	// The cell of the selected row.
	await terminal.press('j\u001b[C\u001b[C\u001b[C+', '@cache_status:=MISS');
	await terminal.waitFor('7 results found');
	await terminal.press('*', /^.200 +\/n\/21 +MISS +REDACTED$/m);
	await terminal.press('\r', /^ {2}cache_status +MISS$/m);
	await terminal.waitFor(/^ {2}session +REDACTED$/m);
	await terminal.press('\u001b', '7 results found');
	await terminal.press('f', 'Most frequent');
	await terminal.press('\u001b[D', /▌REDACTED +7 /);
	await terminal.press('\u001b', '7 results found');
	terminal.write('q');
	const {status} = await terminal.exit;
	t.is(status, 0);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test('log fields are printed', async t => {
	const {directory: cwd} = temporaryLog(t, lines(1, 3));
	const run = async (...args: readonly string[]): Promise<string> =>
		(await runProgram(t, [...args, 'access.log'], {cwd})).stdout;
	t.is(
		await run('--text', '--columns', 'url,@cache_status', '-q', '@cache_status:hit'),
		'2 results found\nURL  @cache_status\n/n/2 HIT\n/n/1 HIT\n',
	);
	t.is(
		await run('--csv', '--columns', 'url,@cache_status,@none'),
		'url,fields.cache_status,fields.none\n/n/3,MISS,\n/n/2,HIT,\n/n/1,HIT,\n',
	);
	const [first = ''] = (await run('--json', '--redact')).split('\n');
	t.deepEqual(JSON.parse(first).fields, {cache_status: 'MISS', session: 'REDACTED'});
});

test('a missing log field isn’t an error if no line matches the other terms', async t => {
	const {directory: cwd} = temporaryLog(t, lines(1, 3));
	for (const search of ['status:418 @cache_status:HIT', 'since:2030-01-01 @cache_status:HIT']) {
		const {status, stdout, stderr} = await runProgram(t, ['--count', '-q', search, 'access.log'], {cwd});
		t.is(stderr, '');
		t.is(stdout, '0 results found\n');
		t.is(status, 0);
	}
});

for (const args of [['--count'], ['--json'], ['--text', '--limit', '1']]) {
	test(`a log field that no line has is an error with ${args.join(' ')}`, async t => {
		const {directory: cwd} = temporaryLog(t, lines(1, 3));
		const {status, stdout, stderr} = await runProgram(t, [...args, '-q', '@cache_state:HIT', 'access.log'], {
			cwd,
		});
		t.is(status, 2);
		t.is(stdout, '');
		t.is(stderr, 'reqscope: no line has the log field @cache_state: did you mean @cache_status?\n');
	});
}

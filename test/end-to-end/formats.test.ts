import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {formats} from '../../source/entries/formats.js';
import {runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /a HTTP/1.1" 200 5 "-" "c"';

test('formats lists all formats', async t => {
	const cwd = temporaryDirectory(t);
	const {status, stdout, stderr} = await runProgram(t, ['formats'], {cwd});
	t.is(status, 0);
	t.is(stderr, '');
	for (const {name, example} of formats) {
		t.true(stdout.includes(`\n${name}: `) && stdout.includes(example), name);
	}
});

test('explain explains piped input', async t => {
	const cwd = temporaryDirectory(t);
	const {status, stdout, stderr} = await runProgram(t, ['explain', '-'], {cwd, input: `${line}\nnonsense\n`});
	t.is(status, 0);
	t.is(stderr, '');
	t.regex(stdout, /^line 1: combined\n[\s\S]*\n {2}url {10}\/a\n[\s\S]*\nline 2: not read\n/);
	t.true(stdout.endsWith('2 lines read: 1 combined, 1 not read\n'));
});

test('explain reports a missing file, and a missing argument', async t => {
	const cwd = temporaryDirectory(t);
	t.deepEqual(await runProgram(t, ['explain', 'a.log'], {cwd}), {
		status: 1,
		stdout: '',
		stderr: 'reqscope: a.log: no such file\n',
	});
	const {status, stderr} = await runProgram(t, ['explain'], {cwd});
	t.is(status, 2);
	t.regex(stderr, /^reqscope: explain takes one file: reqscope explain FILE/);
});

test('--format accepts a name and a log_format, and refuses invalid ones', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'a.log'), `200|/a\n${line}\n404|/b\n`);
	const run = async (...args: readonly string[]) => runProgram(t, ['--json', ...args, 'a.log'], {cwd});
	const urls = (stdout: string): readonly string[] =>
		stdout
			.split('\n')
			.filter(text => text !== '')
			.map(text => JSON.parse(text).url);

	const named = await run('--format', 'combined');
	t.deepEqual(urls(named.stdout), ['/a']);
	t.is(named.stderr, '2 lines not recognised\n');

	const custom = await run('--format', '$status|$request_uri');
	t.deepEqual(urls(custom.stdout), ['/b', '/a']);
	t.is(custom.stderr, '1 line not recognised\n');

	const unfit = await run('--format', '$status;$request_uri');
	t.is(unfit.status, 0);
	t.is(unfit.stdout, '');
	t.is(
		unfit.stderr,
		'reqscope: no line has the given format: reqscope explain a.log --format … shows where the lines differ from it\n' +
			'3 lines not recognised\n',
	);

	const wrong = await run('--format', 'combind');
	t.is(wrong.status, 2);
	t.is(wrong.stderr, 'reqscope: --format combind: there is no such format (did you mean combined?)\n');
});

test('JSON over several lines is reported with a command that makes it readable', async t => {
	const cwd = temporaryDirectory(t);
	const requests = [{request: 'GET /a HTTP/1.1', status: 200, ip: '203.0.113.7'}];
	writeFileSync(join(cwd, 'a b.json'), `${JSON.stringify(requests, null, 2)}\n`);
	const advice = "JSON is read if each object is in one line: jq -c '.[]' 'a b.json' | reqscope -";
	const {status, stderr} = await runProgram(t, ['--count', 'a b.json'], {cwd});
	t.is(status, 0);
	t.is(stderr, `reqscope: a b.json: ${advice}\n7 lines not recognised\n`);
	const {stdout} = await runProgram(t, ['explain', 'a b.json'], {cwd});
	t.true(stdout.endsWith(`a b.json: ${advice}\n`), stdout);
});

test('names an error log, and the log to read instead', async t => {
	const cwd = temporaryDirectory(t);
	const line =
		'2026/11/20 09:03:07 [error] 71#71: *3 open() "/srv/x" failed, client: 203.0.113.7, request: "GET /x HTTP/1.1"\n';
	writeFileSync(join(cwd, 'some.txt'), line.repeat(2));
	const {status, stderr} = await runProgram(t, ['--count', 'some.txt'], {cwd});
	const text =
		'some.txt: nginx error log: reqscope shows requests; give the file of access_log in its configuration, usually /var/log/nginx/access.log';
	t.deepEqual([status, stderr], [0, `reqscope: ${text}\n2 lines not recognised\n`]);
	const {stdout} = await runProgram(t, ['explain', 'some.txt'], {cwd});
	t.true(stdout.endsWith(`${text}\n`), stdout);
});

test('a file that isn’t an access log is reported; lines that aren’t requests are counted separately', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'a.log'), 'nonsense\n#Version: 1.0\n');
	const {status, stderr} = await runProgram(t, ['--count', 'a.log'], {cwd});
	t.is(status, 0);
	t.is(
		stderr,
		'1 line isn’t a request\n' +
			'reqscope: no line is a request in a known format: reqscope explain a.log shows why\n' +
			'1 line not recognised\n',
	);
	writeFileSync(join(cwd, 'a;touch PWN;.log'), 'nonsense\n');
	const hostile = await runProgram(t, ['--count', 'a;touch PWN;.log'], {cwd});
	t.true(hostile.stderr.includes(": reqscope explain 'a;touch PWN;.log' shows why\n"), hostile.stderr);
});

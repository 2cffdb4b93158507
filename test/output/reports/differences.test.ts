import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {logLine, logStart} from '../../helpers/log-lines.js';
import {runProgram} from '../../helpers/program.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

/** A log in which one page fails for many clients since its second half, which starts at 9:08. */
function log(t: ExecutionContext): {readonly cwd: string; readonly path: string} {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const lines = Array.from({length: 600}, (_, index) => {
		const isLate = index >= 300;
		const isFailure = isLate && index % 5 === 0;
		return logLine({
			time: logStart + index * 1000,
			ip: `203.0.${index % 100}.${index % 250}`,
			url: isFailure ? '/cart' : `/page/${index % 3}`,
			status: isFailure ? 503 : 200,
		});
	});
	writeFileSync(path, lines.join(''));
	return {cwd, path};
}

/** The start of the second half in the search language. */
const since = `since:"${new Date(logStart + 300_000).toISOString().slice(0, 19).replace('T', ' ')}"`;

test.serial(
	'--diff prints the numbers of requests, then one finding per line, the most significant first',
	async t => {
		const {cwd, path} = log(t);
		const {status, stdout, stderr} = await runProgram(t, ['--diff', since, path], {cwd});
		t.is(stderr, '');
		t.is(status, 0);
		t.is(
			stdout,
			'300 requests against 299 before (5 Nov 2024 9:03:07 – 9:08:06)\nroute /cart   20 % of the selection, 0 % before   new   mostly url /cart, status 503\nupstream, host, user, forwarded, ip, referer, referer-host, network, param: can’t tell, too few requests, or nearly all values differ\n',
		);
	},
);

test.serial('--diff --json prints one object per line', async t => {
	const {cwd, path} = log(t);
	const {stdout} = await runProgram(t, ['--diff', 'status:503', '--json', '--limit', '1', path], {cwd});
	t.deepEqual(JSON.parse(stdout), {
		rank: 1,
		field: 'route',
		value: '/cart',
		selected: {n: 60, share: 1},
		baseline: {n: 0, share: 0},
		also: [{field: 'url', value: '/cart'}],
		mostly: [],
		search: 'route:==/cart',
	});
});

test.serial('--diff --csv prints a header row and a row for each finding', async t => {
	const {cwd, path} = log(t);
	const {stdout} = await runProgram(t, ['--diff', since, '--baseline', 'before', '--csv', path], {cwd});
	t.is(
		stdout,
		'rank,field,value,selected,selectedShare,baseline,baselineShare,durationMsP50,durationMsP75,durationMsP95,baselineDurationMsP50,baselineDurationMsP75,baselineDurationMsP95,bytesP50,bytesP75,bytesP95,baselineBytesP50,baselineBytesP75,baselineBytesP95,search,also,mostly\n1,route,/cart,60,0.2,0,0,,,,,,,,,,,,,route:==/cart,,url /cart; status 503\n',
	);
});

test.serial('--diff without findings prints only a message on stderr, and succeeds', async t => {
	const {cwd, path} = log(t);
	for (const form of ['--text', '--json', '--csv']) {
		const {status, stdout, stderr} = await runProgram(
			t,
			['--diff', 'url:/page/1', '--baseline', 'url:/page/2', '-q', 'status:200', form, path],
			{cwd},
		);
		t.is(stdout, '');
		t.regex(
			stderr,
			/^reqscope: nothing sets them apart: 180 requests are selected, 180 of the baseline; upstream, host, user, forwarded, ip, referer, referer-host, network: can’t tell, too few requests, or nearly all values differ\n$/,
		);
		t.is(status, 0);
	}
});

test.serial('--diff reports that a side has too few requests', async t => {
	const {cwd, path} = log(t);
	const {stdout, stderr} = await runProgram(t, ['--diff', 'url:/none', path], {cwd});
	t.is(stdout, '');
	t.is(
		stderr,
		'reqscope: too few requests to compare: 0 requests are selected, 600 of the rest, and each side needs 10\n',
	);
});

test.serial('--baseline before requires a search with a start', async t => {
	const {cwd, path} = log(t);
	const {status, stderr} = await runProgram(t, ['--diff', 'status:503', '--baseline', 'before', path], {cwd});
	t.regex(stderr, /--baseline: there is no period before: the selection has no start/);
	t.is(status, 2);
});

test.serial('--diff suggests a remedy if a period has too few requests', async t => {
	const {cwd, path} = log(t);
	const ended = await runProgram(t, ['--diff', 'since:30m', path], {cwd});
	t.is(
		ended.stderr,
		'reqscope: too few requests to compare: 0 requests are selected, 0 before, and each side needs 10; --timeline auto shows when the log has requests\n',
	);
	const all = await runProgram(t, ['--diff', 'since:2020-01-01', path], {cwd});
	t.is(
		all.stderr,
		'reqscope: too few requests to compare: 600 requests are selected, 0 before, and each side needs 10; --baseline rest compares with all other requests\n',
	);
});

test.serial('--diff explains that a word is searched in URLs if no URL has it', async t => {
	const {cwd, path} = log(t);
	const remarkOf = async (...args: readonly string[]): Promise<string | undefined> =>
		(await runProgram(t, [...args, path], {cwd})).stderr.split('each side needs 10')[1];
	t.is(
		await remarkOf('--diff', 'status:503', '--baseline', 'hour'),
		'; --baseline hour searches for URLs that contain it: write rest, before, or a search such as status:2xx\n',
	);
	t.is(
		await remarkOf('--redact', '--diff', 'token=abc123'),
		'; --diff token=REDACTED searches for URLs that contain it\n',
	);
	t.is(await remarkOf('--diff', 'hour'), '; --diff hour searches for URLs that contain it\n');
	t.is(await remarkOf('--diff', 'status:503', '--baseline', 'status:418'), '\n');
});

test.serial('the text of --diff and --top truncates a very long value', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const agent = 'a'.repeat(60_000);
	const lines = Array.from({length: 200}, (_, index) =>
		logLine({
			time: logStart + index * 1000,
			ip: `203.0.113.${index}`,
			status: index % 2 === 0 ? 500 : 200,
			userAgent: index % 2 === 0 ? agent : 'curl/8.5.0',
		}),
	);
	writeFileSync(path, lines.join(''));
	for (const args of [
		['--diff', 'status:500'],
		['--top', 'agent'],
	]) {
		const text = await runProgram(t, [...args, path], {cwd});
		t.true(text.stdout.includes(`${'a'.repeat(600)}…${'a'.repeat(300)}`), text.stdout.slice(0, 300));
		t.true(text.stdout.length < 8000, String(text.stdout.length));
		const json = await runProgram(t, [...args, '--json', path], {cwd});
		t.true(json.stdout.includes(agent));
	}
});

test.serial('an invalid search of --diff or --baseline is shown with its position', async t => {
	const {cwd, path} = log(t);
	for (const [option, args] of [
		['diff', ['--diff', 'status:abc']],
		['baseline', ['--diff', 'status:503', '--baseline', 'status:abc']],
	] as const) {
		const {status, stderr} = await runProgram(t, [...args, path], {cwd});
		t.regex(stderr, new RegExp(`--${option}: `));
		t.is(status, 2);
	}
});

test.serial('--redact hides values of findings', async t => {
	const {cwd, path} = log(t);
	const {stdout} = await runProgram(
		t,
		['--diff', 'url:/cart', '--redact', '--json', '--limit', '3', '--client', 'peer', path],
		{cwd},
	);
	t.notRegex(stdout, /203\.0\.\d+\.[1-9]/);
	t.regex(stdout, /"field":"status","value":"503"/);
});

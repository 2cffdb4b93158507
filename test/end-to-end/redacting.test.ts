import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {logLine, logStart} from '../helpers/log-lines.js';
import {type Output, openProgram, quit, runProgram, startProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** Strings that may not appear anywhere. */
const secrets = /S3CRET|alice|203\.0\.113\.[1-9]|2001:db8:1:2/;

function log(t: ExecutionContext) {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const lines = [
		logLine({time: logStart, url: '/a?token=S3CRET1&p=2', user: 'alice'}),
		logLine({time: logStart + 1000, url: '/b', referer: 'https://alice:S3CRET@shop.example/?key=S3CRET'}),
		logLine({time: logStart + 2000, ip: '2001:db8:1:2::9', url: '/c?next=%2F%3Fsession%3DS3CRET2'}),
		'no request, with password=S3CRET of 203.0.113.9\n',
	];
	writeFileSync(path, lines.join(''));
	return {cwd, path};
}

function all({stdout, stderr}: Output): string {
	return stdout + stderr;
}

for (const form of ['--text', '--json', '--csv', '--raw', '--count']) {
	test.serial(`${form} --redact prints no secrets, and still searches the actual data`, async t => {
		const {cwd, path} = log(t);
		const output = await runProgram(t, [form, '--redact', '-q', 'S3CRET1 ip:203.0.113.9', path], {cwd});
		t.is(output.status, 0);
		t.notRegex(all(output), secrets);
		t.regex(output.stdout, form === '--count' ? /^1 results found$/m : /token=REDACTED&p=2/);
		const whole = await runProgram(t, [form, '--redact', path], {cwd});
		t.notRegex(all(whole), secrets);
		const open = await runProgram(t, [form, path], {cwd});
		t.is(secrets.test(open.stdout), form !== '--count');
	});
}

test.serial('followed entries are redacted', async t => {
	const {cwd, path} = log(t);
	const running = startProgram(t, ['--json', '--follow', '--redact', path], {cwd});
	await running.lines(3);
	appendFileSync(path, logLine({time: logStart + 9000, url: '/new?key=S3CRET', user: 'alice'}));
	const printed = await running.lines(4);
	t.notRegex(printed.join('\n'), secrets);
	t.regex(printed[3] ?? '', /new\?key=REDACTED/);
	running.process.kill('SIGTERM');
	await running.ended;
});

test.serial('an invalid search is reported without its secrets', async t => {
	const {cwd} = log(t);
	for (const query of ['(url:/a?token=S3CRET1', 'foo:token=S3CRET1', 'ip:203.0.113.9/40 user:alice']) {
		const {stderr, status} = await runProgram(t, ['--text', '--redact', '-q', query, 'none.log'], {cwd});
		t.is(status, 2);
		t.regex(stderr, /--query: /);
		t.notRegex(stderr, /S3CRET1/);
	}
	const {stderr} = await runProgram(t, ['--text', '--redact', '-q', '(404', 'none.log'], {cwd});
	t.regex(stderr, /\n {2}\(404\n {2}\^/);
});

test.serial('the output of --raw --redact is a readable log', async t => {
	const {cwd, path} = log(t);
	const shared = join(cwd, 'shared.log');
	const {status} = await runProgram(t, ['--raw', '--redact', '--output', shared, path], {cwd});
	t.is(status, 0);
	t.notRegex(readFileSync(shared, 'utf8'), secrets);
	const {stdout} = await runProgram(t, ['--json', shared], {cwd});
	t.deepEqual(
		stdout
			.trim()
			.split('\n')
			.map(line => JSON.parse(line).ip),
		['2001:db8:1::', '203.0.113.0', '203.0.113.0'],
	);
});

test.serial('explain --redact shows a redacted explanation', async t => {
	const {cwd, path} = log(t);
	const output = await runProgram(t, ['explain', '--redact', path], {cwd});
	t.notRegex(all(output), secrets);
	t.regex(output.stdout, /^ {2}url +\/a\?token=REDACTED&p=2$/m);
	t.regex(output.stdout, /^ {2}user +REDACTED$/m);
	t.regex(output.stdout, /^ {2}no request, with password=REDACTED of 203\.0\.113\.0$/m);
});

test.serial('the screen never shows a secret until * shows it', async t => {
	const {cwd, path} = log(t);
	const terminal = openProgram(t, ['--redact', '--no-follow', path], {cwd, columns: 120, rows: 50});
	await terminal.waitFor('secrets hidden (* shows them)');
	await terminal.waitFor('token=REDACTED');
	await terminal.press('G\r', /^Line.*\n203\.0\.113\.0 - REDACTED \[/m);
	await terminal.press('\u001b', 'secrets hidden');
	await terminal.press('L', 'no request, with password=REDACTED of 203.0.113.0');
	await terminal.press('f', '203.0.113.0/24');
	t.notRegex(terminal.recording().toString(), secrets);
	await terminal.press('q*', 'token=S3CRET1');
	await quit(t, terminal);
});

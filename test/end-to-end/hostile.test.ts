import {appendFileSync, existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {readControls} from '../helpers/control-sequences.js';
import {foreignControls} from '../helpers/foreign-controls.js';
import {readJsonEntries} from '../helpers/json-entry.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {openProgram, programCommand, runProgram, startCommand} from '../helpers/program.js';
import {readListing, selectedRows} from '../helpers/screen-listing.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

/** Strings that an attacker may put into a request. Each payload ends with a unique string that only data contains. */
const payloads = [
	'\u001B[2J\u001B[1;1H',
	'\u001B[777B\u001B[?1049l\u001B[?25h',
	'\u001B]0;title\u0007',
	'\u001B]52;c;cm0gLXJm\u0007',
	'\u001B]52;c;?\u001B\\',
	'\u001B]8;;http://evil.example\u001B\\link\u001B]8;;\u001B\\',
	'\u001B[31;8m',
	'\u001BPq#0;2;0;0;0#0~~\u001B\\',
	'\u001B_Gf=100;AAAA\u001B\\',
	'\u001B^privacy\u001B\\',
	'\u001BXstart\u001B\\',
	'\u001B[6n\u001B[c\u001B[>c\u001B[?u',
	'\u001Bc',
	'\u001B(0\u000E\u000F',
	'\u009B31m\u009D0;title\u009C\u0090q\u009C',
	'\u0007\b\r\v\f\t\0\u007F',
	'\u0085\u2028\u2029',
	'\u202E\u2066\u200F\u061C',
	'\u200B\uFEFF\u2060',
	'\u001B[1000000000000;2H',
	'日本語の道',
	`a${'\u0301'.repeat(200)}`,
	'\\x0a\\x0d203.0.113.66 - - [forged',
	'\u001B',
	'\u001B]unterminated',
	'%1b[2J%0a',
].map((payload, n) => ({url: `/h${n}?`, payload, mark: `PAYLOAD${n}END`}));

/** The raw bytes of the C1 controls, which are invalid UTF-8. */
const rawC1 = Buffer.from([0x9b, 0x33, 0x31, 0x6d, 0x9d, 0x30, 0x3b, 0x78, 0x9c, 0x85, 0x84, 0xff]);

function hostileLog(): Buffer {
	const line = (n: number, url: string, userAgent: string): string =>
		logLine({time: logStart + n * 1000, url, userAgent});
	const lines = payloads.map(({url, payload, mark}, n) =>
		Buffer.from(line(n, `${url}${payload}${mark}`, `agent${payload}`)),
	);
	const [before = '', after = ''] = line(payloads.length, '/raw?SPLITrawEND', 'x').split('SPLIT');
	return Buffer.concat([...lines, Buffer.concat([Buffer.from(before), rawC1, Buffer.from(after)])]);
}

test.serial('hostile 1–9: no control character of a log line reaches the terminal', async t => {
	const {directory: cwd, path} = temporaryLog(t, hostileLog());
	const total = payloads.length + 1;
	const terminal = openProgram(t, ['--rows', 'fit', path], {cwd, columns: 160, rows: 50});
	const lines = await terminal.waitFor(now => readListing(now).rows.length === total);
	const {rows, headerLine, count} = readListing(lines);

	t.is(count, total);
	t.deepEqual(
		rows.map(({line, url}) => [line, /^\/\w+/.exec(url)?.[0]]),
		['/raw', ...payloads.map((_, n) => `/h${n}`).toReversed()].map((url, n) => [headerLine + 1 + n, url]),
		'one row each, in order',
	);
	for (const {url, mark} of payloads) {
		t.false(
			rows.some(row => row.url === url + mark),
			`something is seen of what ${url} holds`,
		);
	}
	const column = lines[headerLine]?.indexOf('Token') ?? -1;
	for (const {line, token} of rows) {
		// A wide character takes two cells of the screen, but is one character of the text.
		const text = lines[line] ?? '';
		const before = text.slice(0, text.indexOf(token));
		const wide = [...before].filter(character =>
			/\p{Script=Han}|\p{Script=Hiragana}/u.test(character),
		).length;
		const combining = [...before].filter(character => /\p{M}/u.test(character)).length;
		t.is(before.length + wide - combining, column, text);
	}
	// Selected and cut rows are drawn again.
	for (let row = 0; row < total; row++) {
		await terminal.press('j', () => selectedRows(terminal)[0]?.line === headerLine + 1 + row);
	}
	for (const columns of [120, 80, 60, 40]) {
		const {length} = terminal.recording();
		terminal.resize(columns, 50);
		await terminal.waitFor(() => terminal.recording().length > length);
	}
	terminal.kill('SIGTERM');
	t.is((await terminal.exit).status, 143);

	const recording = terminal.recording();
	const text = recording.toString();
	t.deepEqual(foreignControls(recording), []);
	for (const {payload, mark} of payloads.slice(0, 20)) {
		t.false(text.includes(payload + mark), JSON.stringify(payload));
	}
});

test.serial('hostile 1–9: no control character of a log line reaches the printed listing', async t => {
	const {directory: cwd, path} = temporaryLog(t, hostileLog());
	const {status, stdout} = await runProgram(t, ['--text', '--limit', '1000', path], {cwd});

	t.is(status, 0);
	t.deepEqual(foreignControls(Buffer.from(stdout)), []);
	t.is(stdout.split('\n').length, payloads.length + 1 + 3);
});

for (const args of [
	['--text'],
	['--json'],
	['--csv'],
	['--raw'],
	['--count'],
	['--text', '--follow'],
	['--json', '--follow'],
	['--csv', '--follow'],
	['--raw', '--follow'],
] as const) {
	test.serial(`hostile 1–9: ${args.join(' ')} prints no control character to a terminal`, async t => {
		const cwd = temporaryDirectory(t);
		const path = join(cwd, 'access\u001B]0;title\u0007\u0301\u0301\u0301\u0301.log');
		writeFileSync(path, hostileLog());
		const terminal = openProgram(t, [...args, path], {cwd, columns: 400, rows: 60});
		if (args.some(arg => arg === '--follow')) {
			await terminal.waitFor('rawEND');
			appendFileSync(path, logLine({time: logStart + 3_600_000, url: '/last?\u001B[2J\u009B31m'}));
			await terminal.waitFor('/last?');
			terminal.kill('SIGTERM');
			t.is((await terminal.exit).status, 143);
		} else {
			t.is((await terminal.exit).status, 0);
		}
		t.deepEqual(foreignControls(terminal.recording()), []);
	});
}

test.serial('hostile 1–9: --raw to a file prints lines as logged, byte for byte', async t => {
	const {directory: cwd, path} = temporaryLog(t, hostileLog());
	const command = ['sh', '-c', 'exec "$@" >out', 'sh', ...programCommand('--raw', '--follow', path)];
	const running = startCommand(t, command, {cwd});
	await waitFor(() => existsSync(join(cwd, 'out')) && statSync(join(cwd, 'out')).size >= hostileLog().length);
	running.process.kill('SIGTERM');
	t.is((await running.ended).status, 143);
	t.deepEqual(readFileSync(join(cwd, 'out')), hostileLog());
});

test.serial('hostile 1–9: in JSON every payload is whole and each line stays one line', async t => {
	const {directory: cwd, path} = temporaryLog(t, hostileLog());
	const {status, stdout} = await runProgram(t, ['--json', path], {cwd});

	t.is(status, 0);
	t.deepEqual([...new Set(readControls(stdout).controls.filter(code => code < 0x20))], [0x0a]);
	t.deepEqual(readControls(stdout).sequences, []);
	const found = new Map(readJsonEntries(stdout).map(({url}) => [/^\/\w+/.exec(url ?? '')?.[0], url]));
	t.is(found.size, payloads.length + 1);
	for (const [n, {url, payload, mark}] of payloads.entries()) {
		// The log's own escapes in a payload are decoded, so the URL differs from the written one.
		if (!payload.includes('\\x')) {
			t.is(found.get(`/h${n}`), `${url}${payload}${mark}`);
		}
	}
	// The digits occur in both notations.
	t.is(
		found.get('/raw')?.replaceAll(/\\x[0-9A-F]{2}/g, byte => byte.toLowerCase()),
		'/raw?\\x9b31m\\x9d0;x\\x9c\\x85\\x84\\xffrawEND',
	);
});

import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {printReport} from '../../../source/output/reports/print-report.js';
import {Sink} from '../../../source/output/sink.js';
import {everything} from '../../../source/query/query.js';
import {entry} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {output} from '../../helpers/output.js';
import {openProgram, programCommand, startCommand} from '../../helpers/program.js';
import {loggedRequests, reportLog} from '../../helpers/report-log.js';

const requests = loggedRequests(60);

/** Every report, as arguments. */
const reports: ReadonlyArray<readonly string[]> = [
	['--top', 'url,agent,ip,@tenant'],
	['--routes'],
	['--timeline', '1h'],
	['--latency'],
	['--diff', 'status:404'],
	['--visits'],
];

/** Strings that a terminal must not receive: sequences, controls, invisible and joining characters. */
const hostile = [
	'\u001b[2J\u001b]0;x\u0007',
	'\u009b31m',
	'\u202e\u2066',
	'\r\n\t\b',
	'a\u0301\u0301\u0301\u0301\u0301',
	'\ud800',
];

test.serial('hostile 1: reports send no control character of a log to a terminal, in any form', async t => {
	const bad = requests.map((one, index) => ({
		...one,
		url: `/${hostile[index % hostile.length]}?a=${hostile[(index + 1) % hostile.length]}`,
		tenant: hostile[index % hostile.length] ?? null,
	}));
	const {cwd, path} = reportLog(t, bad);
	for (const report of reports) {
		for (const form of [[], ['--text'], ['--json'], ['--csv']]) {
			// The helper fails if the terminal gets any control that isn't the program's.
			const terminal = openProgram(t, [...report, ...form, path], {cwd, columns: 60, rows: 40});
			t.is((await terminal.exit).status, 0, [...report, ...form].join(' '));
		}
	}
});

test.serial('on a terminal, lines of text fit; in a pipe, values are whole', async t => {
	const long = requests.map((one, index) => ({...one, url: `/${index % 3}/${'x'.repeat(200)}`}));
	const {cwd, path, run} = reportLog(t, long);
	for (const report of [['--top', 'url'], ['--routes'], ['--latency'], ['--timeline', '1h']]) {
		const terminal = openProgram(t, [...report, path], {cwd, columns: 64, rows: 40});
		t.is((await terminal.exit).status, 0);
		const lines = terminal.screen().filter(line => line !== '');
		t.true(lines.length > 2, report.join(' '));
		t.true(lines.every(line => line.length <= 64));
		// A line that doesn't fit would wrap to the next line.
		t.true(
			lines.slice(2).every(line => / (?:\d|<)/.test(line)),
			lines.join('\n'),
		);
	}
	t.regex((await run('--top', 'url')).stdout, /\/1\/x{200}$/m);
});

test.serial('reads several logs, compressed ones, and standard input', async t => {
	const {cwd, path, objects} = reportLog(t, requests);
	const [first, second] = [requests.slice(0, 25), requests.slice(25)].map(some => reportLog(t, some));
	execFileSync('gzip', [second?.path ?? '']);
	const whole = await objects('--top', 'ip,@tenant', '--limit', '3');
	t.is(whole.length, 6);
	for (const args of [
		[first?.path ?? '', `${second?.path}.gz`],
		[`${second?.path}.gz`, first?.path ?? ''],
	]) {
		const running = startCommand(
			t,
			programCommand('--top', 'ip,@tenant', '--limit', '3', '--json', ...args),
			{cwd},
		);
		const {stdout, stderr} = await running.ended;
		t.is(stderr, '');
		t.deepEqual(
			stdout
				.split('\n')
				.slice(0, -1)
				.map(line => JSON.parse(line) as unknown),
			whole,
		);
	}
	const piped = startCommand(t, programCommand('--top', 'ip,@tenant', '--limit', '3', '--json', '-'), {cwd});
	piped.process.stdin?.end(readFileSync(path));
	t.is((await piped.ended).stdout, whole.map(row => `${JSON.stringify(row)}\n`).join(''));
});

test.serial('a log that can’t be read is reported, and the exit status is 1', async t => {
	const {cwd, path, run} = reportLog(t, requests);
	const whole = await run('--top', 'ip', '--csv');
	for (const report of [
		['--top', 'ip', '--csv'],
		['--diff', 'status:404'],
	]) {
		const {status, stdout, stderr} = await run(...report, join(cwd, 'none.log'));
		t.regex(stderr, /^reqscope: .*none\.log: /m, report.join(' '));
		t.is(status, 1);
		t.true(report[0] !== '--top' || stdout === whole.stdout);
	}
	writeFileSync(`${path}.1`, '');
	t.is((await run('--routes', `${path}.1`)).status, 0);
});

test.serial('--output writes the report to a file, and reports its number of rows', async t => {
	const {cwd, run} = reportLog(t, requests);
	const file = join(cwd, 'top.csv');
	const {stdout, stderr} = await run('--top', 'status', '--csv', '--output', file);
	t.is(stdout, '');
	const lines = readFileSync(file, 'utf8').split('\n').slice(1, -1);
	t.true(lines.length > 2);
	t.is(stderr, `${lines.length} values written to ${file}\n`);
});

/** Prints a report of a fake store. */
async function printed(report: 'top' | 'diff', change: (store: ReturnType<typeof fakeStore>) => void) {
	const store = fakeStore(...[1, 2, 3].map(n => entry(n, {durationMs: n})));
	change(store);
	const out = output();
	const told: string[] = [];
	let missed = 0;
	await printReport(
		{
			...{store, query: everything, form: 'json', sink: new Sink(out.stream), limit: undefined, now: 0},
			formatTime: timeFormatter('utc'),
			toTerminal: false,
			signal: new AbortController().signal,
			missed(lines) {
				missed += lines;
			},
		},
		{
			queries: [everything],
			...(report === 'top'
				? {report, fields: ['ip'], by: 'n'}
				: {report, comparison: {selection: everything, within: everything}}),
		},
		text => told.push(text),
	);
	return {told, missed, text: out.text()};
}

test('lines that could no longer be read are counted once', async t => {
	const {missed, told} = await printed('top', store => store.setLines({read: 3, total: 3, unreadable: 2}));
	t.is(missed, 2);
	t.deepEqual(told, []);
});

for (const report of ['top', 'diff'] as const) {
	test(`--${report} reports that the answer is partial`, async t => {
		const {told} = await printed(report, store => {
			const {facets, differences} = store;
			Object.assign(store, {
				facets: async (...args: Parameters<typeof facets>) => ({...(await facets(...args)), partial: true}),
				differences: async (...args: Parameters<typeof differences>) => ({
					...(await differences(...args)),
					partial: true,
				}),
			});
		});
		t.is(told[0], 'the answer is partial: requests are missing that could not be read');
	});
}

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {expectedListing} from '../helpers/expected-listing.js';
import {readJsonEntries} from '../helpers/json-entry.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {openProgram, runProgram} from '../helpers/program.js';
import {compareRows, readListing, type ScreenRow, shownListing} from '../helpers/screen-listing.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';

/** Two logs with unusual lines among their newest ten rows: equal times, late lines, missing parts, absolute URLs. */
function twoLogs(directory: string) {
	const second = (n: number): number => logStart + n * 1000;
	const long = '/en/garden/tools/4711/a-rather-long-name-of-an-article-that-goes-on-and-on?c=17';
	const logs = [
		{
			path: join(directory, 'a.log'),
			content: [
				...numberedLines(30),
				logLine({time: second(100), url: '/a/tie-1', status: 301}),
				logLine({time: second(100), url: '/a/tie-2'}),
				logLine({time: second(99), url: '/a/late', method: 'POST', status: 503}),
				logLine({time: second(104), request: '-', status: 408}),
				logLine({time: second(103), url: 'http://shop.example/en/?p=2'}),
				logLine({time: second(105), zone: 120, url: '/other-zone', ip: '2001:db8::7'}),
			].join(''),
		},
		{
			path: join(directory, 'b.log'),
			content: [
				...numberedLines(5, 40),
				logLine({time: second(100), url: '/b/tie', ip: '203.0.113.200', method: 'DELETE', status: 404}),
				logLine({time: second(102), url: 'https://shop.example/de/', status: 200}),
				logLine({time: second(102), url: long, status: 200}),
			].join(''),
		},
	];
	for (const {path, content} of logs) {
		writeFileSync(path, content);
	}
	return {paths: logs.map(({path}) => path), expected: expectedListing(logs)};
}

for (const [columns, rows] of [
	[80, 24],
	[120, 40],
	[200, 60],
] as const) {
	test.serial(`shows the newest ten requests at ${columns}x${rows}`, async t => {
		const cwd = temporaryDirectory(t);
		const {paths, expected} = twoLogs(cwd);
		const terminal = openProgram(t, paths, {cwd, columns, rows});

		const lines = await terminal.waitFor(shownListing(expected.length, expected.slice(0, 10)));
		const listing = readListing(lines);
		t.true(
			lines.slice(0, listing.headerLine).some(line => /^\W*44 results found(\s|$)/.test(line)),
			'the count line stands above the header',
		);
		t.true(lines.every(line => line.length <= columns));
		t.is(new Set(listing.rows.map(({token}) => token)).size, 10);
		if (columns === 200) {
			t.true(listing.rows.every(({url}) => !url.includes('…')));
		}
	});
}

test.serial("the order of files on the command line doesn't affect the listing", async t => {
	const cwd = temporaryDirectory(t);
	const {paths, expected} = twoLogs(cwd);
	const terminal = openProgram(t, paths.toReversed(), {cwd, columns: 120, rows: 40});

	await terminal.waitFor(shownListing(expected.length, expected.slice(0, 10)));
	t.pass();
});

test.serial('paging to the oldest row passes each row once, with the tokens of --json', async t => {
	const cwd = temporaryDirectory(t);
	const {paths, expected} = twoLogs(cwd);
	const terminal = openProgram(t, paths, {cwd, columns: 200, rows: 60});
	const seen = new Map<string, ScreenRow>();
	let lines = await terminal.waitFor(shownListing(expected.length, expected.slice(0, 10)));
	for (;;) {
		const {rows} = readListing(lines);
		for (const row of rows) {
			seen.set(row.token, row);
		}
		if (seen.size >= expected.length) {
			break;
		}
		const first = rows[0]?.token;
		terminal.write(' ');
		lines = await terminal.waitFor(now => {
			const found = readListing(now).rows;
			return found.length > 0 && found[0]?.token !== first;
		});
	}
	t.true(
		compareRows([...seen.values()], expected) === true,
		String(compareRows([...seen.values()], expected)),
	);

	const {stdout} = await runProgram(t, ['--json', ...paths], {cwd});
	const printed = stdout.trimEnd().split('\n');
	t.deepEqual(
		printed.map(line => JSON.parse(line).token),
		[...seen.keys()],
	);

	// And back to the newest and to the oldest, with the keys for them.
	await terminal.press('g', shownListing(expected.length, expected.slice(0, 10)));
	await terminal.press('G', now => compareRows(readListing(now).rows.slice(-1), expected.slice(-1)));
});

test.serial('a missing field is n/a, and a line that is not a request is counted', async t => {
	const content = [
		logLine({time: logStart, url: '/open', status: '-'}),
		logLine({time: logStart + 1000, url: '/nobody', ip: '-'}),
		logLine({time: logStart + 2000, request: '', status: 400}),
		'neither of these\n\nis a request\n',
		logLine({time: logStart + 3000, request: '-', status: 408, bytes: '-'}),
	].join('');
	const {directory: cwd, path} = temporaryLog(t, content);
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40});

	const expected = expectedListing([{path, content}]);
	t.is(expected.length, 4);
	await terminal.waitFor(shownListing(4, expected));
	await terminal.waitFor(/\b2 lines not recognised/);
	t.deepEqual(
		readListing(terminal.screen()).rows.map(({status, ip, method, url}) =>
			[status, ip, method, url].indexOf('n/a'),
		),
		[2, 2, 1, 0],
	);
});

test.serial('fault 41: times are shown in the zone of the environment, or in the zone of --tz', async t => {
	const {directory: cwd, path} = temporaryLog(
		t,
		logLine({time: Date.UTC(2024, 10, 5, 23, 3, 7), zone: -300}),
	);
	const env = {TZ: 'Europe/Berlin'};
	const local = await runProgram(t, ['--text', path], {cwd, env});
	const utc = await runProgram(t, ['--text', '--tz', 'utc', path], {cwd, env});
	const log = await runProgram(t, ['--text', '--tz', 'log', path], {cwd, env});
	const shownTime = ({stdout}: {stdout: string}) => readListing(stdout.split('\n')).rows[0]?.time;

	t.is(shownTime(local), '6 Nov 2024 0:03:07');
	t.is(shownTime(utc), '5 Nov 2024 23:03:07');
	t.is(shownTime(log), '5 Nov 2024 18:03:07');
});

test.serial('fault 41: times without a zone are in the zone of the environment or --tz', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const days = ['2026-01-11T06:43:36', '2026-07-11T06:43:36'];
	// In the hour that occurs twice, the first occurrence counts. In the skipped hour, times are read as if the clock had not
	// been changed yet.
	const changes = ['2026-10-25T02:30:00', '2026-03-29T02:30:00'];
	writeFileSync(
		path,
		[...days, ...changes].map(time => `${time} 192.0.2.1 - GET "/" -1 200 5778\n`).join(''),
	);
	const times = async (...args: readonly string[]): Promise<readonly string[]> => {
		const {stdout} = await runProgram(t, ['--json', ...args, path], {cwd, env: {TZ: 'Europe/Berlin'}});
		return readJsonEntries(stdout)
			.toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
			.map(({time}) => (time ?? '').slice(5, 16));
	};
	const berlin = ['01-11T05:43', '07-11T04:43', '10-25T00:30', '03-29T01:30'];
	t.deepEqual(await times(), berlin);
	t.deepEqual(await times('--tz', 'log'), berlin);
	t.deepEqual(await times('--tz', 'utc'), ['01-11T06:43', '07-11T06:43', '10-25T02:30', '03-29T02:30']);
	t.deepEqual((await times('--tz', 'america/new_york')).slice(0, 2), ['01-11T11:43', '07-11T10:43']);
});

for (const count of [0, 1]) {
	test.serial(`${count} results found`, async t => {
		const {directory: cwd, path} = temporaryLog(t, numberedLines(count));
		const terminal = openProgram(t, [path], {cwd});

		await terminal.waitFor(
			lines => readListing(lines).count === count && readListing(lines).rows.length === count,
		);
		t.not(readListing(terminal.screen()).headerLine, -1);
	});
}

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {foreignControls} from '../helpers/foreign-controls.js';
import {readJsonEntries} from '../helpers/json-entry.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit, runProgram} from '../helpers/program.js';
import {readListing} from '../helpers/screen-listing.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {assertShown, tour} from '../helpers/tour.js';

test.serial('hostile 9: combining marks are capped, and every cell is in its column', async t => {
	const {cells, rows} = await assertShown(t, [
		[`a${'\u0301'.repeat(6)}`, `a${'\u0301'.repeat(3)}${'\\u0301'.repeat(3)}`],
		['日本語の道', '日本語の道'],
		['👩\u200D🚀', '👩\\u200d🚀'],
		['❤\uFE0F', '❤\\ufe0f'],
		['1\uFE0F\u20E3', '1\\ufe0f\\u20e3'],
		['🇦🇹', '\\u{1f1e6}\\u{1f1f9}'],
		['👍🏽', '👍\\u{1f3fd}'],
		['한국어', '한국어'],
		['क\u094Dकि', 'क\\u094dक\\u093f'],
		['ก\u0E33', 'ก\\u0e33'],
		['שלום', '\\u05e9\\u05dc\\u05d5\\u05dd'],
		['ﷺ𝕏Ａ', '\\ufdfa𝕏Ａ'],
	]);
	const wide = rows.findIndex(({url}) => url.includes('日本語の道'));
	const column = cells[wide]?.indexOf('日') ?? -1;
	t.deepEqual(cells[wide]?.slice(column, column + 10), ['日', '', '本', '', '語', '', 'の', '', '道', '']);
	const stacked = rows.findIndex(({url}) => url.startsWith('/h0?'));
	t.true(cells[stacked]?.includes('a\u0301\u0301\u0301'));
});

test.serial('hostile 9: text is cut between characters, at any width', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const url = `/${'日本語e\u0301\u0302👩😀'.repeat(40)}`;
	writeFileSync(
		path,
		Array.from({length: 5}, (_, n) =>
			logLine({time: logStart + n * 1000, url: `/${'x'.repeat(n)}${url}`}),
		).join(''),
	);
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 24});
	await terminal.waitFor(now => readListing(now).rows.length === 5);
	// From here on, only resizing causes output.
	await terminal.waitFor(/ no request for [\s\S]*^ +5xx[\s\S]*^r {3}Routes /m);
	/** Checks that each token is below the name of its column, cell by cell. */
	const isAligned = (now: readonly string[]): boolean => {
		const {rows, headerLine} = readListing(now);
		const tokenAt = (now[headerLine] ?? '').indexOf('Token');
		const cells = terminal.cells();
		return (
			rows.length === 5 &&
			tokenAt > 0 &&
			rows.every(({line, token}) => cells[line]?.slice(tokenAt, tokenAt + 13).join('') === token)
		);
	};
	for (let columns = 119; columns > 98; columns--) {
		const {length} = terminal.recording();
		terminal.resize(columns, 24);
		// The first screen may be half a frame.
		await terminal.waitFor(now => terminal.recording().length > length && isAligned(now));
	}
	t.pass();
});

test.serial('hostile 10: a URL of a megabyte is cut, its neighbours are whole, keys work', async t => {
	const line = (n: number, length: number): string =>
		logLine({time: logStart + n * 1000, url: `/h${n}?${'x'.repeat(length)}`});
	// If a line is longer than 64 KiB, only its beginning is shown.
	const {rows} = await tour(t, [line(0, 1), line(1, 60_000), line(2, 1), line(3, 1 << 20), line(4, 1)], 5);
	t.deepEqual(
		rows.map(({url}) => /^\/h\d/.exec(url)?.[0]),
		['/h4', '/h3', '/h2', '/h1', '/h0'],
	);
	t.regex(rows[3]?.url ?? '', /^\/h1\?x{50,}…$/);
});

test.serial('hostile 12: names of built-in object properties are plain strings', async t => {
	const {rows} = await assertShown(t, [
		[
			'__proto__[polluted]=1&constructor.prototype.polluted=1',
			'__proto__[polluted]=1&constructor.prototype.polluted=1',
		],
		['toString=1&hasOwnProperty=1&__proto__', 'toString=1&hasOwnProperty=1&__proto__'],
		['constructor', 'constructor'],
	]);
	t.is(rows.length, 3);
});

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
const jsonLines = [
	'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"status":200}\n',
	`{"a":${deep}}\n`,
	`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}\n`,
	'{"status":9007199254740993,"bytes":1e999,"time":-0}\n',
];

test.serial('hostile 12, 13: any other JSON is counted as not recognised, requests are shown', async t => {
	const lines = numberedLines(3);
	const mixed = [0, 1, 2].flatMap(n => [jsonLines[n] ?? '', lines[n] ?? '']).concat(jsonLines[3] ?? '');
	const {rows} = await tour(t, mixed, 3);
	t.deepEqual(
		rows.map(({url}) => url),
		['/n/2', '/n/1', '/n/0'],
	);
	const cwd = temporaryDirectory(t);
	const {status, stdout, stderr} = await runProgram(t, ['--json', '-'], {cwd, input: mixed.join('')});
	t.is(status, 0);
	t.is(readJsonEntries(stdout).length, 3);
	t.is(stderr, '4 lines not recognised\n');
});

test.serial('hostile 15: no cell of --csv is run by a spreadsheet', async t => {
	const cwd = temporaryDirectory(t);
	const starts = ['=', '+', '-', '@', '\t', '\r', '\\x0a', '\\t=', '＝', '＋', '－', '＠'];
	const input = starts
		.map((start, n) =>
			logLine({
				time: logStart + n * 1000,
				request: `${start}cmd|calc!A1 / HTTP/1.1`,
				userAgent: `${start}1+1`,
				user: `${start}u`,
			}),
		)
		.join('');
	const {status, stdout} = await runProgram(t, ['--csv', '-'], {cwd, input});
	t.is(status, 0);
	const [, ...cells] = stdout.split('\n').flatMap(line => line.split(','));
	t.true(cells.some(cell => cell.startsWith('"\'=')));
	t.deepEqual(
		cells.filter(cell => /^["\s]*(?:[=+\-@＝＋－＠\t\r]|\\[tn])/.test(cell)),
		[],
	);
});

test.serial('hostile 15: escapes in a log do not become control characters in --csv', async t => {
	const {directory: cwd, path} = temporaryLog(
		t,
		logLine({time: logStart, userAgent: '\\x1b]0;PWN\\x07\\xe2\\x80\\xae'}),
	);
	const {stdout} = await runProgram(t, ['--csv', path], {cwd});
	t.true(stdout.includes(',"\\x1b]0;PWN\\x07\\u202e",'), stdout);
	const saved = await runProgram(t, ['--csv', '--output', 'out.csv', path], {cwd});
	t.is(saved.status, 0, saved.stderr);
	t.is(readFileSync(join(cwd, 'out.csv'), 'utf8'), stdout);
	const exact = await runProgram(t, ['--json', path], {cwd});
	t.is(JSON.parse(exact.stdout).userAgent, '\u001b]0;PWN\u0007\u202e');
});

const hostileName = 'no\u001B]0;title\u0007\n\u009B31m\u202Efile\u0301\u0301\u0301\u0301\u0301.log';
const shownName = 'no\\x1b]0;title\\x07\\n\\x9b31m\\u202efile\u0301\u0301\u0301\\u0301\\u0301.log';

test.serial('hostile 19: a hostile file name is sanitised in the title and in notices', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, hostileName);
	const terminal = openProgram(t, [path], {cwd, columns: 200, rows: 24});
	await terminal.waitFor(lines =>
		lines.some(line => line.includes('Waiting for') && line.includes(shownName)),
	);
	t.true(terminal.screen()[0]?.includes(shownName));
	writeFileSync(path, numberedLines(5).join(''));
	await terminal.waitFor('5 results found');
	// Truncated in place, so that a notice appears.
	writeFileSync(path, numberedLines(1, 7).join(''));
	await terminal.waitFor(lines => lines.slice(5).some(line => line.includes(shownName)));
	for (const [columns, rows] of [
		[40, 10],
		[20, 24],
		[80, 24],
	] as const) {
		const {length} = terminal.recording();
		terminal.resize(columns, rows);
		await terminal.waitFor(() => terminal.recording().length > length);
	}
	await quit(t, terminal);
});

test.serial('hostile 19: hostile file names of a directory and a pattern are sanitised', async t => {
	const cwd = temporaryDirectory(t);
	const directory = join(cwd, `logs\u001B[2J`);
	mkdirSync(directory);
	writeFileSync(join(directory, `a${hostileName}`), numberedLines(1).join(''));
	let count = 1;
	for (const argument of [directory, join(directory, '*.log')]) {
		const terminal = openProgram(t, [argument], {cwd, columns: 150});
		await terminal.waitFor(`${count} results found`);
		writeFileSync(join(directory, `b${count}\u009D${hostileName}`), numberedLines(1, count).join(''));
		count++;
		await terminal.waitFor(`${count} results found`);
		await quit(t, terminal);
	}
});

test.serial('hostile 19: hostile names are sanitised on stderr and in printed output', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, hostileName);
	writeFileSync(path, numberedLines(2).join(''));
	const missing = join(cwd, `missing${hostileName}`);
	for (const args of [
		['--json', missing, path],
		['--json', '--output', join(cwd, `none${hostileName}`, 'x'), path],
		['--json', '--output', path, path],
		['--json', '--output', join(cwd, `new${hostileName}`), path],
		[`--${hostileName}`],
		['--tz', hostileName],
	]) {
		const {stderr, stdout} = await runProgram(t, args, {cwd});
		t.deepEqual(foreignControls(Buffer.from(stderr)), [], `${args}`);
		t.deepEqual(foreignControls(Buffer.from(stdout.replaceAll(/\p{M}+/gu, ''))), [], `${args}`);
		t.is(stderr.split('\n').length, 2, stderr);
		t.regex(stderr, /\\(?:x1b|u001b)/);
	}
});

test.serial('hostile 20: a row with an impossible status, size or time is still shown', async t => {
	const lines = [
		logLine({time: logStart, url: '/a', status: 9999}),
		logLine({time: logStart + 1000, url: '/b', status: '-'}),
		logLine({time: logStart + 2000, url: '/c', bytes: '9007199254740993'}),
		logLine({time: logStart + 3000, url: '/d', bytes: '99999999999999999999999999'}),
		logLine({time: logStart + 4000, url: '/e', bytes: '-'}),
		logLine({time: logStart + 5000, url: '/f', status: 0}),
	];
	const {rows} = await tour(t, lines);
	t.deepEqual(
		rows.map(({url, status}) => [url, status]),
		[
			['/f', 'n/a'],
			['/e', '200'],
			['/d', '200'],
			['/c', '200'],
			['/b', 'n/a'],
			['/a', 'n/a'],
		],
	);
	const cwd = temporaryDirectory(t);
	const {stdout} = await runProgram(t, ['--json', '-'], {cwd, input: lines.join('')});
	t.deepEqual(
		readJsonEntries(stdout).map(({url, status, bytes}) => [url, status, bytes]),
		[
			['/f', null, 512],
			['/e', 200, undefined],
			['/d', 200, undefined],
			['/c', 200, undefined],
			['/b', null, 512],
			['/a', null, 512],
		],
	);
});

test.serial('hostile 21: an unescaped quote never ends a field', async t => {
	const trick = 'HTTP/1.1\\x22 500 1 \\x22-\\x22 \\x22forged';
	const lines = [
		logLine({time: logStart, url: `/a?\\x22_500_1`, userAgent: trick}),
		logLine({time: logStart + 1000, url: '/b?\\"', userAgent: '\\" 500 1 \\"'}),
		logLine({time: logStart + 2000, url: '/c?\\\\', userAgent: 'x\\\\'}),
		logLine({time: logStart + 3000, url: '/d?\\x5c\\x22', userAgent: '\\x5c\\x22'}),
		logLine({time: logStart + 4000, url: '/e?\\x5cx22', userAgent: '\\\\x22'}),
	];
	const {rows} = await tour(t, lines);
	t.deepEqual(
		rows.map(({url, status}) => [url, status]),
		[
			['/e?\\x22', '200'],
			['/d?\\"', '200'],
			['/c?\\', '200'],
			['/b?"', '200'],
			['/a?"_500_1', '200'],
		],
	);
	const cwd = temporaryDirectory(t);
	const {stdout} = await runProgram(t, ['--json', '-'], {cwd, input: lines.join('')});
	t.deepEqual(
		readJsonEntries(stdout).map(({userAgent}) => userAgent),
		['\\x22', '\\"', 'x\\', '" 500 1 "', 'HTTP/1.1" 500 1 "-" "forged'],
	);
});

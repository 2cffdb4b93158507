import {appendFileSync, closeSync, openSync, renameSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {expectedListing} from '../helpers/expected-listing.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {openProgram} from '../helpers/program.js';
import {compareRows, readListing, selectedRows, shownListing} from '../helpers/screen-listing.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';

/** A followed log of 25 lines, with its first page on the screen. */
async function watchedLog(t: ExecutionContext) {
	let content = numberedLines(25).join('');
	const {directory: cwd, path} = temporaryLog(t, content);
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	const expected = () => expectedListing([{path, content}]);
	await terminal.waitFor(shownListing(25, expected().slice(0, 10)));
	return {
		cwd,
		path,
		terminal,
		expected,
		append: (text: string) => {
			appendFileSync(path, text);
			content += text;
		},
	};
}

test.serial('fault 39: new lines appear at the top, and a late line at its position', async t => {
	const {terminal, append, expected} = await watchedLog(t);

	append(numberedLines(3, 30).join(''));
	await terminal.waitFor(shownListing(28, expected().slice(0, 10)));

	append(logLine({time: logStart + 23_500, url: '/late'}));
	const lines = await terminal.waitFor(shownListing(29, expected().slice(0, 10)));
	t.is(
		readListing(lines).rows.findIndex(({url}) => url === '/late'),
		4,
	);
});

test.serial('fault 19: half a line is shown once it is complete', async t => {
	const {terminal, append, expected} = await watchedLog(t);
	const [whole = '', next = ''] = numberedLines(2, 50);

	append(whole + next.slice(0, 40));
	await terminal.waitFor(shownListing(26, expected().slice(0, 10)));
	append(next.slice(40));
	await terminal.waitFor(shownListing(27, expected().slice(0, 10)));
	t.pass();
});

test.serial('fault 39: the selected row stays put while a thousand lines arrive, and g releases', async t => {
	const {terminal, append, expected} = await watchedLog(t);
	const selectedLine = async (line?: number): Promise<number> => {
		await terminal.waitFor(() => {
			const rows = selectedRows(terminal);
			return rows.length === 1 && (line === undefined || rows[0]?.line === line);
		});
		return selectedRows(terminal)[0]?.line ?? Number.NaN;
	};
	terminal.write('j');
	const first = await selectedLine();
	// One chunk, as from fast typing.
	terminal.write('jjj');
	await selectedLine(first + 3);
	terminal.write('k');
	await selectedLine(first + 2);
	const [selected] = selectedRows(terminal);
	const page = readListing(terminal.screen()).rows;

	for (let batch = 0; batch < 10; batch++) {
		append(numberedLines(99, 100 + batch * 99).join(''));
	}
	append(logLine({time: logStart + 22_500, url: '/late'}).repeat(10));
	const lines = await terminal.waitFor(
		now => readListing(now).count === 1025 && now.some(line => /\b1000 new ↑/.test(line)),
	);
	t.deepEqual(readListing(lines).rows, page);
	t.deepEqual(selectedRows(terminal), selected ? [selected] : []);

	await terminal.press('g', shownListing(1025, expected().slice(0, 10)));
	await terminal.waitFor(now => !/\bnew ↑/.test(now.join('\n')));

	append(numberedLines(1, 5000).join(''));
	await terminal.waitFor(shownListing(1026, expected().slice(0, 10)));
});

test.serial("fault 40: lines ahead of the clock and of 1970 are marked, and don't hold the page", async t => {
	const {terminal, append, expected} = await watchedLog(t);
	const before = expected().slice(0, 10);
	append([1, 2, 3].map(n => logLine({time: Date.UTC(2190, 0, n), url: `/ahead/${n}`})).join(''));
	append(logLine({time: 0, url: '/never-set'}));
	await terminal.waitFor(shownListing(29, before));
	await terminal.waitFor(/^29 results found +3 ahead of the clock ↑$/m);
	append(numberedLines(1, 30).join(''));
	await terminal.waitFor(now => readListing(now).rows[0]?.url === '/n/30');

	const above = await terminal.press('jk', '/ahead/3');
	t.deepEqual(
		above.filter(line => /\/ahead\/.* [0-9a-f]{13}$/.test(line)).map(line => /\d{4} 0:00:00 !/.test(line)),
		[true, true, true],
	);
	const oldest = await terminal.press('G', /^▌.*\/never-set/m);
	t.regex(oldest.find(line => line.startsWith('▌')) ?? '', / 1 Jan 1970 0:00:00 ! /);
});

test.serial('fault 20: half a line at a rotation is shown once, and marked', async t => {
	const {path, terminal} = await watchedLog(t);
	const [half = '', next = ''] = numberedLines(2, 50);
	appendFileSync(path, half.slice(0, half.indexOf('"-"') + 1));
	renameSync(path, `${path}.1`);
	writeFileSync(path, next);
	const lines = await terminal.waitFor(
		now => readListing(now).count === 27 && readListing(now).rows[0]?.url === '/n/51',
	);
	t.regex(lines.find(line => line.includes('/n/50 ')) ?? '', / \d+:\d\d:\d\d … +[0-9a-f]{13}$/);
	t.regex(lines.find(line => line.includes('/n/51 ')) ?? '', / \d+:\d\d:\d\d {2,}[0-9a-f]{13}$/);
	t.is(lines.filter(line => line.includes('…')).length, 1);
});

test.serial('a page other than the first doesn’t move', async t => {
	const {terminal, append, expected} = await watchedLog(t);
	await terminal.press(' ', shownListing(25, expected().slice(10, 20)));
	const page = readListing(terminal.screen()).rows;

	append(numberedLines(38, 30).join(''));
	const lines = await terminal.waitFor(
		now => readListing(now).count === 63 && now.some(line => /\b38 new ↑/.test(line)),
	);
	t.deepEqual(readListing(lines).rows, page);
});

test.serial('a frozen screen doesn’t move, and shows everything once it continues', async t => {
	const {cwd, path, terminal, append, expected} = await watchedLog(t);
	// A second program that isn't frozen: it shows when the frozen screen has had enough time.
	const witness = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await witness.waitFor(shownListing(25, expected().slice(0, 10)));

	await terminal.press('=', /‖ frozen$[\s\S]*^25 results found$/m);
	const page = readListing(terminal.screen()).rows;
	for (const from of [30, 40, 50]) {
		append(numberedLines(10, from).join(''));
		await witness.waitFor(shownListing(from - 30 + 35, expected().slice(0, 10)));
	}
	const frozen = readListing(terminal.screen());
	t.is(frozen.count, 25);
	t.deepEqual(frozen.rows, page);

	await terminal.press('=', lines => readListing(lines).count === 55);
	await terminal.press('g', shownListing(55, expected().slice(0, 10)));
});

test.serial('no line is lost or repeated when the log is renamed and created again', async t => {
	const {path, terminal} = await watchedLog(t);
	const urls = numberedLines(25).map((_, n) => `/n/${n}`);
	const lines = (count: number): string => {
		const from = urls.length;
		urls.push(...Array.from({length: count}, (_, n) => `/n/${from + n}`));
		return numberedLines(count, from).join('');
	};
	for (let rotation = 1; rotation <= 3; rotation++) {
		const old = openSync(path, 'a');
		writeSync(old, lines(20));
		renameSync(path, `${path}.${rotation}`);
		writeSync(old, lines(5));
		writeFileSync(path, lines(20));
		// A server continues to write to the renamed file until it reopens its log.
		writeSync(old, lines(5));
		closeSync(old);
		appendFileSync(path, lines(1));
		await terminal.waitFor(now => {
			const {count} = readListing(now);
			return count === urls.length || `count ${count} instead of ${urls.length}`;
		});
	}
	const expected = urls.toReversed();
	const seen: string[] = [];
	let shown = readListing(await terminal.waitFor(now => readListing(now).rows[0]?.url === expected[0])).rows;
	for (;;) {
		seen.push(...shown.map(({url}) => url).filter(url => !seen.includes(url)));
		if (seen.length >= expected.length) {
			break;
		}
		const first = shown[0]?.url;
		terminal.write(' ');
		shown = readListing(
			await terminal.waitFor(now => {
				const {rows} = readListing(now);
				return rows.length > 0 && rows[0]?.url !== first;
			}),
		).rows;
	}
	t.deepEqual(seen, expected);
});

test.serial('a missing file is awaited', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'later.log');
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor('0 results found');

	const content = numberedLines(12).join('');
	writeFileSync(path, content);
	await terminal.waitFor(shownListing(12, expectedListing([{path, content}]).slice(0, 10)));
	t.pass();
});

test.serial('a log that is truncated and rewritten is reported and read again', async t => {
	const {path, terminal} = await watchedLog(t);
	const content = numberedLines(3, 500).join('');
	writeFileSync(path, content);
	// The old rows may have been evicted with the old content, or still count. The new rows are at the top.
	await terminal.waitFor(lines =>
		compareRows(readListing(lines).rows.slice(0, 3), expectedListing([{path, content}])),
	);
	await terminal.waitFor(/truncated|shrunk|emptied|written anew/i);
	t.pass();
});

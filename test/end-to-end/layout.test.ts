import test, {type ExecutionContext} from 'ava';
import {expectedListing} from '../helpers/expected-listing.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit} from '../helpers/program.js';
import {compareRows, readListing, shownListing} from '../helpers/screen-listing.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

function hundredLines(t: ExecutionContext) {
	const content = numberedLines(100).join('');
	const {directory: cwd, path} = temporaryLog(t, content);
	return {cwd, path, expected: expectedListing([{path, content}])};
}

test.serial('z shows as many rows as fit, and z again shows ten', async t => {
	const {cwd, path, expected} = hundredLines(t);
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor(shownListing(100, expected.slice(0, 10)));

	const lines = await terminal.press('z', now => {
		const {rows} = readListing(now);
		return rows.length > 10 && compareRows(rows, expected.slice(0, rows.length));
	});
	const {rows, headerLine} = readListing(lines);
	t.true(rows.length >= 28, `${rows.length} rows fit`);
	t.is(rows[0]?.line, headerLine + 1);

	await terminal.press('z', shownListing(100, expected.slice(0, 10)));
});

test.serial('the next session restores the rows of z, unless --rows sets them', async t => {
	const {cwd, path, expected} = hundredLines(t);
	const first = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await first.waitFor(shownListing(100, expected.slice(0, 10)));
	await first.press('z', lines => readListing(lines).rows.length > 10);
	await quit(t, first);

	const second = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await second.waitFor(lines => readListing(lines).rows.length >= 28);
	await quit(t, second);

	const asked = openProgram(t, ['--rows', '10', path], {cwd, columns: 120, rows: 40});
	await asked.waitFor(shownListing(100, expected.slice(0, 10)));
	await quit(t, asked);

	const third = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await third.press('z', shownListing(100, expected.slice(0, 10)));
	await quit(t, third);
	const last = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await last.waitFor(shownListing(100, expected.slice(0, 10)));
	await quit(t, last);
});

test.serial('--rows sets the number of rows, and fewer are shown if they do not fit', async t => {
	const {cwd, path, expected} = hundredLines(t);
	const terminal = openProgram(t, ['--rows', '25', path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor(shownListing(100, expected.slice(0, 25)));

	terminal.resize(120, 20);
	await terminal.waitFor(lines => {
		const {count, rows} = readListing(lines);
		return count === 100 && rows.length > 5 && compareRows(rows, expected.slice(0, rows.length));
	});
	t.pass();
});

test.serial('follows a resize of the terminal', async t => {
	const {cwd, path, expected} = hundredLines(t);
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor(shownListing(100, expected.slice(0, 10)));

	for (const [columns, rows] of [
		[80, 24],
		[200, 60],
		[100, 30],
	] as const) {
		terminal.resize(columns, rows);
		const lines = await terminal.waitFor(now => {
			// Redrawn for the new width: the text after the URL is at the right edge.
			const {headerLine} = readListing(now);
			const wide = (now[headerLine]?.length ?? 0) > columns - 30;
			const answer = shownListing(100, expected.slice(0, 10));
			return typeof answer === 'function' && wide ? answer(now) : `the header is not ${columns} wide`;
		});
		t.is(lines.filter(line => /results found/.test(line)).length, 1);
		t.is(lines.filter(line => /Status\s+IP/.test(line)).length, 1);
	}
});

test.serial('works again after the terminal was too small', async t => {
	const {cwd, path, expected} = hundredLines(t);
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor(shownListing(100, expected.slice(0, 10)));

	for (const [columns, rows] of [
		[30, 6],
		[1, 1],
		[10, 3],
	] as const) {
		const {length} = terminal.recording();
		terminal.resize(columns, rows);
		await terminal.waitFor(
			now => terminal.recording().length > length && !/IP\s+Method\s+URL\s+Time\s+Token/.test(now.join('\n')),
		);
	}
	terminal.resize(120, 40);
	await terminal.waitFor(shownListing(100, expected.slice(0, 10)));
	await quit(t, terminal);
});

test.serial('q quits a program that was started in a terminal of one cell', async t => {
	const {cwd, path} = hundredLines(t);
	const terminal = openProgram(t, [path], {cwd, columns: 1, rows: 1});
	await terminal.waitFor(() => terminal.state().alternateScreen || terminal.recording().length > 0);
	await quit(t, terminal);
});

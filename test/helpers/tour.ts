import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {logLine, logStart} from './log-lines.js';
import {openProgram} from './program.js';
import {readListing, type ScreenRow, selectedRows} from './screen-listing.js';
import {temporaryDirectory} from './temporary-directory.js';
import {untouchedTerminal} from './terminal-state.js';

export type Tour = {
	/** Rows in a terminal of 200x60, newest first. */
	readonly rows: readonly ScreenRow[];
	/** Cells of these rows, with the characters of each cell. */
	readonly cells: ReadonlyArray<readonly string[]>;
	/** Lines of that screen. */
	readonly lines: readonly string[];
};

/** Returns the column where the token begins, in cells. */
function tokenColumn(cells: readonly string[], row: ScreenRow): number {
	for (let column = 0; column < cells.length; column++) {
		if (cells.slice(column, column + row.token.length).join('') === row.token) {
			return column;
		}
	}
	return -1;
}

/**
 * Shows a log in the whole program, in terminals of 80x24, 200x60 and 30x8. It fills the screen with rows, shows 10 rows, selects
 * each row once, and opens the help while a line arrives. Asserts that every request has its own row with aligned columns, that
 * the program sends no queries, and that it restores the terminal. `openProgram` asserts that the program sends only its own
 * sequences.
 * @param lines - requests with newlines, oldest first, at most 15, all earlier than `logStart` plus 1 hour
 * @param count - number of recognised lines
 */
export async function tour(
	t: ExecutionContext,
	lines: ReadonlyArray<string | Buffer>,
	count = lines.length,
): Promise<Tour> {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	writeFileSync(path, Buffer.concat(lines.map(line => Buffer.from(line as string))));
	const terminal = openProgram(t, ['--rows', 'fit', path], {cwd});
	let cellsShown: string[][] = [];
	const shown = async (wanted: number, width = 0): Promise<string[]> =>
		terminal.waitFor(now => {
			cellsShown = terminal.cells();
			const {rows, count: found, headerLine} = readListing(now);
			const isWide = (now[headerLine]?.trimEnd().length ?? 0) > width;
			return (
				(found === wanted && rows.length === wanted && isWide) || `${found} counted, ${rows.length} rows`
			);
		});
	/** Selects each row in turn, because a selected row is redrawn. */
	const selectAll = async (): Promise<void> => {
		terminal.write('g');
		for (let row = 0; row < count; row++) {
			terminal.write('j');
			await terminal.waitFor(now => selectedRows(terminal)[0]?.token === readListing(now).rows[row]?.token);
		}
	};
	/** Resizes the terminal and waits until the program has redrawn. */
	const resize = async (columns: number, rows: number): Promise<void> => {
		const drawn = terminal.recording().length;
		terminal.resize(columns, rows);
		await terminal.waitFor(() => terminal.recording().length > drawn);
	};
	await shown(count);
	if (count > 2) {
		await selectAll();
	}
	terminal.write('z');
	await terminal.waitFor(now => readListing(now).rows.length === Math.min(10, count));
	terminal.write('z');
	await shown(count);

	await resize(200, 60);
	const wide = await shown(count, 150);
	const {rows} = readListing(wide);
	const cells = rows.map(({line}) => cellsShown[line] ?? []);
	const headerColumn = (wide[readListing(wide).headerLine] ?? '').indexOf('Token');
	for (const [index, row] of rows.entries()) {
		t.is(tokenColumn(cells[index] ?? [], row), headerColumn, wide[row.line]);
		t.deepEqual(
			rows.filter(other => wide[row.line]?.includes(other.token)),
			[row],
		);
	}
	terminal.write('?');
	await terminal.waitFor('next row');
	appendFileSync(path, logLine({time: logStart + 3_600_000, url: '/later'}));
	for (const [columns, lineCount] of [
		[30, 8],
		[80, 24],
	] as const) {
		await resize(columns, lineCount);
	}
	terminal.write('?g');
	await shown(count + 1);
	await resize(30, 8);
	terminal.write('jjj');
	await terminal.waitFor(now => now.some(line => line.startsWith('▌')));
	for (const line of terminal.screen()) {
		t.true(rows.filter(row => line.includes(row.token)).length <= 1, line);
	}
	await resize(80, 24);
	terminal.write('g');
	await shown(count + 1);

	terminal.write('q');
	t.is((await terminal.exit).status, 0);
	t.deepEqual(terminal.state(), untouchedTerminal);
	t.deepEqual(terminal.answers(), []);
	return {rows, cells, lines: wide};
}

/**
 * Returns line `n` of the log. Its URL is `/h<n>?`, the payload, and `<n>END`. The user agent and the referer also contain the
 * payload.
 */
function hostileLine(n: number, payload: string | Buffer): Buffer {
	const line = logLine({
		time: logStart + n * 1000,
		url: `/h${n}?SPLIT${n}END`,
		userAgent: 'SPLIT',
		referer: 'SPLIT',
	});
	const parts = line.split('SPLIT').map(part => Buffer.from(part));
	return Buffer.concat(
		parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(payload as string), part])),
	);
}

/** Shows each payload in a separate request and asserts its displayed URL. */
export async function assertShown(
	t: ExecutionContext,
	payloads: ReadonlyArray<readonly [payload: string | Buffer, shown: string]>,
): Promise<Tour> {
	const toured = await tour(
		t,
		payloads.map(([payload], n) => hostileLine(n, payload)),
	);
	t.deepEqual(
		toured.rows.map(({url}) => url).toReversed(),
		payloads.map(([, shown], n) => `/h${n}?${shown}${n}END`),
	);
	return toured;
}

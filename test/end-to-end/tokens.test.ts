import {appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {compress, compressions, endings} from '../helpers/compressed.js';
import {readJsonEntries} from '../helpers/json-entry.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, runProgram} from '../helpers/program.js';
import {readListing} from '../helpers/screen-listing.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import type {Terminal} from '../helpers/terminal.js';

async function tokens(t: ExecutionContext, cwd: string, ...paths: string[]): Promise<string[]> {
	const {status, stdout} = await runProgram(t, ['--json', ...paths], {cwd});
	t.is(status, 0);
	return readJsonEntries(stdout).map(({token}) => token);
}

/** Returns the tokens on the screen, once it shows this count and number of rows, and the newest row is the last counted one. */
async function shownTokens(terminal: Terminal, count: number, rows: number): Promise<string[]> {
	const lines = await terminal.waitFor(now => {
		const listing = readListing(now);
		return (
			listing.count === count && listing.rows.length === rows && listing.rows[0]?.url === `/n/${count - 1}`
		);
	});
	return readListing(lines).rows.map(({token}) => token);
}

test.serial('a request keeps its token', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(10));
	const before = await tokens(t, cwd, path);
	t.is(new Set(before).size, 10);

	t.deepEqual(await tokens(t, cwd, path), before, 'in another run');
	t.deepEqual(await tokens(t, '/', path), before, 'from another directory');

	const listing = await runProgram(t, ['--text', path], {cwd});
	t.deepEqual(
		readListing(listing.stdout.split('\n')).rows.map(({token}) => token),
		before,
		'as text',
	);

	const terminal = openProgram(t, [path], {cwd});
	t.deepEqual(await shownTokens(terminal, 10, 10), before, 'on the screen');

	appendFileSync(path, numberedLines(1, 10).join(''));
	const grown = await shownTokens(terminal, 11, 10);
	t.deepEqual(grown.slice(1), before.slice(0, 9), 'when the log grows');

	mkdirSync(join(cwd, 'old'));
	const moved = join(cwd, 'old', 'access.log.1');
	renameSync(path, moved);
	const after = await tokens(t, cwd, moved);
	t.deepEqual(after.slice(1), before, 'after the file was moved');
});

for (const compression of compressions) {
	test.serial(
		`fault 27: a log has the same tokens after it was rotated and compressed (${compression})`,
		async t => {
			const content = numberedLines(10).join('');
			const {directory: cwd, path} = temporaryLog(t, content);
			const before = await tokens(t, cwd, path);
			renameSync(path, `${path}.1`);
			t.deepEqual(await tokens(t, cwd, `${path}.1`), before, 'rotated');
			const compressed = `${path}.1${endings[compression]}`;
			writeFileSync(compressed, compress(compression, content));
			t.deepEqual(await tokens(t, cwd, compressed), before, 'compressed');
			t.deepEqual(await tokens(t, cwd, `${path}.1`, compressed), before, 'both at once');

			rmSync(`${path}.1`);
			const terminal = openProgram(t, [compressed], {cwd});
			t.deepEqual(await shownTokens(terminal, 10, 10), before, 'on the screen');
		},
	);
}

test.serial('two files that start with the same lines have different tokens', async t => {
	const cwd = temporaryDirectory(t);
	const [one, two] = [join(cwd, 'one.log'), join(cwd, 'two.log')];
	writeFileSync(one, numberedLines(10).join(''));
	copyFileSync(one, two);
	const all = await tokens(t, cwd, one, two);

	t.is(all.length, 20);
	t.is(new Set(all).size, 20);
	t.deepEqual((await tokens(t, cwd, two, one)).toSorted(), all.toSorted());
});

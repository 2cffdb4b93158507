import {existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, openProgram, programCommand, quit} from '../helpers/program.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';

test.serial('bookmarks and separators persist across sessions and rotations', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3000));
	const first = openProgram(t, ['access.log'], {cwd});
	await first.waitFor('3000 results found');
	await first.press('G', /^▌.*\/n\/0 /m);
	await first.press('m', /^◘.*\/n\/0 /m);
	await first.press('Mdeploy\r', 'Separator inserted');
	await first.press('g', /^ ── .* deploy ─/m);
	await quit(t, first);
	const kept = join(cwd, '.local', 'state', 'reqscope', 'marks');
	t.is(statSync(kept).mode & 0o777, 0o600);
	t.is(readFileSync(kept, 'utf8').split('\n').length, 3);

	const again = openProgram(t, ['access.log'], {cwd});
	await again.waitFor(/^ ── .* deploy ─/m);
	await again.waitFor('3000 results found');
	await again.press('uu', /^◘.*\/n\/0 /m);
	await quit(t, again);

	// Renamed and compressed, and read there, next to the new file.
	renameSync(path, `${path}.1`);
	writeFileSync(path, numberedLines(20, 3000).join(''));
	const rotated = openProgram(t, ['access.log', 'access.log.1'], {cwd});
	await rotated.waitFor('3020 results found');
	await rotated.waitFor(/^ ── .* deploy ─/m);
	await rotated.press('uu', /^◘.*\/n\/0 /m);
	await quit(t, rotated);

	writeFileSync(`${path}.1.gz`, gzipSync(readFileSync(`${path}.1`)));
	const compressed = openProgram(t, ['access.log.1.gz'], {cwd, columns: 100});
	await compressed.waitFor('3000 results found');
	await compressed.press('u', /^◘.*\/n\/0 /m);
	await compressed.press('m', /^▌.*\/n\/0 /m);
	await quit(t, compressed);
	t.is(readFileSync(kept, 'utf8').split('\n').length, 2);
});

test.serial('bookmarks in piped input aren’t saved', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'log'), numberedLines(30).join(''));
	const command = ['sh', '-c', 'cat log | "$@"', 'sh', ...programCommand('-')];
	const terminal = openCommand(t, command, {cwd});
	await terminal.waitFor('30 results found');
	await terminal.press('mM\r', /^ ── /m);
	await terminal.waitFor(/^◘/m);
	await quit(t, terminal);
	t.false(existsSync(join(cwd, '.local', 'state', 'reqscope', 'marks')));
});

test.serial('a broken file of bookmarks is reported, and not changed', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(30));
	const folder = join(cwd, '.local', 'state', 'reqscope');
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'marks'), '{"kind":"ma');
	const terminal = openProgram(t, ['access.log'], {cwd, columns: 300});
	await terminal.waitFor('Bookmarks last until the program ends');
	await terminal.waitFor("its line 1 isn't a mark): fix it, or move it away");
	await terminal.press('jm', /^◘/m);
	await terminal.waitFor('Marked: u U go to the next and previous marks');
	await quit(t, terminal);
	t.is(readFileSync(join(folder, 'marks'), 'utf8'), '{"kind":"ma');
});

test.serial('hostile: control characters in the text of a separator don’t reach the terminal', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(30));
	const folder = join(cwd, '.local', 'state', 'reqscope');
	mkdirSync(folder, {recursive: true});
	const text = '\u001B]0;title\u0007\u001B[2J\u009B31m\u202Eevil\r\nline';
	const separator = {kind: 'separator', time: Date.now(), text, logs: [path]};
	writeFileSync(join(folder, 'marks'), `${JSON.stringify(separator)}\n`);
	const terminal = openProgram(t, ['access.log'], {cwd, columns: 120});
	await terminal.waitFor(/^ ── .* \\x1b\]0;title.*evil.*line ─/m);
	// The pasted text is on one line, without control characters.
	await terminal.press('M\u001B[200~a\u001B[31mb\nc\u0007\u001B[201~\r', /^ ── .* a \[31mb c · .*evil/m);
	await terminal.press('u', /^▌── .* a \[31mb c \(1 of 2\) ─/m);
	await terminal.waitFor('a [31mb c: M removes it');
	await quit(t, terminal);
});

import {existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, openProgram, programCommand} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test.serial('marks and separators persist across sessions and rotations', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	writeFileSync(path, numberedLines(3000).join(''));
	const first = openProgram(t, ['access.log'], {cwd});
	await first.waitFor('3000 results found');
	first.write('G');
	await first.waitFor(/^▌.*\/n\/0 /m);
	first.write('m');
	await first.waitFor(/^◘.*\/n\/0 /m);
	first.write('Mdeploy\r');
	await first.waitFor('Separator inserted');
	first.write('g');
	await first.waitFor(/^ ── .* deploy ─/m);
	first.write('q');
	t.is((await first.exit).status, 0);
	const kept = join(cwd, '.local', 'state', 'reqscope', 'marks');
	t.is(statSync(kept).mode & 0o777, 0o600);
	t.is(readFileSync(kept, 'utf8').split('\n').length, 3);

	const again = openProgram(t, ['access.log'], {cwd});
	await again.waitFor(/^ ── .* deploy ─/m);
	await again.waitFor('3000 results found');
	again.write('uu');
	await again.waitFor(/^◘.*\/n\/0 /m);
	again.write('q');
	t.is((await again.exit).status, 0);

	// Renamed, compressed, and read from where it is now, beside the new file.
	renameSync(path, `${path}.1`);
	writeFileSync(path, numberedLines(20, 3000).join(''));
	const rotated = openProgram(t, ['access.log', 'access.log.1'], {cwd});
	await rotated.waitFor('3020 results found');
	await rotated.waitFor(/^ ── .* deploy ─/m);
	rotated.write('uu');
	await rotated.waitFor(/^◘.*\/n\/0 /m);
	rotated.write('q');
	t.is((await rotated.exit).status, 0);

	writeFileSync(`${path}.1.gz`, gzipSync(readFileSync(`${path}.1`)));
	const compressed = openProgram(t, ['access.log.1.gz'], {cwd, columns: 100});
	await compressed.waitFor('3000 results found');
	compressed.write('u');
	await compressed.waitFor(/^◘.*\/n\/0 /m);
	compressed.write('m');
	await compressed.waitFor(/^▌.*\/n\/0 /m);
	compressed.write('q');
	t.is((await compressed.exit).status, 0);
	t.is(readFileSync(kept, 'utf8').split('\n').length, 2);
});

test.serial('marks in piped input aren’t saved', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'log'), numberedLines(30).join(''));
	const command = ['sh', '-c', 'cat log | "$@"', 'sh', ...programCommand('-')];
	const terminal = openCommand(t, command, {cwd});
	await terminal.waitFor('30 results found');
	terminal.write('mM\r');
	await terminal.waitFor(/^ ── /m);
	await terminal.waitFor(/^◘/m);
	terminal.write('q');
	t.is((await terminal.exit).status, 0);
	t.false(existsSync(join(cwd, '.local', 'state', 'reqscope', 'marks')));
});

test.serial('a broken file of marks is reported, and not changed', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'access.log'), numberedLines(30).join(''));
	const folder = join(cwd, '.local', 'state', 'reqscope');
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'marks'), '{"kind":"ma');
	const terminal = openProgram(t, ['access.log'], {cwd, columns: 300});
	await terminal.waitFor('Marks last until the program ends');
	await terminal.waitFor("its line 1 isn't a mark): fix it, or move it away");
	terminal.write('jm');
	await terminal.waitFor(/^◘/m);
	await terminal.waitFor('Marked: u U go to the next and previous marks');
	terminal.write('q');
	t.is((await terminal.exit).status, 0);
	t.is(readFileSync(join(folder, 'marks'), 'utf8'), '{"kind":"ma');
});

test.serial('hostile: control characters in the text of a separator don’t reach the terminal', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	writeFileSync(path, numberedLines(30).join(''));
	const folder = join(cwd, '.local', 'state', 'reqscope');
	mkdirSync(folder, {recursive: true});
	const text = '\u001B]0;title\u0007\u001B[2J\u009B31m\u202Eevil\r\nline';
	const separator = {kind: 'separator', time: Date.now(), text, logs: [path]};
	writeFileSync(join(folder, 'marks'), `${JSON.stringify(separator)}\n`);
	const terminal = openProgram(t, ['access.log'], {cwd, columns: 120});
	await terminal.waitFor(/^ ── .* \\x1b\]0;title.*evil.*line ─/m);
	// What is pasted is on one line, and what it has of controls is none.
	terminal.write('M\u001B[200~a\u001B[31mb\nc\u0007\u001B[201~\r');
	await terminal.waitFor(/^ ── .* a \[31mb c · .*evil/m);
	terminal.write('u');
	await terminal.waitFor(/^▌── .* a \[31mb c \(1 of 2\) ─/m);
	await terminal.waitFor('a [31mb c: M removes it');
	terminal.write('q');
	t.is((await terminal.exit).status, 0);
});

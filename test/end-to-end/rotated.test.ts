import {appendFileSync, renameSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {compress, compressions, endings} from '../helpers/compressed.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

const lines = numberedLines(100);

for (const compression of compressions) {
	test.serial(`the title shows the number of rotated files, and R adds them (${compression})`, async t => {
		const {directory: cwd, path} = temporaryLog(t, lines.slice(70));
		writeFileSync(join(cwd, 'access.log.1'), lines.slice(40, 70).join(''));
		writeFileSync(
			join(cwd, `access.log.2${endings[compression]}`),
			compress(compression, lines.slice(0, 40).join('')),
		);
		utimesSync(join(cwd, `access.log.2${endings[compression]}`), 1_700_000_000, 1_700_000_000);
		writeFileSync(join(cwd, 'other.log.1'), lines.join(''));
		const terminal = openProgram(t, ['access.log'], {cwd});
		await terminal.waitFor('30 results found');
		const [title] = await terminal.waitFor('rotated');
		t.is(title, 'reqscope  access.log  combined · R adds 2 rotated files');

		// What was read while it was written is no more to be added once it is rotated.
		renameSync(join(cwd, 'access.log.1'), join(cwd, 'access.log.3'));
		renameSync(path, join(cwd, 'access.log.1'));
		writeFileSync(path, numberedLines(1, 1000).join(''));
		await terminal.waitFor('31 results found');
		const added = await terminal.press('R', '101 results found');
		t.is(added[0], `reqscope  access.log, access.log.3, access.log.2${endings[compression]}  combined`);
		t.regex(added.join('\n'), /\b2 rotated files are read, too/);
		await terminal.press('R', 'No rotated files are left to add');
		appendFileSync(path, numberedLines(1, 1001).join(''));
		await terminal.waitFor('102 results found');
	});
}

test.serial('R adds nothing for a directory that contains the rotated files', async t => {
	const {directory: cwd} = temporaryLog(t, lines.slice(50));
	writeFileSync(join(cwd, 'access.log.1'), lines.slice(0, 50).join(''));
	const terminal = openProgram(t, ['.'], {cwd});
	await terminal.waitFor('100 results found');
	const [title] = await terminal.press('R', 'No rotated files are left to add');
	t.is(title, 'reqscope  .  combined');
});

test.serial('with --no-past, R shows why it adds nothing', async t => {
	const {directory: cwd} = temporaryLog(t, lines.slice(50));
	writeFileSync(join(cwd, 'access.log.1'), lines.slice(0, 50).join(''));
	const terminal = openProgram(t, ['--no-past', 'access.log'], {cwd});
	await terminal.waitFor('0 results found');
	const [title] = await terminal.press('R', 'With --no-past, no rotated files are added');
	t.is(title, 'reqscope  access.log');
});

import {appendFileSync, renameSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {compress, compressions, endings} from '../helpers/compressed.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import type {Terminal} from '../helpers/terminal.js';

const lines = numberedLines(100);

/** Waits until the state in the title is the age of the newest request, and returns the files and facts before it. */
async function titleOf(terminal: Terminal): Promise<string | undefined> {
	const title = /^ reqscope {2}(.*?) +○ no request for \d+ days$/;
	const [line = ''] = await terminal.waitFor(lines => title.test(lines[0] ?? ''));
	return title.exec(line)?.[1];
}

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
		// Wide enough for the state at the end of the title.
		const terminal = openProgram(t, ['access.log'], {cwd, columns: 120});
		await terminal.waitFor('30 results found');
		await terminal.waitFor('rotated');
		t.is(await titleOf(terminal), 'access.log  combined · R adds 2 rotated files');

		// A log that was read while it was written is not added again after its rotation.
		renameSync(join(cwd, 'access.log.1'), join(cwd, 'access.log.3'));
		renameSync(path, join(cwd, 'access.log.1'));
		writeFileSync(path, numberedLines(1, 1000).join(''));
		await terminal.waitFor('31 results found');
		const added = await terminal.press('R', '101 results found');
		t.regex(added.join('\n'), /\b2 rotated files added/);
		t.is(await titleOf(terminal), `access.log, access.log.3, access.log.2${endings[compression]}  combined`);
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
	await terminal.press('R', 'No rotated files are left to add');
	t.is(await titleOf(terminal), '.  combined');
});

test.serial('with --no-past, R shows why it adds nothing', async t => {
	const {directory: cwd} = temporaryLog(t, lines.slice(50));
	writeFileSync(join(cwd, 'access.log.1'), lines.slice(0, 50).join(''));
	const terminal = openProgram(t, ['--no-past', 'access.log'], {cwd});
	await terminal.waitFor('0 results found');
	await terminal.press('R', 'With --no-past, no rotated files are added');
	const [title] = await terminal.waitFor('○ no request yet');
	t.regex(title ?? '', /^ reqscope {2}access\.log +○ no request yet$/);
});

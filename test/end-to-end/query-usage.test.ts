import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const forms: ReadonlyArray<readonly string[]> = [
	[],
	['--json'],
	['--count'],
	['--raw', '--follow'],
	['--csv', '-o', 'out.csv'],
];

test.serial('a search that can’t be understood is wrong usage, whatever is to be printed', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	writeFileSync(path, numberedLines(3).join(''));
	for (const form of forms) {
		const {status, stdout, stderr} = await runProgram(
			t,
			[...form, '-q', '-status:200 stauts:\u001b[31m4', path],
			{cwd},
		);
		t.is(status, 2, form.join(' '));
		t.is(stdout, '');
		t.is(
			stderr,
			[
				'reqscope: --query: there is no field “stauts”, did you mean status:? To search for the text, write "stauts:\\x1b[31m4"',
				'  -status:200 stauts:\\x1b[31m4',
				'              ^^^^^^',
				'',
			].join('\n'),
		);
	}
	t.false(existsSync(join(cwd, 'out.csv')));
});

import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test.serial('earlier searches persist across sessions', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'access.log'), numberedLines(30).join(''));
	const first = openProgram(t, ['access.log'], {cwd});
	await first.waitFor('30 results found');
	first.write('/url:n/1\r');
	await first.waitFor(/^ url:n\/1$/m);
	first.write('q');
	await first.exit;
	const kept = join(cwd, '.local', 'state', 'reqscope', 'searches');
	t.is(readFileSync(kept, 'utf8'), '"url:n/1"\n');
	t.is(statSync(kept).mode & 0o777, 0o600);

	const next = openProgram(t, ['access.log'], {cwd});
	await next.waitFor('30 results found');
	next.write('/\u001B[A');
	await next.waitFor('/url:n/1');
	await next.waitFor('11 results found');
	next.write('\u0003');
	t.is((await next.exit).status, 130);
});

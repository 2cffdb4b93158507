import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

test.serial('earlier searches persist across sessions', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(30));
	const first = openProgram(t, ['access.log'], {cwd});
	await first.waitFor('30 results found');
	await first.press('/url:n/1\r', /^ url:n\/1$/m);
	first.write('q');
	await first.exit;
	const kept = join(cwd, '.local', 'state', 'reqscope', 'searches');
	t.is(readFileSync(kept, 'utf8'), '"url:n/1"\n');
	t.is(statSync(kept).mode & 0o777, 0o600);

	const next = openProgram(t, ['access.log'], {cwd});
	await next.waitFor('30 results found');
	await next.press('/\u001B[A', '/url:n/1');
	await next.waitFor('11 results found');
	next.write('\u0003');
	t.is((await next.exit).status, 130);
});

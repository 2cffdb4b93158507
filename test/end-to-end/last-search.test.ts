import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

test.serial('the last search of a session is offered to the next session with the same paths', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(30));
	const first = openProgram(t, ['access.log'], {cwd});
	await first.waitFor('30 results found');
	await first.waitFor(/^\/ search$/m);
	await first.press('/url:n/1\r', /^ url:n\/1$/m);
	first.write('\u0003');
	t.is((await first.exit).status, 130);
	const file = join(cwd, '.local', 'state', 'reqscope', 'last-searches');
	t.is(statSync(file).mode & 0o777, 0o600);
	t.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
		directory: cwd,
		paths: [join(cwd, 'access.log')],
		query: 'url:n/1',
	});
	// A session that only views the log leaves the stored search unchanged.
	const program = openProgram(t, ['access.log'], {cwd});
	await program.waitFor('/ search   search again: url:n/1?  (. yes  Esc no)');
	program.write('q');
	await program.exit;

	const next = openProgram(t, ['access.log'], {cwd});
	await next.waitFor('search again: url:n/1?');
	await next.press('.', '11 results found');
	await next.press('C', '30 results found');
	await quit(t, next);

	const last = openProgram(t, ['access.log'], {cwd});
	await last.waitFor('30 results found');
	await last.press('.', 'No search of an earlier session is offered: / and ↑ show earlier ones');
	last.write('q');
	await last.exit;
});

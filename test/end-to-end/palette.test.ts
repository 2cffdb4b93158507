import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

test.serial('runs commands by their names, also from a panel', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(30));
	const terminal = openProgram(t, ['access.log'], {cwd});
	await terminal.waitFor('30 results found');
	await terminal.press(':', /^ query TEXT +search for TEXT instead/m);
	await terminal.press('row', /^ rows \[N\|fit\] +z /m);
	await terminal.press('s 5\r', '1–5 of 30');
	await terminal.press(':timelien\r', 'There is no command timelien: did you mean timeline?');
	await terminal.press('\u0015timeline\r', 'Timeline');
	await terminal.press(':query url:n/1', /^:query url:n\/1$/m);
	await terminal.press('\r', '11 requests');
	await terminal.press(':q\t', /^:quit$/m);
	await quit(t, terminal, '\r');
});

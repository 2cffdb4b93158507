import {appendFileSync} from 'node:fs';
import test from 'ava';
import {columns as allColumns} from '../../source/fields/fields.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {openProgram, runProgram} from '../helpers/program.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {untouchedTerminal} from '../helpers/terminal-state.js';

function url(n: number): string {
	return `/en/catalogue/kitchen/tables/${n}/a-table-of-oak?colour=dark&size=large`;
}
function lines(first: number, last: number): string {
	return Array.from({length: last - first + 1}, (_, index) =>
		logLine({time: logStart + (first + index) * 1000, url: url(first + index)}),
	).join('');
}

test('--columns applies to the screen and to printed output; x and > change them while rows flow', async t => {
	const {directory: cwd, path} = temporaryLog(t, lines(1, 20));
	const columns = ['--columns', 'status,bytes,url,file:12'];
	const printed = await runProgram(t, ['--text', ...columns, path], {cwd});
	t.regex(
		printed.stdout,
		/^20 results found\nStatus +Bytes URL +File\n200 +.* \/en\/catalogue\/.* …\/access\.log\n/,
	);

	const terminal = openProgram(t, [...columns, path], {cwd});
	await terminal.waitFor(/^Status +Bytes +URL +File$/m);
	await terminal.waitFor(/ 200 +.* \/en\/catalogue\/kitchen\/tables\/20\/.*… +…\/access\.log$/m);
	await terminal.press('>>', /^Status +Bytes +URL from \d+ +File$/m);
	await terminal.press('x', /^▌\[x\] Status/m);
	await terminal.press('jj\u001b[D\u001b[D', '--columns url,status,bytes,file:12');
	const shown = allColumns.filter(column => !['asn', 'country', 'source'].includes(column));
	const up = 'k'.repeat(shown.length - 1 - shown.indexOf('protocol'));
	await terminal.press(`G${up}\r`, '--columns url,status,bytes,file:12,protocol');
	await terminal.press('\u001b', /^URL from \d+ +Status +Bytes +File +Protocol$/m);
	const header = terminal.screen().find(line => line.startsWith('URL'));
	appendFileSync(path, lines(21, 40));
	const flown = await terminal.waitFor('40 results found');
	t.is(
		flown.find(line => line.startsWith('URL')),
		header,
	);
	await terminal.press('>>>>>>', /^ ….*size=large +200 .*HTTP\/1\.\d$/m);
	terminal.write('q');
	const {status} = await terminal.exit;
	t.is(status, 0);
	t.deepEqual(terminal.state(), untouchedTerminal);
});

test('an unknown column is reported with the existing ones', async t => {
	const cwd = temporaryDirectory(t);
	const {status, stderr} = await runProgram(t, ['--columns', 'status,wat', 'access.log'], {cwd});
	t.is(status, 2);
	t.regex(
		stderr,
		/^reqscope: --columns: there is no column wat: the columns are status, ip, .*protocol, forwarded, upstream, .*source, and @name for a log field\n$/,
	);
});

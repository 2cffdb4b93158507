import {appendFileSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {openProgram, runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** Requests number `first` to `last`, one a second; every third is a 404. */
const requests = (first: number, last: number): string =>
	Array.from({length: last - first + 1}, (_, index) => {
		const n = first + index;
		const time = new Date(Date.UTC(2026, 10, 5, 9, 0, n)).toISOString().slice(11, 19);
		return `203.0.113.9 - - [05/Nov/2026:${time} +0000] "GET /en/${n} HTTP/1.1" ${n % 3 === 0 ? 404 : 200} 12 "-" "-"\n`;
	}).join('');

test.serial(
	'a search typed while the log is written: count, rows and --count agree; a row stays',
	async t => {
		const cwd = temporaryDirectory(t);
		const path = join(cwd, 'access.log');
		writeFileSync(path, requests(1, 300));
		const terminal = openProgram(t, ['access.log'], {cwd});
		await terminal.waitFor('300 results found');

		let last = 300;
		const writing = setInterval(() => {
			appendFileSync(path, requests(last + 1, last + 20));
			last += 20;
		}, 20);
		t.teardown(() => clearInterval(writing));
		for (const key of '/status:404') {
			terminal.write(key);
		}

		await terminal.waitFor(/^\/status:404/);
		terminal.write('\r');
		await terminal.waitFor(/^ status:404$/m);
		terminal.write('jjj');
		const pinned = await terminal.waitFor('▌');
		const line = pinned.findIndex(text => text.startsWith('▌'));
		await terminal.waitFor(/\d\d+ new ↑/);
		t.is(terminal.screen()[line], pinned[line]);
		terminal.write('\u001B[C+');
		await terminal.waitFor(/\d\d+ new ↑/);
		t.is(
			terminal.screen().findIndex(text => text.startsWith('▌')),
			line,
		);
		clearInterval(writing);

		const counted = await runProgram(t, ['--count', '-q', 'status:404', 'access.log'], {cwd});
		t.is(counted.stdout, `${Math.floor(last / 3)} results found\n`);
		terminal.write('g');
		await terminal.waitFor(counted.stdout.trim());
		const newest = last - (last % 3);
		await terminal.waitFor(lines => lines[line - 2]?.includes(` /en/${newest} `) ?? false);
		terminal.write('q');
		t.is((await terminal.exit).status, 0);
	},
);

test.serial('earlier searches are there the next time', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'access.log'), requests(1, 30));
	const first = openProgram(t, ['access.log'], {cwd});
	await first.waitFor('30 results found');
	first.write('/url:en/1\r');
	await first.waitFor(/^ url:en\/1$/m);
	first.write('q');
	await first.exit;
	const kept = join(cwd, '.local', 'state', 'reqscope', 'searches');
	t.is(readFileSync(kept, 'utf8'), '"url:en/1"\n');
	t.is(statSync(kept).mode & 0o777, 0o600);

	const next = openProgram(t, ['access.log'], {cwd});
	await next.waitFor('30 results found');
	next.write('/\u001B[A');
	await next.waitFor('/url:en/1');
	await next.waitFor('11 results found');
	next.write('\u0003');
	t.is((await next.exit).status, 130);
});

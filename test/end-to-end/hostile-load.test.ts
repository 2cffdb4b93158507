import {appendFileSync, readFileSync} from 'node:fs';
import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {logLine, logStart} from '../helpers/log-lines.js';
import {processorTime} from '../helpers/processor-time.js';
import {openProgram} from '../helpers/program.js';
import {readListing} from '../helpers/screen-listing.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

function lines(from: number, count: number): string {
	return Array.from({length: count}, (_, n) =>
		logLine({
			time: logStart + from + n,
			ip: `2001:db8::${((from + n) % 65_536).toString(16)}`,
			url: `/${(from + n).toString(36)}/${'x'.repeat(60)}`,
			userAgent: `agent ${from + n}`,
		}),
	).join('');
}

test.serial('hostile 10: with URLs of 60 KB on every row, keys are answered at once', async t => {
	const urls = Array.from({length: 200}, (_, n) => `/${n}?${'\u202E\u009B日'.repeat(7000)}`);
	const {directory: cwd, path} = temporaryLog(
		t,
		urls.map((url, n) => logLine({time: logStart + n * 1000, url})),
	);
	const terminal = openProgram(t, ['--rows', 'fit', path], {cwd, columns: 200, rows: 60});
	await terminal.waitFor('200 results found');
	/** The processor time for it, because the machine may have other work. */
	const work: number[] = [];
	for (let page = 0; page < 8; page++) {
		const first = readListing(terminal.screen()).rows[0]?.token;
		const before = processorTime(terminal.pid);
		await terminal.press(page % 2 === 0 ? ' ' : 'b', now => {
			const {rows} = readListing(now);
			return rows.length > 10 && rows[0]?.token !== first;
		});
		work.push(processorTime(terminal.pid) - before);
	}
	const median = work.toSorted((a, b) => a - b)[4] ?? Number.NaN;
	t.log(`a page: ${median.toFixed(0)} ms of work`);
	t.true(median < 1000, `${work}`);
});

test.serial('hostile 11: keys are answered and memory is bounded at 100,000s of new URLs', async t => {
	const {directory: cwd, path} = temporaryLog(t, lines(0, 100));
	const cap = 40_000;
	const terminal = openProgram(t, ['--max-entries', `${cap}`, path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor('100 results found');
	const megabytes = (): number =>
		Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${terminal.pid}/status`, 'utf8'))?.[1]) / 1024;
	const chunks = Array.from({length: 20}, (_, n) => lines(100 + n * 20_000, 20_000));
	/** The processor time in the meantime, because the machine may have other work. */
	const work: number[] = [];
	const memory: number[] = [];
	for (const [n, chunk] of chunks.entries()) {
		appendFileSync(path, chunk);
		const begin = performance.now();
		const before = processorTime(terminal.pid);
		await terminal.press('?', now => now.some(line => line.includes('next row')) === (n % 2 === 0));
		work.push(processorTime(terminal.pid) - before);
		if (process.platform === 'linux') {
			memory.push(megabytes());
		}
		// A hundred thousand lines per second.
		await setTimeout(Math.max(0, 200 - (performance.now() - begin)));
	}
	await terminal.waitFor(now => now.some(line => /^\d+ results found.* older dropped/.test(line)));
	await terminal.waitFor(now => (readListing(now).count ?? 0) <= cap);
	const median = work.toSorted((a, b) => a - b)[10] ?? Number.NaN;
	const longest = Math.max(...work);
	t.log(`keys: median ${median.toFixed(0)} ms of work, at most ${longest.toFixed(0)} ms`);
	t.log(`memory: ${memory.map(size => size.toFixed(0)).join(' ')} MB`);
	t.true(median < 100, `${work}`);
	t.true(longest < 1000, `${work}`);
	// 400,000 entries of 200 bytes have arrived. Without eviction, memory would grow with each entry.
	const half = Math.max(...memory.slice(0, 10));
	t.true(Math.max(0, ...memory) < half + 100, `${memory}`);
});

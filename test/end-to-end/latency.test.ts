import {appendFileSync} from 'node:fs';
import {performance} from 'node:perf_hooks';
import test from 'ava';
import {keyTime} from '../helpers/key-time.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

test('an appended line is on the screen within 300 ms plus five times the delay of a key (median of 30)', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(100));
	const terminal = openProgram(t, [path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor('100 results found');

	const delays: number[] = [];
	// Keys are measured at intervals, because other load on the machine varies.
	const keys: number[] = [];
	for (let n = 100; n < 130; n++) {
		const begin = performance.now();
		appendFileSync(path, numberedLines(1, n).join(''));
		// Each line is written right after the previous one was drawn, when a limit on frames delays it most.
		await terminal.waitFor(new RegExp(`/n/${n}\\s`));
		delays.push(performance.now() - begin);
		if (n % 5 === 4) {
			keys.push(await keyTime(terminal, 1));
		}
	}
	const medianOf = (times: readonly number[]): number =>
		times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
	const [median, key] = [medianOf(delays), medianOf(keys)];
	t.log(`median ${median.toFixed(0)} ms, longest ${Math.max(...delays).toFixed(0)} ms`);
	t.log(`a key in ${key.toFixed(0)} ms`);
	t.true(median < 300 + 5 * key, `${median} ms`);
});

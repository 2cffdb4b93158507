import {appendFileSync} from 'node:fs';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {processorTime} from '../helpers/processor-time.js';
import {openProgram} from '../helpers/program.js';
import {readListing} from '../helpers/screen-listing.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

const lines = 20_000;
const block = numberedLines(lines).join('');

test.serial('fault 36: keys work while lines arrive faster than they are read; all are shown', async t => {
	const {directory: cwd, path} = temporaryLog(t);
	const terminal = openProgram(t, ['--max-entries', '10000', path], {cwd, columns: 120, rows: 40});
	await terminal.waitFor('0 results found');

	/** The processor time until a key is answered, because the machine may have other work. */
	const answer = async (): Promise<number> => {
		const before = processorTime(terminal.pid);
		await terminal.press('?', /Keys .*close/);
		const work = processorTime(terminal.pid) - before;
		await terminal.press('\u001B', 'results found');
		return work;
	};
	const usualOf = (works: readonly number[]): number =>
		works.toSorted((a, b) => a - b)[works.length / 4] ?? Number.NaN;

	const idles: number[] = [];
	for (let round = 0; round < 4; round++) {
		idles.push(await answer());
	}
	const idle = usualOf(idles);
	const answers: number[] = [];
	let written = 0;
	for (let round = 0; round < 12; round++) {
		for (let times = 0; times < 4; times++) {
			appendFileSync(path, block);
			written += lines;
		}
		answers.push(await answer());
	}
	const shown = await terminal.waitFor(now => {
		const {count, beside} = readListing(now);
		const [, gone = '0'] = /(\d+) older dropped/.exec(beside) ?? [];
		return (count ?? 0) + Number(gone) === written || `${count} and ${gone} of ${written}`;
	});
	t.is(readListing(shown).count, 10_000);
	t.notRegex(shown.join('\n'), /behind/);
	// The median: this process also writes, and may notice an answer late.
	const usual = usualOf(answers);
	t.log(
		`keys answered: usually within ${usual.toFixed(0)} ms of work, longest ${Math.max(...answers).toFixed(0)} ms`,
	);
	t.log(`with nothing to read: ${idle.toFixed(0)} ms`);
	t.true(usual < 100 + 10 * idle, `${usual} ms`);
});

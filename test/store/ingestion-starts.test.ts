import {appendFileSync, mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate as nextTurn, setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {tail} from '../../source/tail/tail.js';
import {idle, ingest} from '../helpers/ingest.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {Random} from '../model/random.js';

/** The environment variable STARTS changes the number of starts. */
const starts = Number(process.env.STARTS ?? 250);

/** Number of concurrent starts. */
const together = 16;

/** Small sizes, so that few lines have a backfill, an end and a live part. */
const sizes = {chunk: 700, head: 1000, tail: 400, block: 600};

/** Pauses of different lengths; the first one doesn't pause. */
const pauses: ReadonlyArray<() => Promise<unknown> | undefined> = [
	() => undefined,
	() => Promise.resolve(),
	() => nextTurn(),
	() => nextTurn(),
	() => wait(1),
];

/** Writes during the start. */
const steps = 12;

type Outcome = {
	readonly written: number;
	readonly firstAfterRotation: number;
	readonly read: readonly number[];
};

/** Starts to follow a log that is written in pieces of lines at the same time, and rotated once. */
async function start(seed: number, directory: string): Promise<Outcome> {
	const random = new Random(seed);
	const path = join(directory, 'access.log');
	let written = 0;
	const line = (): string => logLine({time: logStart + 1000 * written, url: `/${written++}`});
	writeFileSync(path, Array.from({length: random.below(30)}, line).join(''));
	let half = '';
	const write = (): void => {
		const text = half || line();
		const end = random.below(3) > 0 ? text.length : random.below(text.length);
		appendFileSync(path, text.slice(0, end));
		half = text.slice(end);
	};
	const reading = ingest([], {start: false, sizes});
	const poll = random.below(2) === 0;
	const followed = tail({paths: [path], follow: true, poll}, reading.ingestion);
	try {
		reading.ingestion.start(followed.started);
		const rotateAt = random.below(steps);
		let firstAfterRotation = 0;
		for (let step = 0; step < steps; step++) {
			if (step >= rotateAt && firstAfterRotation === 0 && half === '') {
				renameSync(path, `${path}.1`);
				firstAfterRotation = written;
				writeFileSync(path, '');
			}
			write();
			await pauses[random.below(pauses.length)]?.();
		}
		appendFileSync(path, half);
		await followed.poll();
		await followed.poll();
		do {
			await idle(reading);
		} while ([...reading.ingestion.logs].some(({backfillLeft, lag}) => backfillLeft > 0 || lag > 0));
		return {written, firstAfterRotation, read: reading.entries().map(({url}) => Number(url?.slice(1)))};
	} finally {
		await reading.ingestion.close();
		await followed.close();
	}
}

test('fault 42: many starts during writes and rotations lose and repeat no line', async t => {
	const directory = temporaryDirectory(t);
	let next = 0;
	const failures: unknown[] = [];
	let whole = 0;
	const work = async (): Promise<void> => {
		while (next < starts) {
			const seed = next++;
			const own = join(directory, `${seed}`);
			mkdirSync(own);
			const {written, firstAfterRotation, read} = await start(seed, own);
			const from = read.length === written ? 0 : firstAfterRotation;
			whole += from === 0 ? 1 : 0;
			const expected = Array.from({length: written - from}, (_, n) => from + n);
			if (`${read.toSorted((a, b) => a - b)}` !== `${expected}`) {
				failures.push({seed, written, firstAfterRotation, read});
			}
		}
	};
	await Promise.all(Array.from({length: together}, work));
	t.deepEqual(failures, []);
	// In the other starts, the log was rotated away before it was read, on a busy machine in most of them.
	t.true(whole > starts / 20, `${whole}`);
});

import {spawn} from 'node:child_process';
import {copyFileSync, ftruncateSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as wait} from 'node:timers/promises';
import {homeEnvironment} from '../home-environment.js';
import {type ProcessFigures, processFigures} from '../process-figures.js';
import {SteadyWriter} from '../steady-writer.js';

export type Rotating = {
	/** `rename`: a new file replaces the log; `copytruncate`: the log is copied, then truncated. */
	readonly way: 'rename' | 'copytruncate';
	readonly rotations: number;
	/** Lines per second. */
	readonly rate: number;
	/** Time between two rotations, in ms. */
	readonly interval: number;
};

export type Rotated = {
	readonly written: number;
	/** Number of lines that weren't printed. */
	readonly lost: number;
	/** Number of lines that were printed more than once. */
	readonly twice: number;
	/** Resource use of the process, after each fifth of the rotations and at the end. */
	readonly figures: ReadonlyArray<ProcessFigures & {readonly rotations: number}>;
	/** Lines that the process printed to stderr. */
	readonly notices: readonly string[];
};

/** Number of rotated files to keep. */
const kept = 20;

/** Time until the last line is printed and the last renamed file is closed, in ms. */
const settling = 8000;

/** Runs `reqscope --follow --json` on a log while it is written and rotated. `words` are the program and its options. */
export async function rotate(
	words: readonly string[],
	{way, rotations, rate, interval}: Rotating,
	directory: string,
): Promise<Rotated> {
	const log = join(directory, 'access.log');
	writeFileSync(log, '');
	const [file = process.execPath, ...first] = words;
	const child = spawn(file, [...first, '--follow', '--json', log], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: homeEnvironment(directory),
	});
	const counts = new Map<string, number>();
	const notices: string[] = [];
	createInterface(child.stdout).on('line', line => {
		const {url} = JSON.parse(line) as {url: string};
		counts.set(url, (counts.get(url) ?? 0) + 1);
	});
	createInterface(child.stderr).on('line', line => notices.push(line));
	const ended = new Promise(resolve => {
		child.on('close', resolve);
	});
	const {pid = 0} = child;
	const figures: Array<ProcessFigures & {rotations: number}> = [];
	await wait(1500);
	const writer = new SteadyWriter(log, rate, number => `/id/${number}`);
	let last = performance.now();
	for (let done = 0; done < rotations; ) {
		writer.catchUp();
		if (performance.now() - last >= interval) {
			last = performance.now();
			if (way === 'rename') {
				renameSync(log, `${log}.${done}`);
				writer.moveTo(log);
				rmSync(`${log}.${done - kept}`, {force: true});
			} else {
				copyFileSync(log, `${log}.${done}`);
				ftruncateSync(writer.descriptor);
				rmSync(`${log}.${done - kept}`, {force: true});
			}
			done++;
			if (done % Math.ceil(rotations / 5) === 0) {
				figures.push({rotations: done, ...processFigures(pid)});
			}
		}
		await wait(5);
	}
	writer.close();
	await wait(settling);
	figures.push({rotations, ...processFigures(pid)});
	child.kill('SIGTERM');
	await ended;
	const all = Array.from({length: writer.written}, (_, number) => counts.get(`/id/${number}`) ?? 0);
	return {
		written: writer.written,
		lost: all.filter(count => count === 0).length,
		twice: all.filter(count => count > 1).length,
		figures,
		notices,
	};
}

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import pty from '@lydell/node-pty';
import {logLine} from '../../helpers/log-lines.js';
import {homeEnvironment} from '../home-environment.js';
import {NumberedWriter} from './numbered-writer.js';
import {processFigures} from './process-figures.js';

/** A program that watches logs in a terminal. */
export type Watcher = {
	readonly name: string;
	command(logs: readonly string[]): readonly [file: string, ...args: string[]];
};

/** Until a program has read what is there, milliseconds. */
const settling = 5000;

const size = {cols: 120, rows: 40};

/**
 * The share of one core, 0 to 1, that a program takes while `rate` lines a second are written to the first of `files`
 * logs, in a terminal of 120x40; measured for so many seconds.
 */
export async function load(
	watcher: Watcher,
	{rate, files, seconds}: {readonly rate: number; readonly files: number; readonly seconds: number},
	directory: string,
): Promise<number> {
	const lines = Array.from({length: 1000}, (_, index) => logLine({time: Date.now(), url: `/past/${index}`}));
	const logs = Array.from({length: files}, (_, index) => join(directory, `access-${index}.log`));
	for (const log of logs) {
		writeFileSync(log, lines.join(''));
	}
	const [file, ...args] = watcher.command(logs);
	const child = pty.spawn(file, args, {
		name: 'xterm-256color',
		...size,
		cwd: directory,
		env: homeEnvironment(directory),
	});
	// What nobody reads would stop it once the terminal's buffer is full.
	child.onData(() => {});
	const ended = new Promise(resolve => {
		child.onExit(resolve);
	});
	try {
		await wait(settling);
		const [log = ''] = logs;
		const writer = new NumberedWriter(log, rate);
		const begun = performance.now();
		const before = processFigures(child.pid).cpu;
		while (performance.now() - begun < seconds * 1000) {
			writer.catchUp();
			await wait(10);
		}
		writer.close();
		return (processFigures(child.pid).cpu - before) / ((performance.now() - begun) / 1000);
	} finally {
		child.kill('SIGKILL');
		await ended;
	}
}

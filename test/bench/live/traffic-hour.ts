import {closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {openTerminal} from '../../helpers/terminal.js';
import {homeEnvironment} from '../home-environment.js';
import {logChunks} from '../log-chunks.js';
import {processFigures} from '../process-figures.js';

export type Traffic = {
	/** Lines that are written, and how many of them are held. */
	readonly lines: number;
	readonly held: number;
	/** Whether every line has a URL of its own. */
	readonly distinctUrls: boolean;
};

/** The resident set, bytes, when so many lines had been written. */
export type Taken = {readonly lines: number; readonly memory: number};

/** How often it is looked at. */
const looks = 12;

/** A file so long makes room for another. */
const rotatedAt = 256 << 20;

/** What is written may be so far ahead of what is read, bytes. */
const ahead = 16 << 20;

const hour = 3_600_000;

/** Bytes that a process has read up to now, of whatever. Linux only. */
function readBy(pid: number): number {
	return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1] ?? Number.NaN);
}

/**
 * An hour of traffic, written as fast as it is read: what the program takes while the oldest entries go. `words` are the
 * program and its first arguments.
 */
export async function traffic(
	words: readonly string[],
	{lines, held, distinctUrls}: Traffic,
	directory: string,
): Promise<readonly Taken[]> {
	const log = join(directory, 'access.log');
	writeFileSync(log, '');
	const terminal = openTerminal([...words, '--max-entries', `${held}`, log], {
		columns: 120,
		rows: 40,
		cwd: directory,
		env: homeEnvironment(directory),
	});
	const taken: Taken[] = [];
	let descriptor = openSync(log, 'a');
	try {
		await terminal.waitFor(/results found/);
		const readBefore = readBy(terminal.pid);
		const caughtUp = async (all: number, behind: number): Promise<void> => {
			while (readBy(terminal.pid) - readBefore < all - behind) {
				await wait(5);
			}
		};
		let [bytes, inFile, written] = [0, 0, 0];
		for (const chunk of logChunks({lines, seed: 1, distinctUrls, span: hour, end: Date.now()})) {
			if (inFile > rotatedAt) {
				await caughtUp(bytes, 0);
				renameSync(log, `${log}.1`);
				closeSync(descriptor);
				descriptor = openSync(log, 'a');
				inFile = 0;
			}
			writeSync(descriptor, chunk);
			bytes += chunk.length;
			inFile += chunk.length;
			for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) {
				written++;
			}
			if (written >= ((taken.length + 1) * lines) / looks) {
				await caughtUp(bytes, 0);
				taken.push({lines: written, memory: processFigures(terminal.pid).memory});
			}
			await caughtUp(bytes, ahead);
		}
	} finally {
		closeSync(descriptor);
		await terminal.close();
		rmSync(`${log}.1`, {force: true});
	}
	return taken;
}

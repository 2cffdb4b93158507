import {closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {openTerminal} from '../../helpers/terminal.js';
import {homeEnvironment} from '../home-environment.js';
import {logChunks} from '../log-chunks.js';
import {processFigures} from '../process-figures.js';

export type Traffic = {
	/** Number of lines to write, and maximum number of entries to keep. */
	readonly lines: number;
	readonly held: number;
	/** True if every line has a different URL. */
	readonly distinctUrls: boolean;
};

/** Resident set size after this number of lines, in bytes. */
export type Taken = {readonly lines: number; readonly memory: number};

/** Number of memory measurements. */
const polls = 12;

/** File size at which the log is rotated, in bytes. */
const rotatedAt = 256 << 20;

/** Maximum lead of the writer over the reader, in bytes. */
const ahead = 16 << 20;

const hour = 3_600_000;

/** Returns the number of bytes that a process has read from any source. Linux only. */
function readBy(pid: number): number {
	return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1] ?? Number.NaN);
}

/**
 * Measures memory during an hour of traffic while the oldest entries are evicted. Writes the traffic as fast as the program reads
 * it. `words` are the program and its first arguments.
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
			if (written >= ((taken.length + 1) * lines) / polls) {
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

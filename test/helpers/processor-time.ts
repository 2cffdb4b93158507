import {readFileSync} from 'node:fs';

/** Milliseconds of a tick, in which Linux counts. */
const tick = 10;

/**
 * The processor's time that a process has taken so far, milliseconds: what else the machine does doesn't count. Where
 * that can't be told, the time of the clock.
 */
export function processorTime(pid: number): number {
	if (process.platform !== 'linux') {
		return performance.now();
	}
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// Behind the name, which may hold anything: the 12th and 13th are the times for itself and in the kernel.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * tick;
}

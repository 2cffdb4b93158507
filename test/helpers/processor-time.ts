import {readFileSync} from 'node:fs';

/** Clock tick of `/proc` on Linux, in ms. */
const tick = 10;

/**
 * Returns the CPU time of a process so far, in ms. Other load on the machine doesn't count. Outside Linux, returns wall-clock
 * time.
 */
export function processorTime(pid: number): number {
	if (process.platform !== 'linux') {
		return performance.now();
	}
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name may contain any character, so count fields after its last parenthesis. Fields 12 and 13 are user and system time.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * tick;
}

import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {Unmeasurable} from './unmeasurable.js';

/** Resource use of a process with its threads and descendants. Linux only. */
export type ProcessFigures = {
	/** Processor time so far, in s; includes system time and children that have ended. */
	readonly cpu: number;
	/** Current resident memory, in bytes. Memory shared between processes is counted for each of them. */
	readonly memory: number;
	/** Number of open file descriptors of the process itself. */
	readonly descriptors: number;
};

/** Clock ticks per second (`getconf CLK_TCK`). Linux reports 100 to programs, independent of the kernel's timer frequency. */
const ticks = 100;

/**
 * Checks that the resource use of processes can be measured.
 * @throws Unmeasurable if there is no /proc
 */
export function needProcessFigures(): void {
	if (!existsSync('/proc/self/stat')) {
		throw new Unmeasurable('there is no /proc here that tells what a process takes');
	}
}

/** Returns the process and its running descendants. */
function family(pid: number): readonly number[] {
	const children = readdirSync(`/proc/${pid}/task`).flatMap(thread => {
		const path = `/proc/${pid}/task/${thread}/children`;
		// The kernel may be built without this file.
		const text = existsSync(path) ? readFileSync(path, 'latin1') : '';
		return text.split(' ').filter(Boolean).map(Number);
	});
	return [pid, ...children.flatMap(family)];
}

function own(pid: number): Pick<ProcessFigures, 'cpu' | 'memory'> {
	const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
	// `fields` starts after the process name. utime, stime, cutime and cstime are fields 14 to 17, see proc_pid_stat(5).
	const cpu = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks;
	const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
	return {cpu, memory: Number(kibibytes) * 1024};
}

/**
 * Returns the resource use of a process and its descendants.
 * @throws if there is no such process, or no /proc
 */
export function processFigures(pid: number): ProcessFigures {
	const all = family(pid).map(own);
	return {
		cpu: all.reduce((sum, {cpu}) => sum + cpu, 0),
		memory: all.reduce((sum, {memory}) => sum + memory, 0),
		descriptors: readdirSync(`/proc/${pid}/fd`).length,
	};
}

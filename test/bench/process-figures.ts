import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {Unmeasurable} from './unmeasurable.js';

/** What a process takes with its threads, and with the processes that it has started; Linux only. */
export type ProcessFigures = {
	/** Seconds of processor time up to now, the system's for it and that of children that have ended included. */
	readonly cpu: number;
	/** Resident memory now, bytes; what processes share is counted for each. */
	readonly memory: number;
	/** Open descriptors, its own alone. */
	readonly descriptors: number;
};

/** Clock ticks a second: what Linux tells every program, whatever the kernel counts in (`getconf CLK_TCK`). */
const ticks = 100;

/** Throws `Unmeasurable` where what processes take can't be told. */
export function needProcessFigures(): void {
	if (!existsSync('/proc/self/stat')) {
		throw new Unmeasurable('there is no /proc here that tells what a process takes');
	}
}

/** The process and all that it has started and that are still there. */
function family(pid: number): readonly number[] {
	const children = readdirSync(`/proc/${pid}/task`).flatMap(thread => {
		const path = `/proc/${pid}/task/${thread}/children`;
		// Kernels may be built without it.
		const text = existsSync(path) ? readFileSync(path, 'latin1') : '';
		return text.split(' ').filter(Boolean).map(Number);
	});
	return [pid, ...children.flatMap(family)];
}

function own(pid: number): Pick<ProcessFigures, 'cpu' | 'memory'> {
	const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
	// From the field after the name on, see proc_pid_stat(5): utime, stime, cutime, cstime are the fields 14 to 17.
	const cpu = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks;
	const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
	return {cpu, memory: Number(kibibytes) * 1024};
}

/** Throws when there is no such process, or no /proc. */
export function processFigures(pid: number): ProcessFigures {
	const all = family(pid).map(own);
	return {
		cpu: all.reduce((sum, {cpu}) => sum + cpu, 0),
		memory: all.reduce((sum, {memory}) => sum + memory, 0),
		descriptors: readdirSync(`/proc/${pid}/fd`).length,
	};
}

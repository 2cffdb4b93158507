import {readdirSync, readFileSync} from 'node:fs';

/** What a process takes; Linux only. */
export type ProcessFigures = {
	/** Seconds of processor time up to now, its own and the system's for it, its children's that have ended included. */
	readonly cpu: number;
	/** Resident memory now, bytes. */
	readonly memory: number;
	/** Open descriptors. */
	readonly descriptors: number;
};

/** Clock ticks a second: what Linux tells every program, whatever the kernel counts in (`getconf CLK_TCK`). */
const ticks = 100;

/** Rejects when there is no such process, or no /proc. */
export function processFigures(pid: number): ProcessFigures {
	const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
	// From the field after the name on, see proc_pid_stat(5): utime, stime, cutime, cstime are the fields 14 to 17.
	const cpu = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks;
	const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
	return {cpu, memory: Number(kibibytes) * 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length};
}

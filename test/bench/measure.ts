import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** A command to measure; runs without a shell. */
export type Command = {
	readonly file: string;
	readonly arguments: readonly string[];
	readonly environment?: NodeJS.ProcessEnv;
	/** Exit statuses of success; 0 by default. */
	readonly exitCodes?: readonly number[];
};

export type Measurement = {
	/** Time from the start of the process to its exit, in ms. */
	readonly milliseconds: number;
	/** Peak resident memory, in bytes; null if it wasn't measured or there is no /proc. */
	readonly peakBytes: number | null;
	readonly stdout: string;
};

/** Interval between memory samples, in ms. */
const interval = 10;

/**
 * Returns the kernel's high-water mark of a process's resident memory, in bytes. It includes peaks between two samples; only
 * growth after the last sample is missed.
 */
function highWaterMark(pid: number): number | null {
	try {
		const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
		return kibibytes === undefined ? null : Number(kibibytes) * 1024;
	} catch {
		return null;
	}
}

/**
 * Runs the command once. Rejects if it can't be started or fails. Memory sampling uses part of a core: a command that uses all
 * cores takes 4 % longer with it.
 */
export function measure(command: Command, watchesMemory = false): Promise<Measurement> {
	return new Promise((resolve, reject) => {
		const begun = performance.now();
		const child = spawn(command.file, command.arguments, {
			stdio: ['ignore', 'pipe', 'pipe'],
			env: command.environment,
		});
		let peakBytes: number | null = null;
		const poll = () => {
			// If the process has already ended, keep the last sample.
			peakBytes = (child.pid === undefined ? null : highWaterMark(child.pid)) ?? peakBytes;
		};
		let timer: NodeJS.Timeout | undefined;
		if (watchesMemory) {
			poll();
			timer = setInterval(poll, interval);
		}
		let stdout = '';
		let stderr = '';
		child.stdout.setEncoding('utf8').on('data', text => {
			stdout += text;
		});
		child.stderr.setEncoding('utf8').on('data', text => {
			stderr += text;
		});
		let milliseconds = Number.NaN;
		child.on('exit', () => {
			milliseconds = performance.now() - begun;
			clearInterval(timer);
		});
		child.on('error', error => {
			clearInterval(timer);
			reject(error);
		});
		child.on('close', (status, signal) => {
			if (status !== null && (command.exitCodes ?? [0]).includes(status)) {
				resolve({milliseconds, peakBytes, stdout});
			} else {
				const words = [command.file, ...command.arguments].join(' ');
				reject(new Error(`${words}: ended with ${signal ?? `status ${status}`}\n${stderr}`));
			}
		});
	});
}

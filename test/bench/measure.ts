import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** A command to measure, without a shell. */
export type Command = {
	readonly file: string;
	readonly arguments: readonly string[];
	readonly environment?: NodeJS.ProcessEnv;
};

export type Measurement = {
	/** From starting the process to its end, milliseconds. */
	readonly milliseconds: number;
	/** The most memory it held at a time, bytes; null where that wasn't watched, or there is no /proc to tell. */
	readonly peakBytes: number | null;
	readonly stdout: string;
};

/** How often the memory is looked at, milliseconds. */
const interval = 10;

/**
 * The kernel's high-water mark of a process's resident memory, bytes: what it was at its highest until now, so
 * that nothing between two looks is missed but what comes after the last.
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
 * Runs the command once. Rejects when it can't be run, or says that it failed. Watching its memory takes a part of a
 * processor: one that uses all of them then takes 4 % longer.
 */
export function measure(command: Command, watchesMemory = false): Promise<Measurement> {
	return new Promise((resolve, reject) => {
		const begun = performance.now();
		const child = spawn(command.file, command.arguments, {
			stdio: ['ignore', 'pipe', 'pipe'],
			env: command.environment,
		});
		let peakBytes: number | null = null;
		const look = () => {
			// The process may be gone already: then what was seen last stays.
			peakBytes = (child.pid === undefined ? null : highWaterMark(child.pid)) ?? peakBytes;
		};
		let timer: NodeJS.Timeout | undefined;
		if (watchesMemory) {
			look();
			timer = setInterval(look, interval);
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
			if (status === 0) {
				resolve({milliseconds, peakBytes, stdout});
			} else {
				const words = [command.file, ...command.arguments].join(' ');
				reject(new Error(`${words}: ended with ${signal ?? `status ${status}`}\n${stderr}`));
			}
		});
	});
}

import {closeSync, fstatSync, open, openSync, type Stats} from 'node:fs';
import {lstat, realpath} from 'node:fs/promises';
import {Socket} from 'node:net';
import {Readable} from 'node:stream';
import {promisify} from 'node:util';
import {readFlags} from './open-file.js';

/** Opens a named pipe, or the pipe that a shell makes for `<(command)`, and reads it until its writer closes it. */
export async function openNamedPipe(path: string): Promise<Readable> {
	return readableOf(await promisify(open)(path, readFlags));
}

/**
 * Returns true for a permanent named pipe, which may get further writers. False for the pipe that a shell makes for `<(command)`.
 */
export async function isLastingPipe(path: string): Promise<boolean> {
	try {
		const real = await realpath(path);
		return !/^\/(?:dev\/fd|proc)\//.test(real) && (await lstat(real)).isFIFO();
	} catch {
		return false;
	}
}

/**
 * Opens a named pipe for its next writer, synchronously while it is still open: without a reader, a write would fail. Returns
 * undefined if the pipe is gone.
 */
export function reopenNamedPipe(path: string): Readable | undefined {
	try {
		const fd = openSync(path, readFlags);
		if (fstatSync(fd).isFIFO()) {
			return readableOf(fd);
		}
		closeSync(fd);
	} catch {
		// Removed, or no longer a pipe.
	}
	return undefined;
}

function readableOf(fd: number): Readable {
	return new Socket({fd, readable: true, writable: false});
}

/** Returns standard input. Node treats a directory as an input that has ended; here it fails with an error. */
export function standardInput(): Readable {
	return isDirectory() ? unreadable() : process.stdin;
}

/**
 * Returns true if standard input is a pipe or a file. A socket doesn't count: programs that start others may leave one there
 * without writing to it.
 */
export function isPipedIn(): boolean {
	const stats = inputStats();
	return stats !== undefined && (stats.isFIFO() || stats.isFile());
}

function isDirectory(): boolean {
	return inputStats()?.isDirectory() ?? false;
}

/** Returns undefined if standard input is closed. */
function inputStats(): Stats | undefined {
	try {
		return fstatSync(0);
	} catch {
		return undefined;
	}
}

function unreadable(): Readable {
	return new Readable({
		read() {
			this.destroy(new Error('it is a directory'));
		},
	});
}

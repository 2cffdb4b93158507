import {closeSync, fstatSync, open, openSync, type Stats} from 'node:fs';
import {lstat, realpath} from 'node:fs/promises';
import {Socket} from 'node:net';
import {Readable} from 'node:stream';
import {promisify} from 'node:util';
import {readFlags} from './open-file.js';

/** What comes out of a named pipe, or of what a shell makes of `<(command)`, until its writer closes it. */
export async function openNamedPipe(path: string): Promise<Readable> {
	return readableOf(await promisify(open)(path, readFlags));
}

/** Whether that is a pipe with a name, to which others may write later: not what a shell makes of `<(command)`. */
export async function isLastingPipe(path: string): Promise<boolean> {
	try {
		const real = await realpath(path);
		return !/^\/(?:dev\/fd|proc)\//.test(real) && (await lstat(real)).isFIFO();
	} catch {
		return false;
	}
}

/**
 * Opens a named pipe for its next writer, at once, while it is still open: without a reader that one would be told that
 * nobody reads. Undefined when it isn't there any more.
 */
export function reopenNamedPipe(path: string): Readable | undefined {
	try {
		const fd = openSync(path, readFlags);
		if (fstatSync(fd).isFIFO()) {
			return readableOf(fd);
		}

		closeSync(fd);
	} catch {
		// Removed, or of another kind by now.
	}

	return undefined;
}

function readableOf(fd: number): Readable {
	return new Socket({fd, readable: true, writable: false});
}

/** What is piped in. Node takes a directory for an input that has ended; here it fails as it does elsewhere. */
export function standardInput(): Readable {
	return isDirectory() ? unreadable() : process.stdin;
}

/**
 * Whether something is piped in: a pipe, or a file. Not a socket, which programs that start others leave there without
 * writing to it.
 */
export function isPipedIn(): boolean {
	const stats = inputStats();
	return stats !== undefined && (stats.isFIFO() || stats.isFile());
}

function isDirectory(): boolean {
	return inputStats()?.isDirectory() ?? false;
}

/** Undefined when it is closed. */
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

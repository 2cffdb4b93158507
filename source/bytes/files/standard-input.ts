import {fstatSync, type Stats} from 'node:fs';
import {Readable} from 'node:stream';

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

import {fstatSync} from 'node:fs';
import {sanitise} from '../format/sanitise.js';

/** Checks whether stdout and stderr are the same pipe or socket, as after `2>&1 |`. */
function isOnePipe(): boolean {
	try {
		const [output, errors] = [fstatSync(1), fstatSync(2)];
		return (
			(output.isFIFO() || output.isSocket()) &&
			output.ino !== 0 &&
			output.ino === errors.ino &&
			output.dev === errors.dev
		);
	} catch {
		return false;
	}
}

let stream: NodeJS.WriteStream | undefined;

/**
 * Returns the stream for messages: stderr. If stdout is the same pipe, it is the stream of stdout: a pipe with a slow reader
 * accepts a line in parts, and only within one stream does the next line wait for the end of the previous one.
 */
export function messageStream(): NodeJS.WriteStream {
	if (stream === undefined) {
		stream = isOnePipe() ? process.stdout : process.stderr;
		// If the reader of messages closes the stream, the program continues without messages.
		stream.on('error', () => {});
	}
	return stream;
}

/**
 * Resolves when all messages have been written, or when their reader has closed the stream. Node drops pending output when the
 * process exits.
 */
export async function messagesTaken(): Promise<void> {
	if (stream !== undefined) {
		await new Promise<void>(resolve => stream?.write('', () => resolve()));
	}
}

/** Prints a sanitised message on stderr, on one line, without the name of the program. */
export function printPlainMessage(text: string): void {
	messageStream().write(`${sanitise(text)}\n`);
}

/**
 * Prints a sanitised message on stderr, on one line, after the name of the program.
 * @param shown - additional lines below the message
 */
export function printMessage(text: string, shown: readonly string[] = []): void {
	const lines = [`reqscope: ${sanitise(text)}`, ...shown.map(line => `  ${sanitise(line)}`)];
	messageStream().write(`${lines.join('\n')}\n`);
}

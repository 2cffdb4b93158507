import {fstatSync} from 'node:fs';
import {sanitise} from '../format/sanitise.js';

/** Whether stdout and stderr are one pipe or socket, as after `2>&1 |`. */
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
 * The stream of messages: stderr. Where stdout is the same pipe, it is the stream of stdout: a pipe with a slow reader
 * takes a line in parts, and only one stream waits with the next line until the whole of it is taken.
 */
export function messageStream(): NodeJS.WriteStream {
	if (stream === undefined) {
		stream = isOnePipe() ? process.stdout : process.stderr;
		// Where nobody reads messages any more, the program goes on without them.
		stream.on('error', () => {});
	}
	return stream;
}

/**
 * Resolves when all messages are taken by their reader, or when nobody reads them any more. Node drops what still waits
 * when the process exits.
 */
export async function messagesTaken(): Promise<void> {
	if (stream !== undefined) {
		await new Promise<void>(resolve => stream?.write('', () => resolve()));
	}
}

/** Prints a message on stderr, on one line, without the name of the program. Sanitised. */
export function printPlainMessage(text: string): void {
	messageStream().write(`${sanitise(text)}\n`);
}

/**
 * Prints an error or another message on stderr, on one line after the name of the program. Sanitised.
 * @param shown - lines below the message that show what it is about
 */
export function printMessage(text: string, shown: readonly string[] = []): void {
	const lines = [`reqscope: ${sanitise(text)}`, ...shown.map(line => `  ${sanitise(line)}`)];
	messageStream().write(`${lines.join('\n')}\n`);
}

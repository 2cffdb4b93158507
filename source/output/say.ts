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

/** Says something to the user as it is, on one line without the name of the program. Sanitised. */
export function sayPlainly(text: string): void {
	messageStream().write(`${sanitise(text)}\n`);
}

/**
 * Says something to the user, on one line of stderr, whatever the text holds.
 * @param shown - lines that show under it what it is about
 */
export function say(text: string, shown: readonly string[] = []): void {
	const lines = [`reqscope: ${sanitise(text)}`, ...shown.map(line => `  ${sanitise(line)}`)];
	messageStream().write(`${lines.join('\n')}\n`);
}

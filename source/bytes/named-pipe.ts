import {constants, open} from 'node:fs';
import {Socket} from 'node:net';
import type {Readable} from 'node:stream';
import {promisify} from 'node:util';

/** What comes out of a named pipe, or of what a shell makes of `<(command)`, until its writer closes it. */
export async function openNamedPipe(path: string): Promise<Readable> {
	// Without O_NONBLOCK this would wait for a writer, in a thread that others need.
	const fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
	return new Socket({fd, readable: true, writable: false});
}

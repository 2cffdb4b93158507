import {execFile} from 'node:child_process';
import {promisify} from 'node:util';

/** Creates a named pipe. */
export async function makeNamedPipe(path: string): Promise<void> {
	await promisify(execFile)('mkfifo', [path]);
}

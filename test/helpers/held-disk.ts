import type {ExecutionContext} from 'ava';
import {injected} from './injected.js';

/**
 * Returns the environment of a program whose disk stalls after this number of bytes. The program then stays in the middle of its
 * output, however fast the machine is. SIGUSR2 resumes writing, slowly.
 */
export function heldDisk(t: ExecutionContext, bytes: number): Record<string, string> {
	return injected(
		t,
		`import {open} from 'node:fs/promises';
const handle = await open('/dev/null');
const kind = Object.getPrototypeOf(handle);
await handle.close();
const {writeFile} = kind;
let goOn;
const isLetGo = new Promise(resolve => {
	goOn = resolve;
});
process.on('SIGUSR2', goOn);
let written = 0;
kind.writeFile = async function (piece, ...options) {
	if (written >= ${bytes}) {
		await isLetGo;
		await new Promise(resolve => setTimeout(resolve, 20));
	}
	written += piece.length;
	return writeFile.call(this, piece, ...options);
};
`,
	);
}

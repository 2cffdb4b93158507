import type {ExecutionContext} from 'ava';
import {injected} from './injected.js';

/**
 * The environment of a program for which the disk stands still once that many bytes were written: what is in the middle
 * then stays there, however fast the machine is. With SIGUSR2 it goes on, slowly.
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

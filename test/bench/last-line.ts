import {closeSync, fstatSync, openSync, readSync} from 'node:fs';

/** Longer than any line, in bytes. */
const span = 4096;

/** Returns the last line of a log, without its line end. */
export function lastLine(path: string): string {
	const file = openSync(path, 'r');
	try {
		const {size} = fstatSync(file);
		const buffer = Buffer.alloc(Math.min(span, size));
		readSync(file, buffer, 0, buffer.length, size - buffer.length);
		return buffer.toString('latin1').trimEnd().split('\n').at(-1) ?? '';
	} finally {
		closeSync(file);
	}
}

import {constants, copyFileSync, statSync, truncateSync} from 'node:fs';
import {join} from 'node:path';

/** A copy of a log that is written on, and can be as it was again. */
export type GrowingCopy = {readonly path: string; restore(): void};

/** Copies the log to the directory. */
export function growingCopy(log: string, directory: string): GrowingCopy {
	const path = join(directory, 'growing.log');
	copyFileSync(log, path, constants.COPYFILE_FICLONE);
	const {size} = statSync(log);
	return {path, restore: () => truncateSync(path, size)};
}

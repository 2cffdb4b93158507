import {constants, copyFileSync, statSync, truncateSync} from 'node:fs';
import {join} from 'node:path';

/** A copy of a log to append to. `restore` truncates it to its original size. */
export type GrowingCopy = {readonly path: string; restore(): void};

export function growingCopy(log: string, directory: string): GrowingCopy {
	const path = join(directory, 'growing.log');
	copyFileSync(log, path, constants.COPYFILE_FICLONE);
	const {size} = statSync(log);
	return {path, restore: () => truncateSync(path, size)};
}

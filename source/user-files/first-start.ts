import {readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {makeUserFolder} from './user-folder.js';

/** Name of an empty file that records the first start. */
export const startedFile = 'started';

/**
 * Checks whether this is the user's first start: no state is stored yet. Records it, so that the result is true once, and false
 * if it can't be recorded.
 * @param folder - the user's state directory, which may not exist; null if the system has no directory for it
 */
export async function isFirstStart(folder: string | null): Promise<boolean> {
	if (folder === null) {
		return false;
	}
	try {
		if ((await readdir(folder).catch(() => [])).length > 0) {
			return false;
		}
		await makeUserFolder(folder);
		await writeFile(join(folder, startedFile), '', {flag: 'wx', mode: 0o600});
		return true;
	} catch {
		// Otherwise the hint would appear at every start.
		return false;
	}
}

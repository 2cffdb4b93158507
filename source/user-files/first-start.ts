import {readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {makeUserFolder} from './user-folder.js';

/** Says that there has been a first start; it is empty. */
export const startedFile = 'started';

/**
 * Whether the user starts this for the first time: nothing is kept yet. That is noted, so that it is true once; where it
 * can't be, nobody is told twice within one run.
 * @param folder - the user's state folder, which needn't be there; null: there is no place for one
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
		// It would be told at each start.
		return false;
	}
}

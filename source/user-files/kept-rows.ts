import {existsSync} from 'node:fs';
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {makeUserFolder} from './user-folder.js';

/** Name of an empty file that exists if rows filled the screen when the user last changed that. */
export const fillingFile = 'rows-fill-the-screen';

/**
 * True if rows fill the screen because the user wanted that in an earlier session. Synchronous, because the first page depends on
 * it.
 * @param folder - the user's state directory, which may not exist; null if the system has no directory for it
 */
export function areRowsFilling(folder: string | null): boolean {
	return folder !== null && existsSync(join(folder, fillingFile));
}

/**
 * Returns a function that keeps the choice for later sessions: the last one, however soon they follow each other. Errors are
 * ignored: losing it does no harm.
 */
export function fillingKeeper(folder: string | null): (isFilling: boolean) => Promise<void> {
	let last = Promise.resolve();
	const keep = async (isFilling: boolean): Promise<void> => {
		if (folder === null) {
			return;
		}
		try {
			if (isFilling) {
				await makeUserFolder(folder);
				await writeFile(join(folder, fillingFile), '', {mode: 0o600});
			} else {
				await rm(join(folder, fillingFile), {force: true});
			}
		} catch {
			// The screen has the choice anyway.
		}
	};
	return isFilling => {
		last = last.then(() => keep(isFilling));
		return last;
	};
}

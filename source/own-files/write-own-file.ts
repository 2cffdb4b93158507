import {chmod, mkdir, realpath, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';

/**
 * Writes a file of the program's own, for the user alone: all anew beside it, which is renamed then, so that it is never
 * half written. A symbolic link stays one. Returns false, and touches nothing, where something else than a file has the
 * name: it was put there for another purpose.
 * @throws an error of the system
 */
export const writeOwnFile = async (name: string, text: string): Promise<boolean> => {
	await mkdir(dirname(name), {recursive: true, mode: 0o700});
	const path = await realpath(name).catch(() => name);
	const stats = await stat(path).catch(() => null);
	if (stats && !stats.isFile()) {
		return false;
	}
	const temporary = `${path}.${process.pid}`;
	try {
		await writeFile(temporary, text, {mode: 0o600});
		// It may have been there already, left by a process with the same number.
		await chmod(temporary, 0o600);
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, {force: true});
		throw error;
	}
	return true;
};

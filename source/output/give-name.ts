import {link, lstat, open, rename, unlink} from 'node:fs/promises';
import {errnoCode} from '../tail/files/errno-words.js';

/** Type of an existing file. Only a regular file may be replaced. */
type Occupant = 'file' | 'symbolic link' | 'named pipe' | 'directory' | 'device' | 'socket';

/** Returns the type of file at a path; null if the path is free. Doesn't follow a symbolic link. */
export async function occupant(path: string): Promise<Occupant | null> {
	try {
		const stats = await lstat(path);
		if (stats.isFile()) {
			return 'file';
		}
		if (stats.isSymbolicLink()) {
			return 'symbolic link';
		}
		if (stats.isFIFO()) {
			return 'named pipe';
		}
		return stats.isDirectory() ? 'directory' : stats.isSocket() ? 'socket' : 'device';
	} catch (error) {
		if (errnoCode(error) === 'ENOENT') {
			return null;
		}
		throw error;
	}
}

/**
 * Renames a complete file to its final name if the name is free. Even a dangling symbolic link occupies a name. Returns false,
 * and changes nothing, if the name is occupied.
 * @throws a system error if the file can't have that name
 */
export async function giveName(temporary: string, path: string, makeLink = link): Promise<boolean> {
	try {
		await makeLink(temporary, path);
	} catch (error) {
		// Some file systems don't support hard links (FAT, some network and user-space file systems). Their error codes differ.
		return errnoCode(error) !== 'EEXIST' && (await moveToNewName(temporary, path));
	}
	// The file has its final name, even if its temporary one can't be removed.
	await unlink(temporary).catch(() => {});
	return true;
}

/** Reserves the name by creating an empty file, and replaces this file if it is still there. */
async function moveToNewName(temporary: string, path: string): Promise<boolean> {
	let held: {readonly dev: bigint; readonly ino: bigint};
	try {
		const handle = await open(path, 'wx', 0o600);
		held = await handle.stat({bigint: true});
		await handle.close();
	} catch (error) {
		if (errnoCode(error) === 'EEXIST') {
			return false;
		}
		throw error;
	}
	const now = await lstat(path, {bigint: true});
	if (now.dev !== held.dev || now.ino !== held.ino) {
		return false;
	}
	try {
		await rename(temporary, path);
		return true;
	} catch (error) {
		await unlink(path);
		throw error;
	}
}

import {link, lstat, open, rename, unlink} from 'node:fs/promises';
import {errnoCode} from '../tail/files/errno-words.js';

/** What has the name already: a file, or something that is never replaced. */
type Occupant = 'file' | 'symbolic link' | 'named pipe' | 'directory' | 'device' | 'socket';

/** What has the name; null when it is free. A symbolic link is not followed, whether its target exists or not. */
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
 * Gives a finished file its name, when nothing has that name: not even a symbolic link that leads nowhere. Returns
 * false, and leaves both as they are, when something has.
 * @throws an error of the system when the file can't have that name
 */
export async function putInPlace(temporary: string, path: string, makeLink = link): Promise<boolean> {
	try {
		await makeLink(temporary, path);
	} catch (error) {
		// Some file systems have no second names for a file (FAT, some over the network or in user space), and they
		// differ in how they say so.
		return errnoCode(error) !== 'EEXIST' && (await takePlace(temporary, path));
	}
	// It is in place, whatever becomes of its other name.
	await unlink(temporary).catch(() => {});
	return true;
}

/** The same by an empty file that holds the name: made only if nothing is there, then replaced if it is still the same. */
async function takePlace(temporary: string, path: string): Promise<boolean> {
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

import {constants} from 'node:fs';
import {lstat, open, readdir, rename, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {errnoCode, isMissing} from '../tail/files/errno-words.js';
import {readSmall} from '../tail/files/open-file.js';
import {randomName} from './user-folder.js';

/** What is read, its text, or why it isn't: something else has its name, or it is larger than it can be. */
export type UserText = {readonly text: string} | {readonly unread: 'no file' | 'too large'};

/**
 * Reads a file of the program's own; one that isn't there is empty. A symbolic link is not followed: it may lead to what
 * somebody else wants to have read.
 * @param largest - bytes: what is larger is something else
 * @throws an error of the system
 */
export async function readUserFile(path: string, largest: number): Promise<UserText> {
	try {
		const read = await readSmall(path, largest, constants.O_NOFOLLOW ?? 0);
		return 'unread' in read ? read : {text: read.bytes.toString('utf8')};
	} catch (error) {
		if (isMissing(error)) {
			return {text: ''};
		}
		if (errnoCode(error) === 'ELOOP') {
			return {unread: 'no file'};
		}
		throw error;
	}
}

/** What the name of a file that isn't whole yet ends with. */
const ending = /^\.[\da-f]{16}\.new$/;

/**
 * Writes a file of the program's own, for the user alone: all anew beside it, which is renamed then, so that it is never
 * half written. Its folder is one of `makeUserFolder`, and the file is locked. Returns false, and touches nothing, where
 * something else than a file has the name, such as a link: it was put there for another purpose.
 * @param isLasting - whether it is to outlast a crash of the machine
 * @throws an error of the system
 */
export async function writeUserFile(path: string, text: string, isLasting = false): Promise<boolean> {
	const stats = await lstat(path).catch(() => null);
	if (stats && !stats.isFile()) {
		return false;
	}
	await dropHalfWritten(path);
	const temporary = `${path}.${randomName()}.new`;
	try {
		const file = await open(temporary, 'wx', 0o600);
		try {
			await file.writeFile(text);
			if (isLasting) {
				await file.sync();
			}
		} finally {
			await file.close();
		}
		await rename(temporary, path);
		if (isLasting) {
			await syncFolder(dirname(path));
		}
	} catch (error) {
		await rm(temporary, {force: true});
		throw error;
	}
	return true;
}

/** Removes what a program has left that was killed while it wrote: whoever has the lock writes alone. */
async function dropHalfWritten(path: string): Promise<void> {
	const [folder, name] = [dirname(path), basename(path)];
	for (const other of await readdir(folder)) {
		if (other.startsWith(name) && ending.test(other.slice(name.length))) {
			await rm(join(folder, other), {force: true});
		}
	}
}

/** The new name of a file lasts once its folder is written. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

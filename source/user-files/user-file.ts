import {constants} from 'node:fs';
import {lstat, open, readdir, rename, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {errnoCode, isMissing} from '../tail/files/errno-words.js';
import {readSmall, type SmallFile} from '../tail/files/open-file.js';
import {distrustOf, type FileFacts} from './trust.js';
import {randomName} from './user-folder.js';

/** The text of a file, or the reason why it wasn't read: it isn't a regular file, or it is too large. */
export type UserText = {readonly text: string} | {readonly unread: 'no file' | 'too large'};

/**
 * Reads a file of the program; empty if it doesn't exist. Doesn't follow a symbolic link: another user may have placed it to
 * expose a file.
 * @param maxSize - maximum size in bytes; a larger file isn't ours
 * @throws a system error, or an error that another user may have written the file
 */
export async function readUserFile(path: string, maxSize: number): Promise<UserText> {
	try {
		const read = await readUserBytes(path, maxSize);
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

/**
 * Reads the bytes of a file of the program.
 * @throws a system error, also for a missing file and for a link, or an error that another user may have written the file
 */
export function readUserBytes(path: string, maxSize: number): Promise<SmallFile> {
	return readSmall(path, maxSize, {
		flags: constants.O_NOFOLLOW ?? 0,
		check: stats => refuseOthers(path, stats),
	});
}

function refuseOthers(path: string, file: FileFacts): void {
	const distrust = distrustOf(path, file);
	if (distrust !== null) {
		throw new Error(
			`${distrust.reason}: ${distrust.advice ?? 'run this as that user, or move the file away'}`,
		);
	}
}

/** End of the name of an incomplete file. */
const ending = /^\.[\da-f]{16}\.new$/;

/**
 * Writes a file of the program, readable by the user only. Writes a temporary file and renames it, so that the file is never
 * incomplete. Its directory must come from `makeUserFolder`, and the file must be locked. Returns false, and changes nothing, if
 * the name belongs to something other than a regular file, such as a link.
 * @param isLasting - true syncs the file, so that it survives a crash of the machine
 * @throws a system error
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

/** Removes temporary files of a killed process. Only the holder of the lock writes such files. */
async function dropHalfWritten(path: string): Promise<void> {
	const [folder, name] = [dirname(path), basename(path)];
	for (const other of await readdir(folder)) {
		if (other.startsWith(name) && ending.test(other.slice(name.length))) {
			await rm(join(folder, other), {force: true});
		}
	}
}

/** Syncs a directory, so that the new name of a file survives a crash. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

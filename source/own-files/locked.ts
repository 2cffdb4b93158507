import {mkdir, open, rm, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {setTimeout as after} from 'node:timers/promises';
import {errnoCode} from '../bytes/files/errno-words.js';

/** A file is read and written in a few milliseconds: who has locked it for so long, milliseconds, has been killed. */
const abandoned = 5000;
/** Who waits looks again so often, milliseconds. */
const pause = 10;

/**
 * Does something with a file while no other program does that. Its lock is a file beside it, which only one of them can
 * make.
 * @throws what `use` throws, or an error of the system
 */
export const locked = async <Result>(path: string, use: () => Promise<Result>): Promise<Result> => {
	const lock = `${path}.lock`;
	await mkdir(dirname(path), {recursive: true, mode: 0o700});
	while (!(await made(lock))) {
		const held = await stat(lock).catch(() => null);
		// A clock may have been put back.
		if (held && Math.abs(Date.now() - held.mtimeMs) > abandoned) {
			await rm(lock, {force: true});
		} else {
			await after(pause);
		}
	}
	try {
		return await use();
	} finally {
		await rm(lock, {force: true});
	}
};

const made = async (lock: string): Promise<boolean> => {
	try {
		const file = await open(lock, 'wx', 0o600);
		await file.close();
		return true;
	} catch (error) {
		if (errnoCode(error) === 'EEXIST') {
			return false;
		}
		throw error;
	}
};

import {readFile, stat} from 'node:fs/promises';
import {isMissing} from '../bytes/files/errno-words.js';

/** What is read, its text, or why it isn't: something else has its name, or it is larger than it can be. */
export type OwnText = {readonly text: string} | {readonly unread: 'no file' | 'too large'};

/**
 * Reads a file of the program's own; one that isn't there is empty.
 * @param largest - bytes: what is larger is something else
 * @throws an error of the system
 */
export const readOwnFile = async (path: string, largest: number): Promise<OwnText> => {
	try {
		const stats = await stat(path);
		// A named pipe would be waited for.
		if (!stats.isFile()) {
			return {unread: 'no file'};
		}
		return stats.size > largest ? {unread: 'too large'} : {text: await readFile(path, 'utf8')};
	} catch (error) {
		if (isMissing(error)) {
			return {text: ''};
		}
		throw error;
	}
};

import {constants} from 'node:fs';
import {errnoCode, isMissing} from '../tail/files/errno-words.js';
import {readSmall} from '../tail/files/read-small.js';

/** What is read, its text, or why it isn't: something else has its name, or it is larger than it can be. */
export type OwnText = {readonly text: string} | {readonly unread: 'no file' | 'too large'};

/**
 * Reads a file of the program's own; one that isn't there is empty. A symbolic link is not followed: it may lead to what
 * somebody else wants to have read.
 * @param largest - bytes: what is larger is something else
 * @throws an error of the system
 */
export const readOwnFile = async (path: string, largest: number): Promise<OwnText> => {
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
};

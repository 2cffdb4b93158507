import {open} from 'node:fs/promises';
import {readFlags} from './read-flags.js';

/** The bytes of a file, or why they aren't read: something else has its name, or it is larger than it can be. */
export type SmallFile = {readonly bytes: Buffer} | {readonly unread: 'no file' | 'too large'};

/**
 * Reads a small regular file as a whole. A pipe isn't waited for, a device isn't read.
 * @param largest - bytes: what is larger is something else
 * @param flags - besides those for reading
 * @throws an error of the system
 */
export const readSmall = async (path: string, largest: number, flags = 0): Promise<SmallFile> => {
	const file = await open(path, readFlags | flags);
	try {
		const stats = await file.stat();
		if (!stats.isFile()) {
			return {unread: 'no file'};
		}
		if (stats.size > largest) {
			return {unread: 'too large'};
		}
		// No more than it is said to have: what grows meanwhile may be endless.
		const bytes = Buffer.alloc(stats.size);
		let length = 0;
		for (let read = -1; read !== 0 && length < bytes.length; length += read) {
			({bytesRead: read} = await file.read(bytes, length, bytes.length - length, length));
		}
		return {bytes: bytes.subarray(0, length)};
	} finally {
		await file.close();
	}
};

import {open} from 'node:fs/promises';
import {readFlags} from './open-file.js';

/** The bytes of a file, or why they weren't read: `no file` is a pipe, a device or a folder. */
export type SmallFile = {readonly bytes: Buffer} | {readonly unread: 'no file' | 'too large'};

/**
 * Reads a small regular file as a whole. Pipes aren't waited for, devices aren't read.
 * @param largest - the largest size that is read, in bytes
 * @param flags - flags of open(2) in addition to those for reading
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
		// Reads at most the size above: a file that grows meanwhile may never end.
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

import type {OpenLog} from './open-log.js';

/**
 * Reads what was added to logs, which stand in the order of their paths, and what was at a path first in front: one chunk of
 * each, so that a file that grows faster than it is read doesn't keep the others waiting. Only what has taken the place of
 * another waits until there is no more of that: its lines were written later. So it does while that is being decoded.
 * Returns whether there was anything.
 */
export const readAdded = async (
	logs: ReadonlyArray<Pick<OpenLog, 'file' | 'isLiveDue' | 'isDecoding' | 'readLive'>>,
): Promise<boolean> => {
	let hasRead = false;
	/** Path of the one that was read last, or is to be. */
	let path: string | undefined;
	for (const log of logs) {
		// Not each of thousands is waited for that have nothing.
		if (log.isLiveDue && log.file.path !== path) {
			const isRead = await log.readLive();
			hasRead ||= isRead;
			path = isRead || log.isDecoding ? log.file.path : path;
		}
	}
	return hasRead;
};

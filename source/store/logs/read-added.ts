import type {OpenLog} from './open-log.js';

/**
 * Reads what was added to logs, which stand in the order of their paths, and what was at a path first in front: one chunk of
 * each, so that a file that grows faster than it is read doesn't keep the others waiting. Only what has taken the place of
 * another waits until there is no more of that: its lines were written later. Returns whether there was anything.
 */
export const readAdded = async (
	logs: ReadonlyArray<Pick<OpenLog, 'file' | 'isLiveDue' | 'readLive'>>,
): Promise<boolean> => {
	/** Path of the one that was read last. */
	let read: string | undefined;
	for (const log of logs) {
		// Not each of thousands is waited for that have nothing.
		if (log.isLiveDue && log.file.path !== read && (await log.readLive())) {
			read = log.file.path;
		}
	}
	return read !== undefined;
};

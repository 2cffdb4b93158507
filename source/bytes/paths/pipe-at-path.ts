import {errnoWords} from '../files/errno-words.js';
import {isLastingPipe, openNamedPipe, reopenNamedPipe} from '../files/named-pipe.js';
import type {State} from '../follow-types.js';
import type {Stage} from '../live/stage.js';
import {PipedLog} from '../piped-log.js';

/**
 * Reads the named pipe at a path; what is in the way where it can't be opened.
 * @param isWatched Whether it is read on when another writer comes, should it be there to stay.
 */
export const pipeAtPath = async (
	stage: Stage,
	path: string,
	isWatched: boolean,
): Promise<PipedLog | State> => {
	try {
		const isLasting = isWatched && (await isLastingPipe(path));
		const reopen = isLasting ? () => reopenNamedPipe(path) : undefined;
		return new PipedLog(stage, path, await openNamedPipe(path), reopen);
	} catch (error) {
		return {state: 'unreadable', problem: errnoWords(error)};
	}
};

import type {BigIntStats} from 'node:fs';
import type {State} from '../follow-types.js';

/** What is told of what is no regular file, and no pipe that is read. */
export const notReadable = (stats: BigIntStats): State => {
	if (stats.isDirectory()) {
		return {state: 'waiting', problem: 'a directory, not a file'};
	}
	return {
		state: 'unreadable',
		problem: stats.isFIFO() ? 'a named pipe, where a log was' : 'a device or socket, not a file',
	};
};

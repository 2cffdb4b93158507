import {statSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {commands} from '../command-line/commands.js';
import {defaultSizes} from '../reader/read-sizes.js';

/**
 * Predicts from unparsed arguments whether the program prints a log long enough that a second thread should help to read it. See
 * `BackfillWorker` for its cost. The thread is started before everything else.
 */
export function threadPays(args: readonly string[], cores = availableParallelism()): boolean {
	return (
		cores > 1 &&
		!args.includes('--no-past') &&
		!commands.some(({name}) => args.includes(name)) &&
		sizeOfFile(args.at(-1)) >= defaultSizes.withWorker
	);
}

/**
 * Returns the size of the last argument, which is mostly a path. Only that one: a file system that doesn't respond would delay
 * the start.
 */
function sizeOfFile(path: string | undefined): number {
	try {
		const stats = path === undefined ? undefined : statSync(path, {throwIfNoEntry: false});
		return stats?.isFile() ? stats.size : 0;
	} catch {
		return 0;
	}
}

import {statSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {commands} from '../command-line/commands.js';
import {defaultSizes} from '../reader/read-sizes.js';

/**
 * Whether these arguments, as far as can be told before they are understood, print from a log that is so long that a
 * second thread reads it with the first. What that costs says `BackfillWorker`: it is started before all else.
 */
export function threadPays(args: readonly string[], cores = availableParallelism()): boolean {
	return (
		cores > 1 &&
		!args.includes('--no-past') &&
		!commands.some(({name}) => args.includes(name)) &&
		sizeOfFile(args.at(-1)) >= defaultSizes.withWorker
	);
}

/** Only asked of the last word, where a path mostly stands: one whose file system doesn't answer keeps others waiting. */
function sizeOfFile(path: string | undefined): number {
	try {
		const stats = path === undefined ? undefined : statSync(path, {throwIfNoEntry: false});
		return stats?.isFile() ? stats.size : 0;
	} catch {
		return 0;
	}
}

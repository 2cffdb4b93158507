import {resolve} from 'node:path';
import {identityOf} from '../bytes/identity.js';
import {logNames, rotatedFiles} from '../bytes/rotated-files.js';
import type {Checkpoint} from './checkpoint.js';

/**
 * Finds the rotated files that came to be while nobody shipped: of logs that weren't finished, those that were written
 * after what was shipped last.
 *
 * @param paths What is followed anyway.
 */
export const leftBehind = async (
	{logs, saved}: Checkpoint,
	paths: readonly string[],
): Promise<readonly string[]> => {
	const known = new Set(paths.map(path => resolve(path)));
	const found = new Set<string>();
	for (const {path, place, identity, seen} of logs.filter(({isDone}) => !isDone)) {
		// A line is written after what it tells of has begun; a time to come says nothing.
		const since = Math.min(place.time > 0 ? place.time : seen, saved);
		const {plain, compressed} = await rotatedFiles(await logNames(path));
		for (const file of [...plain, ...compressed]) {
			const isNew = Number(file.stats.mtimeMs) >= since - (since % 1000);
			if ((isNew || identityOf(file.stats) === identity) && !known.has(resolve(file.path))) {
				found.add(file.path);
			}
		}
	}
	return [...found];
};

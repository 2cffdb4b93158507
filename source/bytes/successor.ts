import type {ByteSource} from './byte-source.js';
import {isTimeOf} from './file-clock.js';
import type {LiveFile} from './live-file.js';
import {headSize} from './magic-bytes.js';
import {rotatedFiles} from './rotated-files.js';

/**
 * What a file that has taken the place of another is of it: `continuation`: it holds all that the other held, and
 * perhaps more (a copy that was written on, then renamed); `version`: it begins like it, and the other is deleted (it
 * was edited); undefined: another log. Rejects when it can't be read.
 */
export async function successorKind(
	before: Pick<LiveFile, 'guard' | 'deleted' | 'isArchive' | 'names' | 'written'>,
	file: ByteSource,
): Promise<'continuation' | 'version' | undefined> {
	const {guard, deleted, isArchive} = before;
	if (isArchive || guard.size === 0) {
		return undefined;
	}

	// So much of two logs isn't the same by chance, as a few lines of the same second may be.
	const isLong = guard.head.length === headSize;
	const isContained = await guard.isIn(file);
	if (isLong && isContained) {
		return 'continuation';
	}

	const isAlike = deleted && (isContained || (isLong && (await guard.begins(file))));
	return isAlike && !(await isCompressed(before)) ? 'version' : undefined;
}

/** Whether a log was rotated and compressed, going by the time of what is there. */
async function isCompressed({names, written}: Pick<LiveFile, 'names' | 'written'>): Promise<boolean> {
	const {compressed} = await rotatedFiles(names);
	return compressed.some(({stats}) => isTimeOf(stats.mtimeNs, written.until));
}

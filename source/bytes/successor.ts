import type {ByteSource} from './byte-source.js';
import type {LiveFile} from './live-file.js';
import {headSize} from './magic-bytes.js';

/**
 * What a file that has taken the place of another is of it: `continuation`: it holds all that the other held, and
 * perhaps more (a copy that was written on, then renamed); `version`: it begins like it, and the other is deleted (it
 * was edited); undefined: another log. Rejects when it can't be read.
 */
export async function successorKind(
	{guard, deleted, isArchive}: Pick<LiveFile, 'guard' | 'deleted' | 'isArchive'>,
	file: ByteSource,
): Promise<'continuation' | 'version' | undefined> {
	if (isArchive || guard.size === 0) {
		return undefined;
	}

	// So much of two logs isn't the same by chance, as a few lines of the same second may be.
	const isLong = guard.head.length === headSize;
	const isContained = await guard.isIn(file);
	if (isLong && isContained) {
		return 'continuation';
	}

	return deleted && (isContained || (isLong && (await guard.begins(file)))) ? 'version' : undefined;
}

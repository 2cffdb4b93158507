import type {BigIntStats} from 'node:fs';

/**
 * Which file it is, whatever its name: device and inode. Good as long as the file is open, because then the
 * inode can't be given to another file.
 */
export type Identity = `${bigint}:${bigint}`;

/** The identity of a file, as the system tells it. */
export function identityOf(stats: BigIntStats): Identity {
	return `${stats.dev}:${stats.ino}`;
}

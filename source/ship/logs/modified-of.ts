import {stat} from 'node:fs/promises';
import {identityOf} from '../../bytes/files/identity.js';
import type {LogFile} from '../../bytes/log-file.js';
import {logNames, rotatedFiles} from '../../bytes/rotation/rotated-files.js';

/**
 * When a file was written last, milliseconds since 1970, wherever rotation has put it in its directory; null when it isn't
 * found, or has another size by now.
 */
export const modifiedOf = async ({archive, path, identity, size}: LogFile): Promise<number | null> => {
	if (archive !== undefined) {
		return Math.floor(archive.modified);
	}
	const stats = await stat(path, {bigint: true}).catch(() => undefined);
	const {plain} = await rotatedFiles(await logNames(path));
	const file = [...(stats === undefined ? [] : [stats]), ...plain.map(rotated => rotated.stats)].find(
		other => identityOf(other) === identity,
	);
	return file !== undefined && Number(file.size) === size ? Number(file.mtimeNs / 1_000_000n) : null;
};

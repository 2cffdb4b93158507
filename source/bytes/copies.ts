import type {ContentGuard} from './content-guard.js';
import type {FollowSettings} from './follow-settings.js';
import type {OpenFile} from './open-file.js';
import {rotatedFiles} from './rotated-files.js';

/** A copy of a log that was made before the log was truncated. */
export type Copy = {readonly path: string; readonly open: OpenFile; readonly size: number};

/**
 * The file to which a log was copied before it was truncated (logrotate's `copytruncate`): among the rotated files of
 * its names the one that begins with all that the log is known to have held. Undefined when there is none.
 */
export async function findCopy(
	names: readonly string[],
	guard: ContentGuard,
	openFile: FollowSettings['open'],
): Promise<Copy | undefined> {
	for (const {path: candidate, stats} of await rotatedFiles(names)) {
		if (Number(stats.size) < guard.size) {
			continue;
		}

		let open: OpenFile | undefined;
		try {
			open = await openFile(candidate);
			if (open !== undefined && (await guard.isIn(open))) {
				return {path: candidate, open, size: Number((await open.stat()).size)};
			}
		} catch {
			// Not to be read, or gone: not the one, as far as can be told.
		}

		await open?.close();
	}

	return undefined;
}

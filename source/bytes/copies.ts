import type {ContentGuard} from './content-guard.js';
import type {FollowSettings} from './follow-settings.js';
import {identityOf} from './identity.js';
import type {OpenFile} from './open-file.js';
import {rotatedFiles} from './rotated-files.js';

/** How often the rotated files are looked through again because they were being renamed. */
const mostAttempts = 5;

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
	for (let attempt = 0; attempt < mostAttempts; attempt++) {
		let wasMoved = false;
		for (const {path, stats} of await rotatedFiles(names)) {
			const open = Number(stats.size) < guard.size ? undefined : await tryOpen(openFile, path);
			const isSame = open?.identity === identityOf(stats);
			wasMoved ||= Number(stats.size) >= guard.size && !isSame;
			if (open !== undefined && isSame && (await holds(open, guard))) {
				return {path, open, size: Number((await open.stat()).size)};
			}

			await open?.close();
		}

		if (!wasMoved) {
			break;
		}
	}

	return undefined;
}

/** Undefined for what can't be read, or is gone: not the one, as far as can be told. */
async function tryOpen(openFile: FollowSettings['open'], path: string): Promise<OpenFile | undefined> {
	try {
		return await openFile(path);
	} catch {
		return undefined;
	}
}

async function holds(open: OpenFile, guard: ContentGuard): Promise<boolean> {
	try {
		return await guard.isIn(open);
	} catch {
		return false;
	}
}

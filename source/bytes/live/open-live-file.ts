import {stat} from 'node:fs/promises';
import {latestOf} from '../files/file-clock.js';
import type {OpenFile} from '../files/open-file.js';
import {logNames} from '../rotation/rotated-files.js';
import {uncompressedName} from '../rotation/rotated-name.js';
import type {PastBytes} from './current-life.js';
import type {FollowedFile} from './followed-file.js';
import {LiveFile} from './live-file.js';
import type {MissedArchive} from './missed-archive.js';
import type {EndedLife} from './registry.js';
import type {Stage} from './stage.js';

/**
 * The file at a path, opened if it isn't open already by another name. Undefined when what is there is no regular file, or
 * another one than a moment ago.
 * Rejects with the system's error.
 *
 * @param startSize How much of the file that was opened is the past.
 * @param ended How the file was when it ended, if it has been read before.
 */
export async function openLiveFile(
	stage: Stage,
	path: string,
	startSize: (open: OpenFile) => number,
	ended: EndedLife | undefined,
): Promise<FollowedFile | undefined> {
	const {registry, settings} = stage;
	const open = await settings.open(path);
	if (open === undefined) {
		return undefined;
	}

	const size = startSize(open);
	let past: PastBytes;
	try {
		past = {size, missed: size === 0 ? await missedArchive(stage, path, open) : undefined};
		if (ended !== undefined && (await ended.guard.isIn(open))) {
			// It had been taken for finished, and was written to again.
			past = {size: ended.size, wasRead: true};
		}
	} catch (error) {
		await open.close();
		throw error;
	}

	const names = await logNames(path);
	const stats = await open.stat().catch(() => undefined);
	const other = registry.find(open.identity);
	if (other !== undefined) {
		await open.close();
		return other;
	}

	const endedNow = stats && registry.whenEnded(stats);
	if (stats === undefined || (endedNow !== undefined && endedNow !== ended)) {
		// By another path it may have been read to its end meanwhile.
		await open.close();
		return undefined;
	}

	const file = new LiveFile(stage, open, names, past);
	registry.add(file);
	return file;
}

/**
 * What says that the text of a file, which has appeared since the watching began, is new if it is an archive: it is
 * named like one of a log that is read, and was written to meanwhile. Not while it is being compressed: its plain file
 * is read, then.
 */
async function missedArchive(
	{registry}: Stage,
	path: string,
	open: OpenFile,
): Promise<MissedArchive | undefined> {
	const log = registry.compressedFrom(path);
	const before = uncompressedName(path);
	if (log === undefined || before === undefined || latestOf((await open.stat()).mtimeNs) < registry.since) {
		return undefined;
	}

	const isBeingMade = await stat(before).then(
		() => true,
		() => false,
	);
	return isBeingMade ? undefined : {archive: path, log};
}

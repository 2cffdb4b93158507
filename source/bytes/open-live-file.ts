import {LiveFile, type PastBytes} from './live-file.js';
import type {OpenFile} from './open-file.js';
import type {EndedLife} from './registry.js';
import {logNames} from './rotated-files.js';
import type {Stage} from './stage.js';

/**
 * The file at a path, opened if it isn't open already by another name. Undefined when what is there is no regular file.
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
): Promise<LiveFile | undefined> {
	const {registry, settings} = stage;
	const open = await settings.open(path);
	if (open === undefined) {
		return undefined;
	}

	let past: PastBytes = {size: startSize(open)};
	try {
		if (ended !== undefined && (await ended.guard.isIn(open))) {
			// It had been taken for finished, and was written to again.
			past = {size: ended.size, wasRead: true};
		}
	} catch (error) {
		await open.close();
		throw error;
	}

	const names = await logNames(path);
	const other = registry.find(open.identity);
	if (other !== undefined) {
		await open.close();
		return other;
	}

	const file = new LiveFile(stage, open, names, past);
	registry.add(file);
	return file;
}

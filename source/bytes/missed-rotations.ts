import {isMissing} from './errno-words.js';
import {identityOf} from './identity.js';
import {LiveFile, type Stage} from './live-file.js';
import type {OpenFile} from './open-file.js';
import {type RotatedFile, rotatedFiles} from './rotated-files.js';

/** The time that a file system notes may be that much before the clock's, milliseconds: it counts in ticks. */
const tick = 20;

/**
 * Reads the files that were put at a path and rotated away again since it was looked at last, so that nobody has seen
 * them there. They are known by their names and by when they were made, so not on a file system that doesn't note it.
 *
 * @param names What rotated files are named after: see `logNames`.
 * @param since Milliseconds since 1970.
 * @returns False when files were renamed under its hands, so that it must be done again.
 */
export async function readMissedRotations(
	stage: Stage,
	path: string,
	names: readonly string[],
	since: number,
): Promise<boolean> {
	const {registry, deliveries, settings} = stage;
	const read: string[] = [];
	let isComplete = true;
	for (const {path: rotated, stats} of (await rotatedFiles(names)).toReversed()) {
		const isMissed =
			stats.birthtimeNs / 1_000_000n >= BigInt(since - tick) &&
			registry.find(identityOf(stats)) === undefined &&
			registry.whenEnded(stats) === undefined;
		const open = isMissed ? await openLog(stage, rotated, stats) : undefined;
		if (open === 'moved') {
			isComplete = false;
		} else if (open !== undefined) {
			const file = new LiveFile(stage, open, [path], {size: 0});
			registry.add(file);
			file.release(file, settings.holdTime);
			await file.look();
			read.push(rotated);
		}
	}

	if (read.length > 0) {
		const text = `rotated several times within a moment; what was written in between is read from ${read.join(', ')}.`;
		deliveries.notice({path, text});
	}

	return isComplete;
}

/** Undefined if it isn't to be read: a copy of a log that is, or one without permission. */
async function openLog(
	{registry, settings}: Stage,
	path: string,
	stats: RotatedFile['stats'],
): Promise<OpenFile | 'moved' | undefined> {
	let open: OpenFile | undefined;
	try {
		open = await settings.open(path);
		if (open?.identity !== identityOf(stats)) {
			await open?.close();
			return 'moved';
		}

		const isKnown = registry.find(open.identity) !== undefined;
		if (!isKnown && (await registry.originalOf(path, open, Number(stats.size))) === undefined) {
			return open;
		}
	} catch (error) {
		if (isMissing(error)) {
			return 'moved';
		}
	}

	await open?.close();
	return undefined;
}

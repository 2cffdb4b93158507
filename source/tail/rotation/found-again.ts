import type {KeptText} from '../archives/kept-text.js';
import {identityOf, type OpenFile} from '../files/open-file.js';
import type {TailSettings} from '../tail-settings.js';
import {CompressedCopy} from './compressed-copy.js';
import type {Fingerprint} from './fingerprint.js';
import {type RotatedFile, rotatedFiles} from './rotated-files.js';

/** How often the rotated files are looked through again because they were being renamed. */
const maxAttempts = 5;

/** A log that is looked for. */
type LostLog = {
	/** What rotated files of it are named after: see `logNames`. */
	readonly names: readonly string[];
	/** What it is recognised by. */
	readonly fingerprint: Fingerprint;
	/** Bytes that it held. */
	readonly size: number;
};

/** Where it was found. */
type FoundLog = {
	readonly path: string;
	readonly open: OpenFile;
	/** Set when the file is compressed. */
	readonly text?: CompressedCopy;
};

/**
 * The file that a log which has ended is in by now, when it isn't the same file any more: rotation has compressed it,
 * or somebody has copied it. It is among the rotated files of its names, and holds all that the log held. Undefined
 * when there is none. Rejects when there may be one that can't be read, or while they are being renamed.
 */
export async function findAgain(
	log: LostLog,
	openFile: TailSettings['open'],
	keptText: KeptText,
): Promise<FoundLog | undefined> {
	for (let attempt = 1; ; attempt++) {
		const {plain, compressed} = await rotatedFiles(log.names);
		let trouble: unknown;
		for (const file of [...plain, ...compressed]) {
			try {
				const found = await foundIn(file, log, openFile, keptText);
				if (found !== undefined) {
					return found;
				}
			} catch (error) {
				trouble ??= error;
			}
		}

		if (trouble === undefined) {
			return undefined;
		}

		if (attempt === maxAttempts) {
			throw trouble;
		}
	}
}

async function foundIn(
	{path, stats}: RotatedFile,
	{fingerprint, size}: LostLog,
	openFile: TailSettings['open'],
	keptText: KeptText,
): Promise<FoundLog | undefined> {
	const open = await openFile(path);
	let text: CompressedCopy | undefined;
	try {
		if (open?.identity !== identityOf(stats)) {
			throw new Error(`${path} was renamed meanwhile`);
		}

		text = await CompressedCopy.open(open, keptText);
		if (text === undefined) {
			const isSame = stats.size >= size && (await fingerprint.isIn(open));
			if (isSame) {
				return {path, open};
			}
		} else if (await text.holds(fingerprint, size)) {
			return {path, open, text};
		}
	} catch (error) {
		text?.close();
		await open?.close();
		throw error;
	}

	text?.close();
	await open.close();
	return undefined;
}

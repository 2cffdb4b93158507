import type {KeptText} from '../archives/kept-text.js';
import {identityOf, type OpenFile} from '../files/open-file.js';
import type {TailSettings} from '../tail-settings.js';
import {CompressedCopy} from './compressed-copy.js';
import type {Fingerprint} from './fingerprint.js';
import {type RotatedFile, rotatedFiles} from './rotated-files.js';

/** How often the rotated files are looked through again because they were being renamed. */
const maxAttempts = 5;

/** Of the compressed files that rotation has made last, so many are looked at. */
const maxCompressed = 10;

/** A copy of a log that was made before the log was truncated. */
export type Copy = {
	readonly path: string;
	readonly open: OpenFile;
	/** Bytes of what was logged. */
	readonly size: number;
	/** Set when the file is compressed. */
	readonly text?: CompressedCopy;
};

/**
 * The file to which a log was copied before it was truncated (logrotate's `copytruncate`): among the rotated files of
 * its names, the plain ones first, the one that begins with all that the log is known to have held. Undefined when
 * there is none. One that is compressed has to be decoded to its end for that.
 */
export async function findCopy(
	names: readonly string[],
	fingerprint: Fingerprint,
	openFile: TailSettings['open'],
	keptText: KeptText,
): Promise<Copy | undefined> {
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		let wasMoved = false;
		const {plain, compressed} = await rotatedFiles(names);
		for (const {path, stats} of plain) {
			const open = Number(stats.size) < fingerprint.size ? undefined : await tryOpen(openFile, path);
			const isSame = open?.identity === identityOf(stats);
			wasMoved ||= Number(stats.size) >= fingerprint.size && !isSame;
			const size = open !== undefined && isSame ? await sizeAsCopy(open, fingerprint) : undefined;
			if (open !== undefined && size !== undefined) {
				return {path, open, size};
			}

			await open?.close();
		}

		if (wasMoved) {
			continue;
		}

		return findCompressedCopy(compressed, fingerprint, openFile, keptText);
	}

	return undefined;
}

async function findCompressedCopy(
	files: readonly RotatedFile[],
	fingerprint: Fingerprint,
	openFile: TailSettings['open'],
	keptText: KeptText,
): Promise<Copy | undefined> {
	for (const {path, stats} of files.slice(0, maxCompressed)) {
		const open = await tryOpen(openFile, path);
		if (open !== undefined && open.identity === identityOf(stats)) {
			const text = await CompressedCopy.open(open, keptText).catch(() => undefined);
			const size = await text?.sizeAsCopy(fingerprint).catch(() => undefined);
			if (text !== undefined && size !== undefined) {
				return {path, open, size, text};
			}

			text?.close();
		}

		await open?.close();
	}

	return undefined;
}

/** Undefined for what can't be read, or is gone: not the one, as far as can be told. */
async function tryOpen(openFile: TailSettings['open'], path: string): Promise<OpenFile | undefined> {
	try {
		return await openFile(path);
	} catch {
		return undefined;
	}
}

/** Its size if it holds all that the log held; undefined when it doesn't, or can't be read. */
async function sizeAsCopy(open: OpenFile, fingerprint: Fingerprint): Promise<number | undefined> {
	try {
		return (await fingerprint.isIn(open)) ? Number((await open.stat()).size) : undefined;
	} catch {
		return undefined;
	}
}

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

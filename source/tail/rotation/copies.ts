import type {KeptText} from '../archives/kept-text.js';
import {identityOf, type OpenFile, reopen} from '../files/open-file.js';
import type {TailSettings} from '../tail-settings.js';
import {CompressedCopy} from './compressed-copy.js';
import type {Fingerprint} from './fingerprint.js';
import {type RotatedFile, type RotatedFiles, rotatedFiles} from './rotated-files.js';

/** How often the rotated files are searched again because they were being renamed. */
const maxAttempts = 5;

/** Of the compressed files that rotation has made last, so many are opened. */
const maxCompressed = 10;

/** A rotated file that holds all that a log held. */
export type Copy = {
	readonly path: string;
	readonly open: OpenFile;
	/** Bytes of the log in it. */
	readonly size: number;
	/** What the file itself is recognised by. */
	readonly file: {readonly fingerprint: Fingerprint; readonly size: number};
	/** Set when the file is compressed. */
	readonly text?: CompressedCopy;
};

/** Which of a log's rotated files are opened, in what order, and how its copy is recognised. */
type Search = {
	readonly fingerprint: Fingerprint;
	readonly candidates: (files: RotatedFiles) => readonly RotatedFile[];
	/** Bytes of the log in a file, whose `text` is set when it is compressed; undefined when it isn't a copy. */
	readonly sizeIn: (open: OpenFile, text: CompressedCopy | undefined) => Promise<number | undefined>;
	readonly openFile: TailSettings['open'];
	readonly keptText: KeptText;
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
	const {copy} = await search(names, {
		fingerprint,
		candidates: ({plain, compressed}) => [
			...plain.filter(({stats}) => Number(stats.size) >= fingerprint.size),
			...compressed.slice(0, maxCompressed),
		],
		sizeIn: async (open, text) => {
			if (text !== undefined) {
				return text.sizeAsCopy(fingerprint);
			}

			return (await fingerprint.isIn(open)) ? Number((await open.stat()).size) : undefined;
		},
		openFile,
		keptText,
	});
	return copy;
}

/**
 * The file that a log which has ended is in by now, when it isn't the same file any more: rotation has compressed it,
 * or somebody has copied it. It is among the rotated files of its names, and holds all that the log held. Undefined
 * when there is none. Rejects when there may be one that can't be read, or while they are being renamed.
 *
 * @param log.names What rotated files of it are named after: see `logNames`.
 * @param log.size Bytes that it held.
 */
export async function findAgain(
	log: {readonly names: readonly string[]; readonly fingerprint: Fingerprint; readonly size: number},
	openFile: TailSettings['open'],
	keptText: KeptText,
): Promise<Copy | undefined> {
	const {names, fingerprint, size} = log;
	const {copy, failure} = await search(names, {
		fingerprint,
		candidates: ({plain, compressed}) => [...plain, ...compressed],
		sizeIn: async (open, text) => {
			const isSame = text === undefined ? await fingerprint.isIn(open) : await text.holds(fingerprint, size);
			return isSame && (text !== undefined || (await open.stat()).size >= size) ? size : undefined;
		},
		openFile,
		keptText,
	});
	if (failure !== undefined) {
		throw failure;
	}

	return copy;
}

/** `failure`: why a file that may be the copy couldn't be looked into, if none was found. */
async function search(
	names: readonly string[],
	how: Search,
): Promise<{readonly copy?: Copy; readonly failure?: unknown}> {
	for (let attempt = 1; ; attempt++) {
		let moved: string | undefined;
		let failure: unknown;
		for (const file of how.candidates(await rotatedFiles(names))) {
			try {
				const copy = await openCopy(file, how);
				if (copy === 'moved') {
					moved = file.path;
				} else if (copy !== undefined) {
					return {copy};
				}
			} catch (error) {
				failure ??= error;
			}
		}

		if (moved === undefined) {
			return {failure};
		}

		if (attempt === maxAttempts) {
			return {failure: new Error(`${moved} was renamed meanwhile`)};
		}
	}
}

async function openCopy(
	{path, stats}: RotatedFile,
	{fingerprint, sizeIn, openFile, keptText}: Search,
): Promise<Copy | 'moved' | undefined> {
	const open = await reopen(openFile, path, {identity: identityOf(stats)});
	if (open === undefined) {
		return 'moved';
	}

	let text: CompressedCopy | undefined;
	let size: number | undefined;
	try {
		text = await CompressedCopy.open(open, keptText);
		size = await sizeIn(open, text);
	} finally {
		if (size === undefined) {
			text?.close();
			await open.close();
		}
	}

	if (size === undefined) {
		return undefined;
	}

	return text === undefined
		? {path, open, size, file: {fingerprint, size}}
		: {path, open, size, file: {fingerprint: text.fingerprint, size: text.packedSize}, text};
}

import type {KeptText} from '../archives/kept-text.js';
import {ContentEnd} from '../files/content-end.js';
import {headSize} from '../files/magic-bytes.js';
import {type Identity, identityOf, type OpenFile, reopen} from '../files/open-file.js';
import type {TailSettings} from '../tail-settings.js';
import {CompressedCopy} from './compressed-copy.js';
import type {Fingerprint} from './fingerprint.js';
import {possibleCopies, type RotatedFiles, type SiblingFile} from './rotated-files.js';

/** Maximum number of searches for rotated files while they are being renamed. */
const maxAttempts = 5;

/** Maximum number of compressed rotated files that are opened, newest first. */
const maxCompressed = 10;

/** A rotated file with the whole content of a log. */
export type Copy = {
	readonly path: string;
	readonly open: OpenFile;
	/** Number of bytes of the log in it. */
	readonly size: number;
	/** Fingerprint and size of the file itself. */
	readonly file: {readonly fingerprint: Fingerprint; readonly size: number};
	/** Set if the file is compressed. */
	readonly text?: CompressedCopy;
};

/** How to search the rotated files of a log: which files to open, in which order, and how to recognise the copy. */
type Search = {
	readonly fingerprint: Fingerprint;
	readonly candidates: (files: RotatedFiles<SiblingFile>) => readonly SiblingFile[];
	/**
	 * Returns the number of bytes of the log in a file; undefined if it isn't a copy. `text` is set for a compressed file,
	 * `isRotated` if the file has the name of a rotated file.
	 */
	readonly sizeIn: (
		open: OpenFile,
		text: CompressedCopy | undefined,
		isRotated: boolean,
	) => Promise<number | undefined>;
	readonly openFile: TailSettings['open'];
	readonly keptText: KeptText;
};

/**
 * Finds the file to which a log was copied before it was truncated (logrotate's `copytruncate`). The file may have any name: it
 * is the first one in the directory that begins with the whole known content of the log. Tries plain files first; a compressed
 * file must be decoded to its end. Undefined if there is no such file.
 *
 * @param log.isSeparate Returns true for a file that is known not to be the copy, because it is read as another log.
 */
export async function findCopy(
	log: {
		readonly names: readonly string[];
		readonly fingerprint: Fingerprint;
		readonly isSeparate: (identity: Identity) => boolean;
	},
	openFile: TailSettings['open'],
	keptText: KeptText,
): Promise<Copy | undefined> {
	const {names, fingerprint, isSeparate} = log;
	const {copy} = await search(names, {
		fingerprint,
		candidates: ({plain, compressed}) => [
			...plain.filter(({stats}) => Number(stats.size) >= fingerprint.size && !isSeparate(identityOf(stats))),
			...compressed.slice(0, maxCompressed),
		],
		sizeIn: async (open, text, isRotated) => {
			if (text !== undefined) {
				return text.sizeAsCopy(fingerprint);
			}
			if (!(await fingerprint.isIn(open))) {
				return undefined;
			}
			const size = await new ContentEnd().find(open, Number((await open.stat()).size));
			// Another log may begin with the same few lines.
			return size === fingerprint.size || isRotated || fingerprint.size >= headSize ? size : undefined;
		},
		openFile,
		keptText,
	});
	return copy;
}

/**
 * Finds the file that now has the content of an ended log, if rotation has compressed it or another program has copied it.
 * Searches the directories of the log's names for its whole content. Undefined if there is no such file.
 *
 * @param log.names Log names that rotated files are derived from, see `logNames`.
 * @param log.size Number of bytes of the log.
 * @throws If a possible copy can't be read, or while the files are being renamed.
 */
export async function findAgain(
	log: {readonly names: readonly string[]; readonly fingerprint: Fingerprint; readonly size: number},
	openFile: TailSettings['open'],
	keptText: KeptText,
): Promise<Copy | undefined> {
	const {names, fingerprint, size} = log;
	const {copy, failure} = await search(names, {
		fingerprint,
		candidates: ({plain, compressed}) => [
			...plain.filter(({stats}) => Number(stats.size) >= size),
			...compressed,
		],
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

/** Returns the copy, or as `failure` the reason why a possible copy couldn't be read. */
async function search(
	names: readonly string[],
	how: Search,
): Promise<{readonly copy?: Copy; readonly failure?: unknown}> {
	for (let attempt = 1; ; attempt++) {
		let moved: string | undefined;
		let failure: unknown;
		for (const file of how.candidates(await possibleCopies(names))) {
			try {
				const copy = await openCopy(file, how);
				if (copy !== 'moved' && copy !== undefined) {
					return {copy};
				}
				// Other files in the directory may come and go.
				moved = copy === 'moved' && file.isRotated ? file.path : moved;
			} catch (error) {
				failure ??= file.isRotated ? error : undefined;
			}
		}
		if (moved === undefined) {
			return {failure};
		}
		if (attempt === maxAttempts) {
			return {failure: new Error(`${moved} was renamed during the search`)};
		}
	}
}

async function openCopy(
	{path, stats, isRotated}: SiblingFile,
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
		size = await sizeIn(open, text, isRotated);
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

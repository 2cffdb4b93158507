import type {Dirent} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {problemAt} from '../files/denied-text.js';
import {realDirectory} from '../files/directory-watcher.js';
import {isFile} from '../files/open-file.js';
import {uncompressedName} from '../rotation/rotated-files.js';
import {offeredPattern} from './offered-pattern.js';

/** The files that an argument stands for at the moment. */
export type DirectoryScan = {
	readonly paths: readonly string[];
	/** True for a directory or pattern, which may stand for other files later. */
	readonly listing: boolean;
	/** Directories in which further files may appear; absolute, without symbolic links. */
	readonly directories: readonly string[];
	/** The reason why `paths` is empty or incomplete. */
	readonly problem?: string;
	/** True if the search failed. */
	readonly failed?: boolean;
};

/** The extension of a compressed file, or nothing. */
const compressed = String.raw`(?:\.(?:gz|zst|xz|bz2|lz4|z|zip))?`;

/** The extension `.log` or the ending `_log`, optionally followed by a rotation suffix. */
const logName = new RegExp(`[._]log(?:[.-]\\d[\\d.T:_-]*)?${compressed}$`, 'i');

/**
 * Names that services give to access logs: CloudFront `ID.2026-11-20-09.0a1b2c3d.gz`, S3 `2026-11-20-09-03-07-0123456789ABCDEF`,
 * Azure `PT1H.json`, Google Cloud `09:00:00_09:59:59_S0.json`; and multilog, svlogd and s6-log `current` and, when rotated,
 * `@400000006ae3f1d80c5b2a94.s`.
 */
const serviceNames: readonly RegExp[] = [
	/\.\d{4}(?:-\d\d){3}\.[\da-f]{8}\.gz$/i,
	/\d{4}(?:-\d\d){5}-[\dA-F]{16}$/,
	/^PT\d+[HM]\.json$/,
	/^(?:\d\d:){2}\d\d_(?:\d\d:){2}\d\d_S\d+\.json$/,
	/^current$/,
	/^@[\da-f]{24}\.[su]$/,
];

/** A date with an hour. */
const hour = /(?<!\d)20\d\d([-_.]?)[01]\d\1[0-3]\d[-_.T]?[0-2]\d/;

/**
 * Returns true for the name of an access log: it contains `access`, ends in `.log` or `_log`, optionally followed by a rotation
 * suffix (`.log.1`, `.log-20261120`) and the extension of a compression, or is a name that a service gives. Excludes hidden
 * files and error logs.
 */
export function looksLikeAccessLog(name: string): boolean {
	return (
		!name.startsWith('.') &&
		!isErrorLog(name) &&
		(/access/i.test(name) || logName.test(name) || serviceNames.some(known => known.test(name)))
	);
}

/**
 * Returns true for a name that belongs to an access log if no other name in its directory does: services name delivered files by
 * date and hour. Excludes names with an extension that text files don't have.
 */
export function looksDelivered(name: string): boolean {
	const plain = uncompressedName(name) ?? name;
	const extension = /\.([a-z]+)$/i.exec(plain)?.[1] ?? '';
	return hour.test(plain) && !isErrorLog(name) && /^(?:|json|jsonl|ndjson|txt|csv|tsv)$/i.test(extension);
}

function isErrorLog(name: string): boolean {
	return /error/i.test(name);
}

/** Number of levels of folders that are searched below a directory. */
const levels = 2;

/** Maximum number of folders below a directory: reading more in every search would take too long. */
const maxFolders = 1000;

/** Maximum number of directories in which events report new logs. In others, the next search finds them. */
const maxWatched = 100;

/** The entries of a directory, by name, without hidden ones. */
type Listing = {
	readonly logs: readonly string[];
	/** The first error log and the first other file. */
	readonly errorLog: string | undefined;
	readonly other: string | undefined;
	readonly folders: readonly string[];
	/** Entries that may be links to folders. */
	readonly links: readonly string[];
};

async function listingOf(directory: string): Promise<Listing> {
	const entries = (await readdir(directory, {withFileTypes: true})).filter(({name}) => !name.startsWith('.'));
	const known = await logsOf(directory, entries, looksLikeAccessLog);
	const logs = known.length > 0 ? known : await logsOf(directory, entries, looksDelivered);
	const isLog = new Set(logs);
	let errorLog: string | undefined;
	let other: string | undefined;
	const folders: string[] = [];
	const links: string[] = [];
	for (const entry of entries) {
		const {name} = entry;
		if (isLog.has(name)) {
			continue;
		}
		if (entry.isDirectory()) {
			folders.push(name);
		} else if (!entry.isFile()) {
			links.push(name);
		} else if (isErrorLog(name)) {
			errorLog = errorLog === undefined || name < errorLog ? name : errorLog;
		} else {
			other = other === undefined || name < other ? name : other;
		}
	}
	return {logs, errorLog, other, folders, links};
}

/** Returns the regular files with such names, and links to regular files. */
async function logsOf(
	directory: string,
	entries: readonly Dirent[],
	isLog: (name: string) => boolean,
): Promise<readonly string[]> {
	const logs: string[] = [];
	for (const entry of entries.filter(({name}) => isLog(name))) {
		if (entry.isFile() || (!entry.isDirectory() && (await isFile(join(directory, entry.name))))) {
			logs.push(entry.name);
		}
	}
	return logs;
}

/** Directories of the logs that earlier searches found. They determine whether folders are searched, even during a rotation. */
class FoundBefore {
	readonly #own: ReadonlySet<string>;
	readonly #above = new Set<string>();

	constructor(paths: readonly string[]) {
		this.#own = new Set(paths.map(path => dirname(resolve(path))));
		for (const own of this.#own) {
			let above = own;
			for (let level = 0; level < levels; level++) {
				above = dirname(above);
				this.#above.add(above);
			}
		}
	}

	/**
	 * Returns true if the folders of a directory are searched: neither it nor an earlier search has a log directly in it, or an
	 * earlier search has found a log below it.
	 */
	isDescended(directory: string, {logs}: Listing): boolean {
		const path = resolve(directory);
		return this.#above.has(path) || (logs.length === 0 && !this.#own.has(path));
	}
}

/** A directory to search, with its path without symbolic links. */
type Folder = {readonly path: string; readonly real: string};

class TooManyFolders extends Error {}

/**
 * Finds the access logs in a directory. The folders of a directory without a log are searched, too: each site or container
 * often has a separate folder. Folders next to a log aren't: they may have its rotated files, whose lines would be read twice
 * while the log is followed. Never rejects.
 * @param before - paths that earlier searches have found
 */
export async function scanDirectory(directory: string, before: readonly string[]): Promise<DirectoryScan> {
	const real = await realDirectory(directory);
	try {
		const found = await search({path: directory, real}, new FoundBefore(before));
		const [, ...others] = found.directories;
		return {
			paths: found.paths.sort(),
			listing: true,
			directories: [real, ...others.sort()].slice(0, maxWatched),
			...(found.paths.length === 0 && {problem: problemOf(directory, found)}),
		};
	} catch (error) {
		const problem =
			error instanceof TooManyFolders
				? `no access log in this directory, and more than ${maxFolders} folders; to search them: reqscope ${offeredPattern(directory, '*/*.log')}`
				: await problemAt(directory, error);
		return {paths: [], listing: true, directories: [real], problem, failed: true};
	}
}

/** The result of a search. */
type Found = {
	readonly paths: string[];
	/** The directories that were read; absolute, without symbolic links. */
	readonly directories: string[];
	/** Names of the first files that aren't access logs by their names, and their levels. */
	passedOver: {readonly name: string; readonly level: number} | undefined;
	passedError: {readonly name: string; readonly level: number} | undefined;
	/** True if there are folders below the levels that are searched. */
	hasDeeper: boolean;
};

/** Reads level by level, so that it always chooses the same one of two paths to a folder. */
async function search(top: Folder, before: FoundBefore): Promise<Found> {
	const found: Found = {
		paths: [],
		directories: [],
		passedOver: undefined,
		passedError: undefined,
		hasDeeper: false,
	};
	const read = new Set([top.real]);
	let folders: readonly Folder[] = [top];
	for (let level = 0; folders.length > 0; level++) {
		const below: Folder[] = [];
		const listings = await Promise.all(
			// A folder that can't be read, or was deleted, doesn't hide the other folders.
			folders.map(({path}) =>
				listingOf(path).catch(error => (level === 0 ? Promise.reject(error) : undefined)),
			),
		);
		for (const [index, folder] of folders.entries()) {
			const listing = listings[index];
			if (listing === undefined) {
				continue;
			}
			found.directories.push(folder.real);
			for (const name of listing.logs) {
				found.paths.push(join(folder.path, name));
			}
			const {errorLog, other} = listing;
			found.passedError ??= errorLog === undefined ? undefined : {name: errorLog, level};
			found.passedOver ??= other === undefined ? undefined : {name: other, level};
			if (before.isDescended(folder.path, listing)) {
				below.push(...(await foldersIn(folder, listing)));
			}
		}
		if (level === levels) {
			found.hasDeeper = below.length > 0;
			break;
		}
		folders = below.filter(({real}) => !read.has(real) && read.add(real));
		if (read.size > maxFolders) {
			throw new TooManyFolders();
		}
	}
	return found;
}

/** Returns the folders in a directory, then the targets of links, in an order that doesn't change. */
async function foldersIn({path, real}: Folder, {folders, links}: Listing): Promise<readonly Folder[]> {
	const linked = await Promise.all(
		links.toSorted().map(async name => {
			const link = join(path, name);
			return (await isDirectory(link)) ? [{path: link, real: await realDirectory(link)}] : [];
		}),
	);
	return [
		...folders.toSorted().map(name => ({path: join(path, name), real: join(real, name)})),
		...linked.flat(),
	];
}

function isDirectory(path: string): Promise<boolean> {
	return stat(path).then(
		stats => stats.isDirectory(),
		() => false,
	);
}

/** The message for a directory without an access log: it names the files that were found instead, and how to read them. */
function problemOf(directory: string, {passedOver, passedError, hasDeeper}: Found): string {
	const problem = 'no access log in this directory yet';
	const names = [
		...(passedError === undefined ? [] : [`${passedError.name}, an error log by its name`]),
		...(passedOver === undefined ? [] : [passedOver.name]),
	].join(', and ');
	const level = (passedOver ?? passedError)?.level ?? 0;
	if (names !== '' && !hasDeeper) {
		return `${problem}: passed over ${names}; to read all files there: reqscope ${offeredPattern(directory, `${'*/'.repeat(level)}*`)}`;
	}
	return hasDeeper
		? `${problem}, nor ${levels} levels below it${names === '' ? '' : ` (passed over ${names})`}; to read the files of all levels: reqscope ${offeredPattern(directory, '**')}`
		: `${problem} (a name with "access" or ending in .log)`;
}

import type {BigIntStats} from 'node:fs';
import {readdir, readlink, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {realDirectory} from '../files/directory-watcher.js';
import {identityOf} from '../files/open-file.js';

/**
 * Returns true if `name` is a name that rotation gives to the files of a log: `access.log.1`, `access.log-20261120`,
 * `access.log.old`, `access-2026-11-20.log`. Both names are without a directory. Names of compressed files don't count, see
 * `uncompressedName`.
 */
export function isRotatedName(name: string, log: string): boolean {
	return unrotatedNames(name).includes(log);
}

/** Returns the absolute paths of all logs that the file at `path` may be a rotated file of, judging by its name. */
export function unrotatedPaths(path: string): readonly string[] {
	const directory = dirname(resolve(path));
	return unrotatedNames(basename(path)).map(name => join(directory, name));
}

/** Returns the names of the logs that a file with this name may be a rotated file of, shortest first, without directories. */
function unrotatedNames(name: string): readonly string[] {
	const dot = name.lastIndexOf('.');
	const names: string[] = [];
	for (let end = 1; end < name.length; end++) {
		if (isRotationMark(name.slice(end))) {
			names.push(name.slice(0, end));
		}
		if (end < dot && isRotationMark(name.slice(end, dot))) {
			names.push(name.slice(0, end) + name.slice(dot));
		}
	}
	return names.sort((a, b) => a.length - b.length);
}

/** Returns the name of a compressed file without its compression extension; undefined if it has no such extension. */
export function uncompressedName(name: string): string | undefined {
	return /^(.+)\.(?:gz|zst|xz|bz2|lz4|z|zip)$/i.exec(name)?.[1];
}

/** Returns true if a file with this name can be read: it is uncompressed, or has a supported compression. */
export function isReadableName(name: string): boolean {
	return uncompressedName(name) === undefined || /\.(?:gz|zst|xz|bz2)$/i.test(name);
}

function isRotationMark(text: string): boolean {
	return /^(?:[._~-]\d[\d.T:_~-]*|\.(?:old|bak|orig|prev))$/.test(text);
}

/** A file with the name of a rotated file. */
export type RotatedFile = {readonly path: string; readonly stats: BigIntStats};

/** The rotated files of a log, sorted by creation time, newest first. */
export type RotatedFiles<File = RotatedFile> = {
	readonly plain: readonly File[];
	/** Files with the name of a compressed file, except those whose plain file still exists. */
	readonly compressed: readonly File[];
};

/** A file in the directory of a log. `isRotated` is true if it has the name of a rotated file of the log. */
export type SiblingFile = RotatedFile & {readonly isRotated: boolean};

/** Maximum number of files that are examined, so that a very large directory doesn't take long. */
const maxFiles = 2000;

/** Maximum number of times that a directory is read again because a rotation was renaming its files one by one. */
const maxAttempts = 10;

/** Maximum length of a chain of symbolic links, as in Linux. */
const maxLinks = 40;

/**
 * Returns the log names of a path, from which the names of rotated files are derived: the path itself and, for a symbolic link,
 * its target, whether or not that exists.
 */
export async function logNames(path: string): Promise<readonly [string, ...string[]]> {
	const target = await linkTarget(path);
	return target === undefined ? [path] : [path, target];
}

/** UUIDs, hexadecimal ids, and other numbers. */
const ids = /(?<![a-z\d])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{8,})(?![a-z\d])|\d+/gi;

/** Returns a name without its numbers and ids: the rotated files of a log have names that differ only in these. */
function schemeOf(name: string): string {
	return (uncompressedName(name) ?? name).replaceAll(ids, '0');
}

/** Returns true if a file has the name that rotation gives to the files of one of these logs, all without directories. */
type IsRotated = (name: string, logs: ReadonlySet<string>) => boolean;

/**
 * Returns the naming schemes of known rotated files in the directories of these logs, for `rotatedFiles`. Never rejects.
 *
 * @param isKnown Returns true for a file that was read as a part of the logs.
 */
export async function namingSchemes(
	paths: readonly string[],
	isKnown: (file: RotatedFile) => boolean,
): Promise<readonly string[]> {
	const files = await listed(paths, name => /\d/.test(name));
	const logs = new Set(paths.map(path => schemeOf(basename(path))));
	const schemes = files.filter(isKnown).map(({path}) => schemeOf(basename(path)));
	return [...new Set(schemes)].filter(scheme => !logs.has(scheme));
}

/**
 * Returns the rotated files of the logs at these paths, each in the directory of its log. Never rejects.
 *
 * @param schemes Naming schemes of rotated files besides the default ones, see `namingSchemes`.
 */
export async function rotatedFiles(
	paths: readonly string[],
	schemes: readonly string[] = [],
): Promise<RotatedFiles> {
	return sortedFiles(paths, (name, logs) => isRotatedOfAny(name, logs) || schemes.includes(schemeOf(name)));
}

/**
 * Returns files that may have the content that the files at these paths had: all files in their directories, the rotated files
 * first. These include a file that was compressed in place (`access.log.gz`), and for a file that was rotated already
 * (`access.log.1`) the rotated files of its log. Never rejects.
 */
export async function possibleCopies(paths: readonly string[]): Promise<RotatedFiles<SiblingFile>> {
	const unrotated = paths.flatMap(path =>
		unrotatedNames(basename(path)).map(name => join(dirname(path), name)),
	);
	return sortedFiles(
		[...paths, ...unrotated],
		(name, logs) => logs.has(uncompressedName(name) ?? '') || isRotatedOfAny(name, logs),
		{hasOthers: true},
	);
}

function isRotatedOfAny(name: string, logs: ReadonlySet<string>): boolean {
	return unrotatedNames(uncompressedName(name) ?? name).some(log => logs.has(log));
}

/** Returns true if a file has the name of a rotated file of a log, or of a compressed one. */
export function isRotatedOrCompressed(name: string, log: string): boolean {
	return isRotatedName(uncompressedName(name) ?? name, log);
}

/** Lists the directories of logs, repeatedly while rotation is renaming files. Other files in them may come and go. */
async function sortedFiles(
	paths: readonly string[],
	isRotated: IsRotated,
	options: ListOptions = {},
): Promise<RotatedFiles<SiblingFile>> {
	let files = await listed(paths, isRotated);
	for (let attempt = 1; attempt < maxAttempts; attempt++) {
		const before = files.filter(file => file.isRotated);
		files = await listed(paths, isRotated, options);
		const rotated = files.filter(file => file.isRotated);
		if (sameFiles(rotated, before)) {
			break;
		}
	}
	const sorted = files.toSorted(
		(a, b) => Number(b.isRotated) - Number(a.isRotated) || Number(b.stats.birthtimeNs - a.stats.birthtimeNs),
	);
	const names = new Set(sorted.map(({path}) => path));
	const rotatedNames = new Set(sorted.filter(({isRotated}) => isRotated).map(({path}) => path));
	return {
		plain: sorted.filter(({path}) => uncompressedName(path) === undefined),
		compressed: sorted.filter(({path, isRotated}) => {
			const before = uncompressedName(path);
			return before !== undefined && !(isRotated ? rotatedNames : names).has(before);
		}),
	};
}

/**
 * Returns the non-empty, readable rotated files next to the logs at these paths, sorted by last write, newest first. Excludes the
 * files at the paths themselves and at `others`. Reads each directory once. Never rejects.
 */
export async function rotatedFilesNextTo(
	paths: readonly string[],
	others: readonly string[],
): Promise<readonly RotatedFile[]> {
	const names = await Promise.all(paths.map(logNames));
	const taken = new Set([...names.flat(), ...others].map(path => resolve(path)));
	const found = await Promise.all(
		Array.from(byDirectory(names.flat()), ([directory, logs]) => besideIn(directory, logs, taken)),
	);
	const byPath = new Map(found.flat().map(file => [resolve(file.path), file]));
	return [...byPath.values()].sort((a, b) => Number(b.stats.mtimeNs - a.stats.mtimeNs));
}

async function besideIn(
	directory: string,
	logs: ReadonlySet<string>,
	taken: ReadonlySet<string>,
): Promise<readonly RotatedFile[]> {
	const files = await filesIn(directory, names => {
		const all = new Set(names);
		return names.filter(name => {
			const before = uncompressedName(name);
			return (
				isReadableName(name) &&
				!taken.has(resolve(directory, name)) &&
				// A file that is being compressed exists twice; take the plain one.
				!(before !== undefined && all.has(before)) &&
				isRotatedOfAny(name, logs)
			);
		});
	});
	return files.filter(({stats}) => stats.size > 0n);
}

/** Returns the names of the files at these paths, by directory. */
function byDirectory(paths: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
	const names = new Map<string, Set<string>>();
	for (const path of paths) {
		const directory = dirname(path);
		names.set(directory, (names.get(directory) ?? new Set()).add(basename(path)));
	}
	return names;
}

/** Returns the regular files of a directory that `choose` selects from all names in it. */
async function filesIn(
	directory: string,
	choose: (names: readonly string[]) => readonly string[],
): Promise<readonly RotatedFile[]> {
	const names = await readdir(directory).catch((): string[] => []);
	const chosen = choose(names).slice(0, maxFiles);
	const files = await Promise.all(chosen.map(name => rotatedFile(join(directory, name))));
	return files.filter(file => file !== undefined);
}

async function linkTarget(path: string): Promise<string | undefined> {
	let target: string | undefined;
	for (let links = 0; links < maxLinks; links++) {
		const from = target ?? path;
		try {
			target = resolve(dirname(from), await readlink(from));
			target = join(await realDirectory(dirname(target)), basename(target));
		} catch {
			// Not a link, or missing.
			break;
		}
	}
	return target;
}

type ListOptions = {
	/** True to return all files in the directories, not just the rotated ones. */
	readonly hasOthers?: boolean;
};

/** Reads the directory of each of these logs once. */
async function listed(
	paths: readonly string[],
	isRotated: IsRotated,
	{hasOthers = false}: ListOptions = {},
): Promise<readonly SiblingFile[]> {
	const listing = async (directory: string, logs: ReadonlySet<string>): Promise<readonly SiblingFile[]> => {
		let rotated: ReadonlySet<string> = new Set();
		const files = await filesIn(directory, names => {
			rotated = new Set(names.filter(name => isRotated(name, logs)));
			return hasOthers ? [...rotated, ...names.filter(name => !rotated.has(name))] : [...rotated];
		});
		return files.map(file => ({...file, isRotated: rotated.has(basename(file.path))}));
	};
	const files = await Promise.all(
		Array.from(byDirectory(paths), ([directory, logs]) => listing(directory, logs)),
	);
	return [...new Map(files.flat().map(file => [resolve(file.path), file])).values()];
}

async function rotatedFile(path: string): Promise<RotatedFile | undefined> {
	try {
		const stats = await stat(path, {bigint: true});
		return stats.isFile() ? {path, stats} : undefined;
	} catch {
		// Rotated again or deleted since the directory was read.
		return undefined;
	}
}

function sameFiles(files: readonly RotatedFile[], others: readonly RotatedFile[]): boolean {
	const name = ({path, stats}: RotatedFile) => `${identityOf(stats)} ${path}`;
	const known = new Set(others.map(name));
	return files.length === others.length && files.every(file => known.has(name(file)));
}

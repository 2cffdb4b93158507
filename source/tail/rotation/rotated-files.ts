import type {BigIntStats} from 'node:fs';
import {readdir, readlink, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {realDirectory} from '../files/directory-watcher.js';
import {identityOf} from '../files/open-file.js';

/**
 * Whether a file's name is one that rotation gives to the files of a log: `access.log.1`, `access.log-20261120`,
 * `access.log.old`, `access-2026-11-20.log`. Both without a directory. Compressed ones are none: see
 * `uncompressedName`.
 */
export function isRotatedName(name: string, log: string): boolean {
	return unrotatedNames(name).includes(log);
}

/** The paths, absolute, of all logs whose rotated file may be the one at that path, going by its name. */
export function unrotatedPaths(path: string): readonly string[] {
	const directory = dirname(resolve(path));
	return unrotatedNames(basename(path)).map(name => join(directory, name));
}

/** Names of the logs that a rotated file of this name may belong to, the shortest first. All without a directory. */
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

/** The name that a compressed file had before, going by its ending; undefined when that isn't one of a compression. */
export function uncompressedName(name: string): string | undefined {
	return /^(.+)\.(?:gz|zst|xz|bz2|lz4|z|zip)$/i.exec(name)?.[1];
}

/** Whether a file of that name can be read: it isn't compressed, or in a way that is decoded here. */
export function isReadableName(name: string): boolean {
	return uncompressedName(name) === undefined || /\.(?:gz|zst|xz|bz2)$/i.test(name);
}

function isRotationMark(text: string): boolean {
	return /^(?:[._~-]\d[\d.T:_~-]*|\.(?:old|bak|orig|prev))$/.test(text);
}

/** A file whose name says that it is a rotated one. */
export type RotatedFile = {readonly path: string; readonly stats: BigIntStats};

/** The rotated files of a log, the last made first. */
export type RotatedFiles = {
	readonly plain: readonly RotatedFile[];
	/** Those that are compressed, going by their names, but not where the plain one is still beside it. */
	readonly compressed: readonly RotatedFile[];
};

/** No more are looked at, so that it doesn't take long in a directory with very many. */
const maxFiles = 2000;

/** How often a directory is read again because a rotation was renaming its files, one after the other. */
const maxAttempts = 10;

/** Links that lead to links are followed so far, as by Linux. */
const maxLinks = 40;

/**
 * The path of a log and, where it is a symbolic link, that of what it leads to, be it there or not: rotated files are
 * named after either.
 */
export async function logNames(path: string): Promise<readonly [string, ...string[]]> {
	const target = await linkTarget(path);
	return target === undefined ? [path] : [path, target];
}

/** The rotated files of the logs at these paths, each in its directory. Never rejects. */
export async function rotatedFiles(paths: readonly string[]): Promise<RotatedFiles> {
	let files = await listed(paths);
	for (let attempt = 1; attempt < maxAttempts; attempt++) {
		const before = files;
		files = await listed(paths);
		if (sameFiles(files, before)) {
			break;
		}
	}

	const sorted = files.toSorted((a, b) => Number(b.stats.birthtimeNs - a.stats.birthtimeNs));
	const names = new Set(sorted.map(({path}) => path));
	return {
		plain: sorted.filter(({path}) => uncompressedName(path) === undefined),
		compressed: sorted.filter(({path}) => {
			const before = uncompressedName(path);
			return before !== undefined && !names.has(before);
		}),
	};
}

/**
 * The rotated files beside the logs at these paths that hold something and can be read, the last written first. Files
 * at the paths themselves and at `others` are none. Reads each directory once. Never rejects.
 */
export async function rotatedBeside(
	paths: readonly string[],
	others: readonly string[],
): Promise<readonly RotatedFile[]> {
	const names = await Promise.all(paths.map(logNames));
	const taken = new Set([...names.flat(), ...others].map(path => resolve(path)));
	const logs = new Map<string, Set<string>>();
	for (const path of names.flat()) {
		const directory = dirname(path);
		logs.set(directory, (logs.get(directory) ?? new Set()).add(basename(path)));
	}

	const found = await Promise.all(Array.from(logs, ([directory, of]) => besideIn(directory, of, taken)));
	const byPath = new Map(found.flat().map(file => [resolve(file.path), file]));
	return [...byPath.values()].sort((a, b) => Number(b.stats.mtimeNs - a.stats.mtimeNs));
}

async function besideIn(
	directory: string,
	logs: ReadonlySet<string>,
	taken: ReadonlySet<string>,
): Promise<readonly RotatedFile[]> {
	const files = await filesIn(directory, (name, all) => {
		const before = uncompressedName(name);
		return (
			isReadableName(name) &&
			!taken.has(resolve(directory, name)) &&
			// What is being compressed is there twice.
			!(before !== undefined && all.has(before)) &&
			unrotatedNames(before ?? name).some(log => logs.has(log))
		);
	});
	return files.filter(({stats}) => stats.size > 0n);
}

/** The regular files of a directory whose names are chosen among all names in it. */
async function filesIn(
	directory: string,
	isChosen: (name: string, all: ReadonlySet<string>) => boolean,
): Promise<readonly RotatedFile[]> {
	const names = await readdir(directory).catch((): string[] => []);
	const all = new Set(names);
	const chosen = names.filter(name => isChosen(name, all)).slice(0, maxFiles);
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
			// No link, or nothing there.
			break;
		}
	}

	return target;
}

async function listed(paths: readonly string[]): Promise<readonly RotatedFile[]> {
	const files = await Promise.all(
		paths.map(path =>
			filesIn(dirname(path), name => isRotatedName(uncompressedName(name) ?? name, basename(path))),
		),
	);
	return files.flat();
}

async function rotatedFile(path: string): Promise<RotatedFile | undefined> {
	try {
		const stats = await stat(path, {bigint: true});
		return stats.isFile() ? {path, stats} : undefined;
	} catch {
		// Gone since the directory was read: rotated further, or deleted.
		return undefined;
	}
}

function sameFiles(files: readonly RotatedFile[], others: readonly RotatedFile[]): boolean {
	const name = ({path, stats}: RotatedFile) => `${identityOf(stats)} ${path}`;
	const known = new Set(others.map(name));
	return files.length === others.length && files.every(file => known.has(name(file)));
}

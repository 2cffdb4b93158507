import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {errnoWords, isMissing} from '../files/errno-words.js';
import {realDirectory} from '../files/watch-places.js';

/** What an argument stands for now. */
export type Scan = {
	readonly paths: readonly string[];
	/** True for a directory or pattern, which may stand for other files later. */
	readonly listing: boolean;
	/** Directories in which further files may appear; absolute, without symbolic links. */
	readonly directories: readonly string[];
	/** Why `paths` is empty, or what stands in the way of finding out. */
	readonly problem?: string;
	/** True when it couldn't be found out what is there. */
	readonly failed?: boolean;
};

/** Finds the files that a path, directory or glob pattern stands for. Never rejects. */
export async function scanSource(argument: string): Promise<Scan> {
	try {
		const stats = await stat(argument);
		return stats.isDirectory() ? await scanDirectory(argument) : plain(argument);
	} catch (error) {
		if (!isMissing(error)) {
			return {...plain(argument), problem: errnoWords(error), failed: true};
		}

		return /[*?[\]{}]/.test(argument) ? scanPattern(argument) : plain(argument);
	}
}

/**
 * True for a name that an access log has: `access` or the extension `.log` is in it, a rotation suffix
 * (`.log.1`, `.log-20261120`) may follow, and that of a compression. Hidden files and error logs are none.
 */
export function looksLikeAccessLog(name: string): boolean {
	return (
		!/^\.|error/i.test(name) &&
		(/access/i.test(name) || /\.log(?:[.-]\d[\d.T:_-]*)?(?:\.(?:gz|zst|xz|bz2|lz4|z|zip))?$/i.test(name))
	);
}

function plain(path: string): Scan {
	return {paths: [path], listing: false, directories: []};
}

async function scanDirectory(directory: string): Promise<Scan> {
	const directories = [await realDirectory(directory)];
	try {
		const entries = await readdir(directory, {withFileTypes: true});
		const likely = entries.filter(entry => looksLikeAccessLog(entry.name));
		const paths: string[] = [];
		for (const entry of likely) {
			const path = join(directory, entry.name);
			if (entry.isFile() || (!entry.isDirectory() && (await isFile(path)))) {
				paths.push(path);
			}
		}

		const problem = 'no access log in this directory yet (a name with "access" or ending in .log)';
		return {paths: paths.sort(), listing: true, directories, ...(paths.length === 0 && {problem})};
	} catch (error) {
		return {paths: [], listing: true, directories, problem: errnoWords(error), failed: true};
	}
}

/** Whether a path leads to a regular file, also through symbolic links. */
export async function isFile(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}

async function scanPattern(pattern: string): Promise<Scan> {
	// The part before the first directory with a special character: further files appear below it.
	const base = /^(?:[^*?[\]{}()!+@|]*\/)?/.exec(pattern)?.[0] ?? '';
	const directories = [await realDirectory(base === '' ? '.' : base)];
	try {
		const absolute = pattern.startsWith('/');
		// Most command lines have no pattern.
		const {glob} = await import('tinyglobby');
		const paths = await glob(pattern, {absolute, expandDirectories: false, onlyFiles: true});
		const problem = 'nothing matches this pattern yet';
		return {paths: paths.sort(), listing: true, directories, ...(paths.length === 0 && {problem})};
	} catch (error) {
		return {paths: [], listing: true, directories, problem: errnoWords(error), failed: true};
	}
}

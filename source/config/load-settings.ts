import {closeSync, existsSync, fstatSync, openSync, readSync} from 'node:fs';
import {errnoWords, isMissing} from '../tail/files/errno-words.js';
import {readFlags} from '../tail/files/open-file.js';
import {distrustOfFile, type FileFacts} from '../user-files/trust.js';
import {ConfigError, noSettings, type Settings} from './settings.js';

/** Maximum size of a config file, in bytes. A larger file isn't one. */
const maxFileSize = 1 << 20;

/**
 * Loads the settings of a config file.
 * @param path - null if the system has no directory for it
 * @param isNamed - true if the user has named the file, so that it must exist
 * @throws ConfigError
 */
export async function loadSettings(path: string | null, isNamed: boolean): Promise<Settings> {
	const read = path === null ? null : readText(path, isNamed);
	if (path === null || read === null) {
		const misnamed = path?.endsWith('.jsonc') ? path.slice(0, -1) : null;
		return misnamed !== null && existsSync(misnamed) ? {...noSettings, misnamed} : noSettings;
	}
	// Without a config file, the parser isn't loaded.
	const {readConfig} = await import('./read-config.js');
	return readConfig(read.text, path, read.execProblem);
}

/**
 * Returns why `exec` in an open config file is refused; null if it is allowed. Anyone who can write to the file, or replace it, a
 * folder or a link on its path, chooses which programs run. With `sudo -E` that can be a different user.
 */
export function execProblemOf(path: string, file: FileFacts): string | null {
	const distrust = distrustOfFile(path, file);
	if (distrust === null) {
		return null;
	}
	const {reason, advice} = distrust;
	const defaultAdvice = 'run this as that user, use your own file with --config, or no file with --no-config';
	return `${reason}: ${advice ?? defaultAdvice}`;
}

/** Returns the text of a config file, and why its `exec` is refused. Null if an optional file is missing. */
function readText(
	path: string,
	isNamed: boolean,
): {readonly text: string; readonly execProblem: string | null} | null {
	let file: number | undefined;
	try {
		file = openSync(path, readFlags);
		const stats = fstatSync(file);
		if (!stats.isFile()) {
			throw new ConfigError([`${path}: the config file isn't a regular file`]);
		}
		if (stats.size > maxFileSize) {
			throw new ConfigError([`${path}: a config file can't be larger than 1 MiB`]);
		}
		// Reads at most the size of the file: generated files, in /proc for instance, may be endless.
		const bytes = Buffer.alloc(stats.size);
		const text = bytes.toString('utf8', 0, readSync(file, bytes));
		return {text, execProblem: execProblemOf(path, stats)};
	} catch (error) {
		if (error instanceof ConfigError) {
			throw error;
		}
		if (isMissing(error) && !isNamed) {
			return null;
		}
		throw new ConfigError([`${path}: the config file can't be read: ${errnoWords(error)}`], {cause: error});
	} finally {
		if (file !== undefined) {
			closeSync(file);
		}
	}
}

import {closeSync, fstatSync, openSync, readSync, type Stats} from 'node:fs';
import {errnoWords, isMissing} from '../tail/files/errno-words.js';
import {readFlags} from '../tail/files/open-file.js';
import {foreignPart, foreignText} from '../user-files/user-folder.js';
import {ConfigError, noSettings, type Settings} from './settings.js';

/** What is larger than this is something else. */
const largestFile = 1 << 20;

/**
 * The settings of a config file.
 * @param path - null: there is no place for one
 * @param isNamed - whether the user has named it, so that it must be there
 * @throws ConfigError
 */
export async function loadSettings(path: string | null, isNamed: boolean): Promise<Settings> {
	const read = path === null ? null : readText(path, isNamed);
	if (path === null || read === null) {
		return noSettings;
	}
	// Those without a config file don't wait for what reads it.
	const {readConfig} = await import('./read-config.js');
	return readConfig(read.text, path, read.mistrust);
}

/**
 * Says why `exec` in a config file is refused; null when it is allowed. Whoever can write to the file, or replace it or a
 * link to it, chooses which programs run. With `sudo -E` that can be another user.
 * @param user - the effective user; null: the system has no user numbers
 */
export function mistrustOf(
	path: string,
	{gid, mode}: Pick<Stats, 'gid' | 'mode'>,
	user: number | null = process.geteuid?.() ?? null,
): string | null {
	if (user === null) {
		return null;
	}
	const foreign = foreignPart(path);
	if (foreign !== null) {
		return `${foreignText(foreign)}: run this as that user, give a file of your own with --config, or leave it out with --no-config`;
	}
	// Many systems give each user a group with the same number, in which nobody else is.
	const isShared = (mode & 0o020) !== 0 && gid !== user;
	return isShared || (mode & 0o002) !== 0
		? 'others can write to the file: take that from them with chmod go-w'
		: null;
}

/** The text of a config file, and why its `exec` is refused. Null when an optional file is missing. */
function readText(
	path: string,
	isNamed: boolean,
): {readonly text: string; readonly mistrust: string | null} | null {
	let file: number | undefined;
	try {
		file = openSync(path, readFlags);
		const stats = fstatSync(file);
		if (!stats.isFile()) {
			throw new ConfigError([`${path}: the config file is no file`]);
		}
		if (stats.size > largestFile) {
			throw new ConfigError([`${path}: this is larger than 1 MiB, which no config file is`]);
		}
		// No more than it is said to have: what the system makes up, in /proc for instance, may be endless.
		const bytes = Buffer.alloc(stats.size);
		const text = bytes.toString('utf8', 0, readSync(file, bytes));
		return {text, mistrust: mistrustOf(path, stats)};
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

import {readFileSync, statSync} from 'node:fs';
import {errnoWords, isMissing} from '../bytes/files/errno-words.js';
import {ConfigError} from './config-error.js';
import {noSettings, type Settings} from './settings.js';

/** What is larger than this is something else. */
const largestFile = 1 << 20;

/**
 * The settings of a config file.
 * @param path - null: there is no place for one
 * @param isNamed - whether the user has named it, so that it must be there
 * @throws ConfigError
 */
export const loadSettings = async (path: string | null, isNamed: boolean): Promise<Settings> => {
	const text = path === null ? null : readText(path, isNamed);
	if (path === null || text === null) {
		return noSettings;
	}
	// Those without a config file don't wait for what reads it.
	const {readConfig} = await import('./read-config.js');
	return readConfig(text, path);
};

/** The text of a file; null when it isn't there and needn't be. */
const readText = (path: string, isNamed: boolean): string | null => {
	try {
		const stats = statSync(path);
		// A named pipe would be waited for.
		if (!stats.isFile()) {
			throw new ConfigError([`${path}: the config file is no file`]);
		}
		if (stats.size > largestFile) {
			throw new ConfigError([`${path}: this is larger than 1 MiB, which no config file is`]);
		}
		return readFileSync(path, 'utf8');
	} catch (error) {
		if (error instanceof ConfigError) {
			throw error;
		}
		if (isMissing(error) && !isNamed) {
			return null;
		}
		throw new ConfigError([`${path}: the config file can't be read: ${errnoWords(error)}`], {cause: error});
	}
};

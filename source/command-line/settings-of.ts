import {configPath} from '../config/config-path.js';
import {loadSettings} from '../config/load-settings.js';
import {noSettings, type Settings} from '../config/settings.js';
import type {Given} from './read-arguments.js';

/**
 * The settings of the config file that is to be read with these options.
 * @throws ConfigError
 */
export const settingsOf = async (given: Given): Promise<Settings> => {
	if (given.has('no-config')) {
		return noSettings;
	}
	const named = given.get('config');
	return named === undefined
		? loadSettings(configPath(process.env, process.platform), false)
		: loadSettings(String(named), true);
};

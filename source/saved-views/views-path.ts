import {dirname, join} from 'node:path';
import {configPath} from '../config/config-path.js';
import type {OwnPath} from '../own-files/state-path.js';

/**
 * The file of views: beside the usual config file, which is the user's own and never written. Null where the system has no
 * place for such files.
 */
export const viewsPath: OwnPath = (env, platform, home) => {
	const config = configPath(env, platform, home);
	return config && join(dirname(config), 'views.jsonc');
};

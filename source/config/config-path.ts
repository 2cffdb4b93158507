import {join} from 'node:path';
import type {OwnPath} from '../own-files/state-path.js';
import {userFolder} from '../own-files/user-folder.js';

/** A name that says that comments are allowed, so that editors know it. */
const fileName = 'config.jsonc';

/**
 * The config file, where the system has such files. Null when it has no place for them. A library for it
 * (env-paths 4) brings another one along; these are its places, but that XDG_CONFIG_HOME counts on macOS, too.
 */
export const configPath: OwnPath = (env, platform, home) => {
	const inHome = platform === 'darwin' ? ['Library', 'Preferences'] : ['.config'];
	const folder = userFolder({windows: 'APPDATA', xdg: 'XDG_CONFIG_HOME', inHome}, env, platform, home);
	return folder && join(folder, fileName);
};

import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';

/** A name that says that comments are allowed, so that editors know it. */
const fileName = 'config.jsonc';

/**
 * The config file, where the system has such files. Null when it has no place for them. A library for it
 * (env-paths 4) brings another one along; these are its places, but that XDG_CONFIG_HOME counts on macOS, too.
 */
export const configPath = (
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
	home: string = homedir(),
): string | null => {
	const {XDG_CONFIG_HOME: xdg = '', APPDATA: data = ''} = env;
	if (platform === 'win32') {
		return data === '' ? null : join(data, 'reqscope', fileName);
	}
	// A relative path is to be ignored: https://specifications.freedesktop.org/basedir-spec/latest/
	if (isAbsolute(xdg)) {
		return join(xdg, 'reqscope', fileName);
	}
	const folder = platform === 'darwin' ? ['Library', 'Preferences'] : ['.config'];
	return isAbsolute(home) ? join(home, ...folder, 'reqscope', fileName) : null;
};

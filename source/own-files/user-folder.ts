import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** A kind of folder that a system has for each of its users. */
export type FolderKind = {
	/** The variables that name it: on Windows, and elsewhere. */
	readonly windows: 'APPDATA' | 'LOCALAPPDATA';
	readonly xdg: 'XDG_CACHE_HOME' | 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME';
	/** Where it is in the home directory when that variable doesn't say. */
	readonly inHome: readonly string[];
};

/** The program's own folder of that kind; it needn't be there. Null where the system has no place for it. */
export const userFolder = (
	{windows, xdg, inHome}: FolderKind,
	env: Environment,
	platform: NodeJS.Platform,
	home: string = homedir(),
): string | null => {
	if (platform === 'win32') {
		const {[windows]: data = ''} = env;
		return data === '' ? null : join(data, 'reqscope');
	}
	// A relative path is to be ignored: https://specifications.freedesktop.org/basedir-spec/latest/
	const {[xdg]: named = ''} = env;
	const directory = isAbsolute(named) ? named : isAbsolute(home) ? join(home, ...inHome) : null;
	return directory && join(directory, 'reqscope');
};

import {mkdir} from 'node:fs/promises';
import {isAbsolute, join} from 'node:path';
import {homeFolder} from './home-folder.js';
import {foreignPart, foreignText} from './trust.js';

/** Returns sixteen random hexadecimal digits. Guessing them doesn't help an attacker: an existing file is never used. */
export function randomName(): string {
	return word() + word();
}

// Loading node:crypto takes 10 ms.
function word(): string {
	return Math.floor(Math.random() * 2 ** 32)
		.toString(16)
		.padStart(8, '0');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A type of directory that the system has for each user. */
type FolderKind = {
	/** The variables that contain its path, on Windows and on other systems. */
	readonly windows: 'APPDATA' | 'LOCALAPPDATA';
	readonly xdg: 'XDG_CACHE_HOME' | 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME';
	/** Its path in the home directory, if the variable isn't set. */
	readonly inHome: readonly string[];
};

/** Returns the program's directory of a type, which may not exist. Null if the system has no directory for it. */
export function userFolder(
	{windows, xdg, inHome}: FolderKind,
	env: Environment,
	platform: NodeJS.Platform,
	home: string = homeFolder(),
): string | null {
	if (platform === 'win32') {
		const {[windows]: data = ''} = env;
		return data === '' ? null : join(data, 'reqscope');
	}
	// A relative path must be ignored: https://specifications.freedesktop.org/basedir-spec/latest/
	const {[xdg]: named = ''} = env;
	const directory = isAbsolute(named) ? named : isAbsolute(home) ? join(home, ...inHome) : null;
	return directory && join(directory, 'reqscope');
}

/**
 * Creates a directory for files of the program, accessible by the user only.
 * @throws a system error, or an error of `refuseForeign`
 */
export async function makeUserFolder(folder: string): Promise<void> {
	refuseForeign(folder);
	await mkdir(folder, {recursive: true, mode: 0o700});
	// A link may have appeared there since.
	refuseForeign(folder);
}

/** @throws an error with the part of the path that belongs to another user, and with advice */
export function refuseForeign(path: string): void {
	const foreign = foreignPart(path);
	if (foreign !== null) {
		throw new Error(`${foreignText(foreign)}: run this as that user, or with your own HOME (sudo -H)`);
	}
}

/**
 * Returns a path that depends on the environment. Null if the system has no directory for it.
 * @param home - home directory; the default is the system's
 */
export type UserPath = (
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
	home?: string,
) => string | null;

/** Directory for state that persists across sessions. */
export const stateFolder: UserPath = (env, platform, home) =>
	userFolder(
		{windows: 'LOCALAPPDATA', xdg: 'XDG_STATE_HOME', inHome: ['.local', 'state']},
		env,
		platform,
		home,
	);

/** Returns the path of a file in that directory. */
export function statePath(name: string): UserPath {
	return (env, platform, home) => {
		const folder = stateFolder(env, platform, home);
		return folder && join(folder, name);
	};
}

import {lstatSync, realpathSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, isAbsolute, join, resolve} from 'node:path';

/** Sixteen hexadecimal digits. Whoever guesses them makes a file that isn't taken: it must be a new one. */
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

/** A kind of folder that a system has for each of its users. */
type FolderKind = {
	/** The variables that name it: on Windows, and elsewhere. */
	readonly windows: 'APPDATA' | 'LOCALAPPDATA';
	readonly xdg: 'XDG_CACHE_HOME' | 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME';
	/** Where it is in the home directory when that variable doesn't say. */
	readonly inHome: readonly string[];
};

/** The program's own folder of that kind; it needn't be there. Null where the system has no place for it. */
export function userFolder(
	{windows, xdg, inHome}: FolderKind,
	env: Environment,
	platform: NodeJS.Platform,
	home: string = homedir(),
): string | null {
	if (platform === 'win32') {
		const {[windows]: data = ''} = env;
		return data === '' ? null : join(data, 'reqscope');
	}
	// A relative path is to be ignored: https://specifications.freedesktop.org/basedir-spec/latest/
	const {[xdg]: named = ''} = env;
	const directory = isAbsolute(named) ? named : isAbsolute(home) ? join(home, ...inHome) : null;
	return directory && join(directory, 'reqscope');
}

/**
 * Finds a part of a path that belongs to another user, who could replace it with a link to something else. Goes from the
 * end of the path up to the home directory, or to the root for a path outside of it. Follows links. Files of root and of
 * `user` are trusted.
 * @param user - the number of the current user; null: the system has no such numbers, and nothing is checked
 * @returns the first such part; null when there is none
 */
export function foreignPart(
	path: string,
	home = homedir(),
	user: number | null = process.geteuid?.() ?? null,
): string | null {
	if (user === null) {
		return null;
	}
	// In a user namespace root has the number of nobody.
	const trusted = new Set([user, 0, lstatSync('/').uid]);
	for (let part = resolve(path); ; part = dirname(part)) {
		const stats = lstatSync(part, {throwIfNoEntry: false});
		if (stats !== undefined && !trusted.has(stats.uid)) {
			return part;
		}
		const behind = stats?.isSymbolicLink() ? foreignPart(realpathSync(part), home, user) : null;
		if (behind !== null || part === home || part === dirname(part)) {
			return behind;
		}
	}
}

/** Says whose a part of a path is, without advice. */
export function foreignText(part: string): string {
	return `${part} belongs to another user`;
}

/**
 * Makes a folder for files of the program's own, for the user alone.
 * @throws an error of the system, or one of `refuseForeign`
 */
export async function makeUserFolder(folder: string): Promise<void> {
	refuseForeign(folder);
	await mkdir(folder, {recursive: true, mode: 0o700});
	// A link may have come there meanwhile.
	refuseForeign(folder);
}

/** @throws an error that says which part of the path belongs to another user, and what to do */
export function refuseForeign(path: string): void {
	const foreign = foreignPart(path);
	if (foreign !== null) {
		throw new Error(`${foreignText(foreign)}: run this as that user, or with a HOME of your own (sudo -H)`);
	}
}

/**
 * Where something is, told by the environment. Null when the system has no place for such things.
 * @param home - the home directory, where that isn't what the system says
 */
export type UserPath = (
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
	home?: string,
) => string | null;

/** The folder for what is kept from one run to the next. */
export const stateFolder: UserPath = (env, platform, home) =>
	userFolder(
		{windows: 'LOCALAPPDATA', xdg: 'XDG_STATE_HOME', inHome: ['.local', 'state']},
		env,
		platform,
		home,
	);

/** A file in that folder. */
export function statePath(name: string): UserPath {
	return (env, platform, home) => {
		const folder = stateFolder(env, platform, home);
		return folder && join(folder, name);
	};
}

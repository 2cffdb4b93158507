import {lstatSync, realpathSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, resolve} from 'node:path';

/**
 * Finds a part of a path that belongs to another user, who could replace it with a link to something else. Goes from the
 * end of the path up to the home directory, or to the root for a path outside of it. Follows links. Files of root and of
 * `user` are trusted.
 * @param user - the number of the current user; null: the system has no such numbers, and nothing is checked
 * @returns the first such part; null when there is none
 */
export const foreignPart = (
	path: string,
	home = homedir(),
	user: number | null = process.geteuid?.() ?? null,
): string | null => {
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
};

/** Says whose a part of a path is, without advice. */
export const foreignText = (part: string): string => `${part} belongs to another user`;

/**
 * Makes a folder for files of the program's own, for the user alone.
 * @throws an error of the system, or one of `refuseForeign`
 */
export const makeOwnFolder = async (folder: string): Promise<void> => {
	refuseForeign(folder);
	await mkdir(folder, {recursive: true, mode: 0o700});
	// A link may have come there meanwhile.
	refuseForeign(folder);
};

/** @throws an error that says which part of the path belongs to another user, and what to do */
export const refuseForeign = (path: string): void => {
	const foreign = foreignPart(path);
	if (foreign !== null) {
		throw new Error(`${foreignText(foreign)}: run this as that user, or with a HOME of your own (sudo -H)`);
	}
};

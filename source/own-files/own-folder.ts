import {lstatSync, realpathSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, resolve} from 'node:path';

/**
 * The first part of a path, from its end on, that belongs to another user, who can put a link to something else in its
 * place; null when there is none. The way to the home directory is the system's business, root may do anyhow what it
 * likes.
 * @param user - the one who isn't another; null: the system has no such numbers
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

/** What is wrong with a path that has such a part. */
export const foreignText = (part: string): string => `${part} belongs to another user`;

/**
 * Makes a folder for files of the program's own, for the user alone.
 * @throws an error of the system, or one that says whose folder it is
 */
export const makeOwnFolder = async (folder: string): Promise<void> => {
	refuseForeign(folder);
	await mkdir(folder, {recursive: true, mode: 0o700});
	// A link may have come there meanwhile.
	refuseForeign(folder);
};

const refuseForeign = (folder: string): void => {
	const foreign = foreignPart(folder);
	if (foreign !== null) {
		throw new Error(foreignText(foreign));
	}
};

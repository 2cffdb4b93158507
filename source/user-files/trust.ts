import {lstatSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync} from 'node:fs';
import {dirname, isAbsolute, join} from 'node:path';
import {shellPath} from '../shell-word.js';
import {homeFolder} from './home-folder.js';

/** The facts of an open file that decide whether it is trusted, from its descriptor. */
export type FileFacts = Pick<Stats, 'uid' | 'gid' | 'mode' | 'dev' | 'ino'>;

/** A reason to distrust a file, and advice. `advice` is null if the file or its folder belongs to another user. */
export type Distrust = {readonly reason: string; readonly advice: string | null};

/**
 * The user whose files are checked: by default the effective user. Null on a system without user numbers: all files are
 * trusted.
 */
type User = number | null;

function currentUser(): User {
	return process.geteuid?.() ?? null;
}

/** Maximum number of links on a path: the limit of Linux. */
const maxLinks = 40;

/** A part of a path: a folder, a link, or the file at its end. */
type Part = {readonly path: string; readonly stats: Stats};

/**
 * Returns the existing parts of a path, sorted as the system visits them, including the targets of links. Omits the folders
 * above the home directory, like OpenSSH: a user who can write there controls the home directory anyway.
 */
function partsOf(path: string, home: string): readonly Part[] {
	const homes = home === '' ? [] : [home, realPath(home)];
	const names = namesIn(isAbsolute(path) ? path : join(process.cwd(), '/') + path);
	const parts: Part[] = [];
	let folder = '/';
	let links = 0;
	/** Index of the first part since `folder` was the root. */
	let start = 0;
	for (let name = names.shift(); name !== undefined; name = names.shift()) {
		const part = name === '..' ? dirname(folder) : join(folder, name);
		const stats = lstatSync(part, {throwIfNoEntry: false});
		if (stats === undefined) {
			break;
		}
		if (homes.includes(part)) {
			const above = parts.splice(start);
			parts.push(...above.filter(one => one.path !== '/' && !part.startsWith(`${one.path}/`)));
		}
		parts.push({path: part, stats});
		if (!stats.isSymbolicLink()) {
			folder = part;
		} else if (++links <= maxLinks) {
			const target = readlinkSync(part);
			names.unshift(...namesIn(target));
			if (isAbsolute(target)) {
				folder = '/';
				start = parts.length;
			}
		} else {
			break;
		}
	}
	return parts;
}

/** Returns the names in a path. An absolute path begins with the root, `/`. */
function namesIn(path: string): string[] {
	const names = path.split('/').filter(name => name !== '' && name !== '.');
	return isAbsolute(path) ? ['/', ...names] : names;
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

/** Files of root are trusted. In a user namespace, they belong to the user `nobody`, as does `/`. */
function isForeign({uid}: Pick<Stats, 'uid'>, user: number): boolean {
	return uid !== user && uid !== 0 && uid !== lstatSync('/').uid;
}

/**
 * Finds a part of a path that belongs to another user, who could replace it with a link to something else. Follows links. Doesn't
 * check the folders above the home directory. Files of root and of `user` are trusted.
 * @returns the first such part, or null
 */
export function foreignPart(path: string, home = homeFolder(), user = currentUser()): string | null {
	return user === null ? null : (partsOf(path, home).find(part => isForeign(part.stats, user))?.path ?? null);
}

/** Returns the owner of a part of a path as a message, without advice. */
export function foreignText(part: string): string {
	return `${part} belongs to another user`;
}

/**
 * Returns true for a folder in which other users can replace files. In a sticky folder, such as /tmp, they can replace only their
 * own files, which `isForeign` finds.
 */
function isSharedFolder({stats}: Part, user: number): boolean {
	return stats.isDirectory() && (stats.mode & 0o1000) === 0 && isShared(stats, user);
}

/** Returns true if other users can write to a file or folder. */
function isShared({gid, mode}: Pick<Stats, 'gid' | 'mode'>, user: number): boolean {
	return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isPrivateGroup(gid, user));
}

/**
 * Returns true for a group that has only one member, the user or root. Many systems give each user a private group with the
 * user's number, and let it write to all of the user's files.
 */
function isPrivateGroup(gid: number, user: number): boolean {
	if (gid !== user && gid !== 0) {
		return false;
	}
	const users = linesOf('/etc/passwd').map(([name, , uid, group]) => ({
		name,
		isMember: Number(group) === gid,
		isOwner: Number(uid) === gid,
	}));
	const owners = users.filter(one => one.isOwner).map(one => one.name);
	const members = linesOf('/etc/group')
		.filter(([, , number]) => Number(number) === gid)
		.flatMap(([, , , names = '']) => names.split(',').filter(name => name !== ''));
	return users.every(one => one.isOwner || !one.isMember) && members.every(member => owners.includes(member));
}

/** Returns the fields of each line of a file such as /etc/passwd; nothing if it can't be read. */
function linesOf(path: string): ReadonlyArray<readonly string[]> {
	try {
		return readFileSync(path, 'utf8')
			.split('\n')
			.filter(line => line !== '')
			.map(line => line.split(':'));
	} catch {
		return [];
	}
}

/** Returns why other users may have written an open file of the user, by its descriptor; null if they can't have. */
export function distrustOf(path: string, file: FileFacts, user = currentUser()): Distrust | null {
	if (user === null) {
		return null;
	}
	if (isForeign(file, user)) {
		return {reason: foreignText(path), advice: null};
	}
	return isShared(file, user) ? sharedDistrust('the file', path) : null;
}

function sharedDistrust(what: string, path: string): Distrust {
	return {
		reason: `other users can write to ${what}`,
		advice: `remove that permission with chmod go-w ${shellPath(path, 'PATH')}`,
	};
}

/** Returns why other users may have created the file at a path, or a folder of the path; null if they can't have. */
export function distrustOfPath(path: string, home = homeFolder(), user = currentUser()): Distrust | null {
	if (user === null) {
		return null;
	}
	const parts = partsOf(path, home);
	const foreign = parts.find(part => isForeign(part.stats, user));
	if (foreign !== undefined) {
		return {reason: foreignText(foreign.path), advice: null};
	}
	const shared = parts.find(part => isSharedFolder(part, user));
	return shared === undefined ? null : sharedDistrust(`the folder ${shared.path}`, shared.path);
}

/**
 * Returns why other users may have written an open file or placed it at its path; null if they can't have. Checks the
 * descriptor of the file: the path may have led to another file when it was opened.
 */
export function distrustOfFile(
	path: string,
	file: FileFacts,
	home = homeFolder(),
	user = currentUser(),
): Distrust | null {
	const distrust = distrustOf(path, file, user) ?? distrustOfPath(path, home, user);
	if (user === null || distrust !== null) {
		return distrust;
	}
	const stats = statSync(path, {throwIfNoEntry: false});
	return stats?.ino === file.ino && stats.dev === file.dev
		? null
		: {reason: `${path} was replaced while it was read`, advice: 'start again'};
}

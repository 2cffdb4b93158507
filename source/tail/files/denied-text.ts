import {constants, type Stats} from 'node:fs';
import {access, readFile, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {shellPath} from '../../shell-word.js';
import {errnoCode, errnoWords} from './errno-words.js';

/**
 * Describes a failed call for a path like `errnoWords`. If a permission is missing, names the owner, the group and the mode of
 * the file or folder that lacks it, and adds advice.
 */
export async function problemAt(path: string, error: unknown): Promise<string> {
	const words = errnoWords(error);
	if (errnoCode(error) !== 'EACCES' || process.platform === 'win32') {
		return words;
	}
	const denied = await deniedAt(resolve(path));
	return denied === undefined ? words : `${words} ${await remedyFor(denied, resolve(path))}`;
}

type Denied = {readonly path: string; readonly stats: Stats};

/** Finds the file, or the first folder on its path, that this process may not read. Undefined if it may by now. */
async function deniedAt(path: string): Promise<Denied | undefined> {
	const parts = [path];
	for (let part = path; part !== dirname(part); ) {
		part = dirname(part);
		parts.unshift(part);
	}
	for (const part of parts) {
		const stats = await stat(part).catch(() => undefined);
		if (stats === undefined) {
			return undefined;
		}
		const needed =
			part !== path ? constants.X_OK : constants.R_OK | (stats.isDirectory() ? constants.X_OK : 0);
		const isAllowed = await access(part, needed).then(
			() => true,
			() => false,
		);
		if (!isAllowed) {
			return {path: part, stats};
		}
	}
	return undefined;
}

/** Returns who may read a file or folder, and how this user can get access. */
export async function remedyFor({path, stats}: Denied, wanted: string): Promise<string> {
	const [owner, group] = await Promise.all([
		nameIn('/etc/passwd', stats.uid),
		nameIn('/etc/group', stats.gid),
	]);
	const mode = (stats.mode & 0o7777).toString(8).padStart(3, '0');
	const where = path === wanted ? '' : `${path}: `;
	const forGroup = stats.isDirectory() ? (path === wanted ? 0o050 : 0o010) : 0o040;
	const isOwn = stats.uid === process.geteuid?.();
	const cures = [
		...(isOwn ? [`chmod u+r${stats.isDirectory() ? 'x' : ''} ${shellPath(path, 'PATH')}`] : []),
		...(!isOwn && stats.gid !== 0 && (stats.mode & forGroup) === forGroup
			? [`sudo usermod -aG ${group} $USER and log in again`]
			: []),
		'run reqscope with sudo',
	];
	return `(${where}owner ${owner}, group ${group}, mode ${mode}): ${cures.join(', or ')}`;
}

/** Returns the name of a user or group; its number if the file doesn't have it. */
async function nameIn(file: string, id: number): Promise<string> {
	const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
	const line = lines.map(one => one.split(':')).find(([, , number]) => number === String(id));
	return line?.[0] || String(id);
}

import {readdir, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {isMissing} from '../files/errno-words.js';
import {type Identity, identityOf, type OpenFile} from '../files/open-file.js';
import type {TailSettings} from '../tail-settings.js';
import type {Fingerprint} from './fingerprint.js';

/** A directory with more entries than this isn't searched to its end: it would take too long. */
const searchLimit = 2000;

/**
 * The path under which a file that was renamed is found in the directory of its old path: rotation renames
 * `access.log` to `access.log.1` or `access-20261120.log`. Undefined when there is none.
 */
async function findSibling(path: string, identity: Identity): Promise<string | undefined> {
	const directory = dirname(path);
	const stem = basename(path).split('.')[0] ?? '';
	let names: string[];
	try {
		names = await readdir(directory);
	} catch {
		return undefined;
	}

	const likely = names.filter(name => name.startsWith(stem));
	const others = names.filter(name => !name.startsWith(stem));
	for (const name of [...likely, ...others].slice(0, searchLimit)) {
		const candidate = join(directory, name);
		try {
			if (identityOf(await stat(candidate, {bigint: true})) === identity) {
				return candidate;
			}
		} catch {
			// Gone since the directory was read, or a dangling link: not the one.
		}
	}

	return undefined;
}

/**
 * Opens a path if the same file is there as before; undefined if not. Rejects when that can't be found out, because of
 * a fault of its disk or server.
 */
export async function reopen(
	openFile: TailSettings['open'],
	path: string,
	{identity, birth}: Pick<OpenFile, 'identity' | 'birth'>,
): Promise<OpenFile | undefined> {
	let open: OpenFile | undefined;
	try {
		open = await openFile(path);
	} catch (error) {
		if (isMissing(error)) {
			return undefined;
		}

		throw error;
	}

	if (open?.identity === identity && open.birth === birth) {
		return open;
	}

	await open?.close();
	return undefined;
}

/** A file that was open, and what it must still be like. */
export type KnownFile = {
	readonly path: string;
	readonly fingerprint: Fingerprint;
	readonly size: number;
	readonly identity: OpenFile['identity'];
	readonly birth: bigint;
};

/** The same file, under its path or another name. */
export async function findSame(
	file: KnownFile,
	openFile: TailSettings['open'],
): Promise<OpenFile | undefined> {
	const open = await openSame(file, file.path, openFile);
	if (open !== undefined) {
		return open;
	}

	const sibling = await findSibling(file.path, file.identity);
	return sibling === undefined ? undefined : openSame(file, sibling, openFile);
}

/** Opens the path if the same file is there: inode numbers are used again, so its content is compared too. */
async function openSame(
	file: KnownFile,
	path: string,
	openFile: TailSettings['open'],
): Promise<OpenFile | undefined> {
	const open = await reopen(openFile, path, file);
	try {
		if (open !== undefined && (await open.stat()).size >= file.size && (await file.fingerprint.isIn(open))) {
			return open;
		}
	} catch (error) {
		await open?.close();
		throw error;
	}

	await open?.close();
	return undefined;
}

import type {OpenFile} from '../files/open-file.js';
import {findSibling} from '../files/sibling.js';
import type {FollowSettings} from '../follow-settings.js';
import type {ContentGuard} from '../recognition/content-guard.js';
import {reopen} from './reopen.js';

/** A file that was open, and what it must still be like. */
export type KnownFile = {
	readonly path: string;
	readonly guard: ContentGuard;
	readonly size: number;
	readonly identity: OpenFile['identity'];
	readonly birth: bigint;
};

/** The same file, under its path or another name. */
export async function findSame(
	file: KnownFile,
	openFile: FollowSettings['open'],
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
	openFile: FollowSettings['open'],
): Promise<OpenFile | undefined> {
	const open = await reopen(openFile, path, file);
	try {
		if (open !== undefined && (await open.stat()).size >= file.size && (await file.guard.isIn(open))) {
			return open;
		}
	} catch (error) {
		await open?.close();
		throw error;
	}

	await open?.close();
	return undefined;
}

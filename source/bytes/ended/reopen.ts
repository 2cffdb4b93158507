import {isMissing} from '../files/errno-words.js';
import type {OpenFile} from '../files/open-file.js';
import type {FollowSettings} from '../follow-settings.js';

/**
 * Opens a path if the same file is there as before; undefined if not. Rejects when that can't be found out, because of
 * a fault of its disk or server.
 */
export async function reopen(
	openFile: FollowSettings['open'],
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

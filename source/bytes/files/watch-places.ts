import {realpath} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';

/** A name in a directory: what file events tell about. The directory is absolute and without symbolic links. */
export type Place = {readonly directory: string; readonly name: string};

/** The directory without symbolic links, as far as it exists. */
export async function realDirectory(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		return resolve(path);
	}
}

/** Where something happens when a path's file changes: at the path itself and, behind symbolic links, at its target. */
export async function placesOf(path: string): Promise<readonly Place[]> {
	const place = {directory: await realDirectory(dirname(resolve(path))), name: basename(path)};
	try {
		const target = await realpath(path);
		if (target !== join(place.directory, place.name)) {
			return [place, {directory: dirname(target), name: basename(target)}];
		}
	} catch {
		// Nothing there yet: the path itself is all there is to watch.
	}

	return [place];
}

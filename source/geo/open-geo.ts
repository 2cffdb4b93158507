import {errnoWords} from '../tail/files/errno-words.js';
import {readSmall} from '../tail/files/open-file.js';
import {Geo} from './geo.js';
import {GeoFile, GeoFileError} from './geo-file.js';

/** Maximum size of a file, in bytes. Free databases of cities have up to 130 MB. */
const maxSize = 1 << 30;

/** A file that the user has named: its database, or the problem with it, a message without the path. */
type NamedGeoFile = {readonly path: string} & ({readonly database: GeoFile} | {readonly problem: string});

/** Reads a database of addresses into memory. */
export async function readGeoFile(path: string): Promise<NamedGeoFile> {
	try {
		const read = await readSmall(path, maxSize);
		return 'unread' in read
			? {path, problem: read.unread === 'too large' ? 'is larger than 1 GiB' : 'isn’t a regular file'}
			: {path, database: new GeoFile(read.bytes)};
	} catch (error) {
		return {
			path,
			problem: error instanceof GeoFileError ? error.message : `can’t be read: ${errnoWords(error)}`,
		};
	}
}

/** Reads databases of addresses. `problems` has a message for each file that can't be used. */
export async function openGeo(
	paths: readonly string[],
): Promise<{readonly geo: Geo; readonly problems: readonly string[]}> {
	const files = await Promise.all(paths.map(readGeoFile));
	return {
		geo: new Geo(files.flatMap(file => ('database' in file ? [file.database] : []))),
		problems: files.flatMap(file => ('problem' in file ? [`geo: ${file.path} ${file.problem}`] : [])),
	};
}

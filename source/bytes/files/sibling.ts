import {readdir, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {type Identity, identityOf} from './identity.js';

/** A directory with more entries than this isn't searched to its end: it would take too long. */
const searchLimit = 2000;

/**
 * The path under which a file that was renamed is found in the directory of its old path: rotation renames
 * `access.log` to `access.log.1` or `access-20261120.log`. Undefined when there is none.
 */
export async function findSibling(path: string, identity: Identity): Promise<string | undefined> {
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

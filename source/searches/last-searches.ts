import {locked} from '../user-files/lock.js';
import {readUserFile, writeUserFile} from '../user-files/user-file.js';
import {statePath} from '../user-files/user-folder.js';
import {emptyLine, inserted, longest} from '../view/prompt/text-line.js';

/** Where something was searched for: by the directory, or by what is watched. */
export type SearchPlace = {
	readonly directory: string;
	/** From the root on; empty where they name nothing that is there the next time. */
	readonly paths: readonly string[];
};

/** What was searched for at a place when the program was last left there; empty: nothing any more. */
type LastSearch = SearchPlace & {readonly query: string};

/** Places that are kept. */
const most = 100;

/** A hundred places are some kilobytes: what is larger than this is something else. */
const largestFile = 1 << 20;

/** A shell makes thousands of names of a pattern: the directory is enough then. UTF-16 units. */
const longestPaths = 4000;

/** The file of last searches, where the system has such things. Null when it has no place for them. */
export const lastSearchesPath = statePath('last-searches');

/**
 * What was last searched for over the same paths, or, without paths, in the same directory; empty when nothing was.
 * Never rejects.
 */
export async function lastSearch(path: string, place: SearchPlace): Promise<string> {
	try {
		return foundAt(await readLast(path), {...place, paths: shortened(place.paths)})?.query ?? '';
	} catch {
		return '';
	}
}

/** Keeps what was searched for at the end, for the user alone. What fails, fails in silence. */
export async function keepLastSearch(path: string, place: SearchPlace, query: string): Promise<void> {
	const kept: LastSearch = {directory: place.directory, paths: shortened(place.paths), query};
	try {
		const isNothingNew = query === '' && !foundAt(await readLast(path), kept)?.query;
		if (isNothingNew || query.length > longest) {
			return;
		}
		await locked(path, async () => {
			const others = (await readLast(path)).filter(one => keyOf(one) !== keyOf(kept));
			const lines = [...others, kept].slice(-most).map(one => `${JSON.stringify(one)}\n`);
			await writeUserFile(path, lines.join(''));
		});
	} catch {
		// Nothing is worse for it.
	}
}

function shortened(paths: readonly string[]): readonly string[] {
	return paths.join('').length > longestPaths ? [] : paths;
}

function keyOf({directory, paths}: SearchPlace): string {
	return JSON.stringify([directory, paths]);
}

/** The one over the same paths. Only where no paths are known, the directory stands for them. */
function foundAt(known: readonly LastSearch[], {directory, paths}: SearchPlace): LastSearch | undefined {
	const wanted = JSON.stringify(paths);
	return known.findLast(
		one => JSON.stringify(one.paths) === wanted && (paths.length > 0 || one.directory === directory),
	);
}

async function readLast(path: string): Promise<readonly LastSearch[]> {
	const read = await readUserFile(path, largestFile);
	return 'text' in read ? read.text.split('\n').flatMap(searchIn).slice(-most) : [];
}

/** The search of a line; none where it is something else. */
function searchIn(line: string): readonly LastSearch[] {
	try {
		const {directory, paths, query}: Partial<Record<string, unknown>> = Object(JSON.parse(line));
		return typeof directory === 'string' &&
			typeof query === 'string' &&
			Array.isArray(paths) &&
			paths.every(one => typeof one === 'string')
			? [{directory, paths, query: inserted(emptyLine, query).text.trim()}]
			: [];
	} catch {
		return [];
	}
}

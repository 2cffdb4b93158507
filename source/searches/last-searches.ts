import {locked} from '../user-files/lock.js';
import {readUserFile, writeUserFile} from '../user-files/user-file.js';
import {statePath} from '../user-files/user-folder.js';
import {emptyLine, inserted, maxLineLength} from '../view/prompt/text-line.js';

/** The context of a search: the directory, or the followed paths. */
export type SearchContext = {
	readonly directory: string;
	/** Absolute paths; empty if they are unlikely to exist in the next session. */
	readonly paths: readonly string[];
};

/** The search at the end of the last session in a context; empty if it was cleared. */
type LastSearch = SearchContext & {readonly query: string};

/** Maximum number of contexts. */
const maxSearches = 100;

/** Maximum size of the file, in bytes. A hundred contexts take a few KB, so a larger file isn't ours. */
const maxFileSize = 1 << 20;

/**
 * Maximum length of all paths, in UTF-16 units. A shell may expand a pattern to thousands of names: then only the directory
 * counts.
 */
const maxPathsLength = 4000;

/** Path of the file of last searches. Null if the system has no directory for it. */
export const lastSearchesPath = statePath('last-searches');

/**
 * Returns the last search over the same paths or, without paths, in the same directory; empty if there was no search. Never
 * rejects.
 */
export async function lastSearch(path: string, context: SearchContext): Promise<string> {
	try {
		return foundAt(await readLast(path), {...context, paths: shortened(context.paths)})?.query ?? '';
	} catch {
		return '';
	}
}

/** Saves the search at the end of a session, readable by the user only. Errors are ignored. */
export async function keepLastSearch(path: string, context: SearchContext, query: string): Promise<void> {
	const kept: LastSearch = {directory: context.directory, paths: shortened(context.paths), query};
	try {
		const isNothingNew = query === '' && !foundAt(await readLast(path), kept)?.query;
		if (isNothingNew || query.length > maxLineLength) {
			return;
		}
		await locked(path, async () => {
			const others = (await readLast(path)).filter(one => keyOf(one) !== keyOf(kept));
			const lines = [...others, kept].slice(-maxSearches).map(one => `${JSON.stringify(one)}\n`);
			await writeUserFile(path, lines.join(''));
		});
	} catch {
		// Losing it does no harm.
	}
}

function shortened(paths: readonly string[]): readonly string[] {
	return paths.join('').length > maxPathsLength ? [] : paths;
}

function keyOf({directory, paths}: SearchContext): string {
	return JSON.stringify([directory, paths]);
}

/** Finds the search over the same paths. The directory only counts if there are no paths. */
function foundAt(known: readonly LastSearch[], {directory, paths}: SearchContext): LastSearch | undefined {
	const wanted = JSON.stringify(paths);
	return known.findLast(
		one => JSON.stringify(one.paths) === wanted && (paths.length > 0 || one.directory === directory),
	);
}

async function readLast(path: string): Promise<readonly LastSearch[]> {
	const read = await readUserFile(path, maxFileSize);
	return 'text' in read ? read.text.split('\n').flatMap(searchIn).slice(-maxSearches) : [];
}

/** Parses the search in a line; empty if the line is invalid. */
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

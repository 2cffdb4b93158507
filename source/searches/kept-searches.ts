import {resolve} from 'node:path';
import type {CommandLine} from '../command-line/parse-command-line.js';
import {locked} from '../user-files/lock.js';
import {readUserFile, writeUserFile} from '../user-files/user-file.js';
import {statePath} from '../user-files/user-folder.js';
import {emptyLine, inserted} from '../view/prompt/text-line.js';
import {mostSearches, type SearchHistory, withSearch} from '../view/search/search-history.js';
import type {SearchPlace} from './last-searches.js';

/** Two hundred searches are a few kilobytes: what is larger than this is something else. */
const largestFile = 4 << 20;

/** The file of earlier searches, where the system has such things. Null when it has no place for them. */
export const searchesPath = statePath('searches');

/** Earlier searches that outlast the program. */
type KeptSearches = SearchHistory & {
	/** Resolves when all searches so far are in the file, or can't be. */
	settled(): Promise<void>;
};

/**
 * Earlier searches in a file, one a line as JSON, for the user alone. What fails, fails in silence: a search is no
 * worse for not being remembered.
 * @param path - null: they are kept until the program ends
 */
export function keptSearches(path: string | null): KeptSearches {
	let texts: readonly string[] = [];
	const load = async (): Promise<void> => {
		const known = path === null ? [] : await readSearches(path);
		// Those of this run are the newest.
		texts = texts.reduce(withSearch, known);
	};

	let last = load().catch(() => {});
	return {
		texts: () => texts,
		add(text) {
			texts = withSearch(texts, text);
			if (path !== null && text !== '') {
				// Others may have written meanwhile.
				last = last.then(() => keep(path, text)).catch(() => {});
			}
		},
		settled: () => last,
	};
}

async function readSearches(path: string): Promise<readonly string[]> {
	const read = await readUserFile(path, largestFile);
	const lines = 'text' in read ? read.text.split('\n') : [];
	return lines.flatMap(textIn).reduce<readonly string[]>(withSearch, []).slice(-mostSearches);
}

/** The search of a line; none where it is something else. */
function textIn(line: string): readonly string[] {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'string' ? [inserted(emptyLine, value).text.trim()] : [];
	} catch {
		return [];
	}
}

function keep(path: string, text: string): Promise<void> {
	return locked(path, async () => {
		const texts = withSearch(await readSearches(path), text);
		await writeUserFile(path, texts.map(kept => `${JSON.stringify(kept)}\n`).join(''));
	});
}

/** What was last searched for over the logs that are watched, or where the program runs. */
type LastSearchHere = {
	/** Empty: nothing. Never rejects. */
	find(): Promise<string>;
	/** Keeps what is searched for at the end; null: nothing has been, so that what was before stays. Never rejects. */
	keep(query: string | null): Promise<void>;
};

/** What reads and writes it is loaded when it is first needed: the first rows don't wait for it. */
export function lastSearchAt(
	{demo, paths: given}: Pick<CommandLine, 'demo' | 'paths'>,
	paths: readonly string[],
): LastSearchHere {
	// Traffic that is made up has nothing to do with what is there otherwise.
	const isDemo = demo && given.length === 0;
	const work = async <Result>(
		use: (module: typeof import('./last-searches.js'), path: string, place: SearchPlace) => Promise<Result>,
		none: Result,
	): Promise<Result> => {
		try {
			const module = await import('./last-searches.js');
			const path = module.lastSearchesPath(process.env, process.platform);
			const named = paths.filter(one => one !== '-').map(one => resolve(one));
			return isDemo || path === null
				? none
				: await use(module, path, {directory: process.cwd(), paths: named});
		} catch {
			// The directory may be gone.
			return none;
		}
	};
	return {
		find: () => work(({lastSearch}, path, place) => lastSearch(path, place), ''),
		async keep(query) {
			if (query !== null) {
				await work(({keepLastSearch}, path, place) => keepLastSearch(path, place, query), undefined);
			}
		},
	};
}

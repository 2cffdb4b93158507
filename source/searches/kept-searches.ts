import {resolve} from 'node:path';
import type {CommandLine} from '../command-line/parse-command-line.js';
import {locked} from '../user-files/lock.js';
import {readUserFile, writeUserFile} from '../user-files/user-file.js';
import {statePath} from '../user-files/user-folder.js';
import {emptyLine, inserted} from '../view/prompt/text-line.js';
import {maxSearches, type SearchHistory, withSearch} from '../view/search/search-history.js';
import type {SearchContext} from './last-searches.js';

/** Maximum size of the file, in bytes. Two hundred searches take a few KB, so a larger file isn't ours. */
const maxFileSize = 4 << 20;

/** Path of the file of earlier searches. Null if the system has no directory for it. */
export const searchesPath = statePath('searches');

/** Earlier searches that persist across sessions. */
type KeptSearches = SearchHistory & {
	/** Resolves when all searches so far have been written or have failed. */
	settled(): Promise<void>;
};

/**
 * Earlier searches in a file that only the user can read, as JSON, one a line. Errors are ignored: losing the history doesn't
 * affect a search.
 * @param path - null keeps the searches in memory only
 */
export function keptSearches(path: string | null): KeptSearches {
	let texts: readonly string[] = [];
	const load = async (): Promise<void> => {
		const known = path === null ? [] : await readSearches(path);
		// The searches of this session are the newest.
		texts = texts.reduce(withSearch, known);
	};
	let last = load().catch(() => {});
	return {
		texts: () => texts,
		add(text) {
			texts = withSearch(texts, text);
			if (path !== null && text !== '') {
				// Another program may have written the file since.
				last = last.then(() => keep(path, text)).catch(() => {});
			}
		},
		settled: () => last,
	};
}

async function readSearches(path: string): Promise<readonly string[]> {
	const read = await readUserFile(path, maxFileSize);
	const lines = 'text' in read ? read.text.split('\n') : [];
	return lines.flatMap(textIn).reduce<readonly string[]>(withSearch, []).slice(-maxSearches);
}

/** Parses the search in a line; empty if the line is invalid. */
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

/** The last search over the followed logs, or in the current directory. */
type LastSearchHere = {
	/** Resolves with the search; empty if there was no search. Never rejects. */
	find(): Promise<string>;
	/** Saves the search at the end of the session. Null leaves the saved search unchanged. Never rejects. */
	keep(query: string | null): Promise<void>;
};

/** Loads the code on first use: it doesn't delay the first rows. */
export function lastSearchAt(
	{demo, paths: given}: Pick<CommandLine, 'demo' | 'paths'>,
	paths: readonly string[],
): LastSearchHere {
	// The demo's traffic is unrelated to the logs of the directory.
	const isDemo = demo && given.length === 0;
	const work = async <Result>(
		use: (
			module: typeof import('./last-searches.js'),
			path: string,
			context: SearchContext,
		) => Promise<Result>,
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
			// The current directory may have been deleted.
			return none;
		}
	};
	return {
		find: () => work(({lastSearch}, path, context) => lastSearch(path, context), ''),
		async keep(query) {
			if (query !== null) {
				await work(({keepLastSearch}, path, context) => keepLastSearch(path, context, query), undefined);
			}
		},
	};
}

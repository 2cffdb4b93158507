import {locked} from '../own-files/lock.js';
import {readOwnFile} from '../own-files/read-own-file.js';
import {statePath} from '../own-files/state-path.js';
import {writeOwnFile} from '../own-files/write-own-file.js';
import {emptyLine, inserted} from '../view/prompt/text-line.js';
import {mostSearches, type SearchHistory, withSearch} from '../view/search/search-history.js';

/** Two hundred searches are a few kilobytes: what is larger than this is something else. */
const largestFile = 4 << 20;

/** The file of earlier searches, where the system has such things. Null when it has no place for them. */
export const searchesPath = statePath('searches');

/** Earlier searches that outlast the program. */
export type KeptSearches = SearchHistory & {
	/** Resolves when all searches so far are in the file, or can't be. */
	settled(): Promise<void>;
};

/**
 * Earlier searches in a file, one a line as JSON, for the user alone. What fails, fails in silence: a search is no
 * worse for not being remembered.
 * @param path - null: they are kept until the program ends
 */
export const keptSearches = (path: string | null): KeptSearches => {
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
};

const readSearches = async (path: string): Promise<readonly string[]> => {
	const read = await readOwnFile(path, largestFile);
	const lines = 'text' in read ? read.text.split('\n') : [];
	return lines.flatMap(textIn).reduce<readonly string[]>(withSearch, []).slice(-mostSearches);
};

/** The search of a line; none where it is something else. */
const textIn = (line: string): readonly string[] => {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'string' ? [inserted(emptyLine, value).text.trim()] : [];
	} catch {
		return [];
	}
};

const keep = (path: string, text: string): Promise<void> =>
	locked(path, async () => {
		const texts = withSearch(await readSearches(path), text);
		await writeOwnFile(path, texts.map(kept => `${JSON.stringify(kept)}\n`).join(''));
	});

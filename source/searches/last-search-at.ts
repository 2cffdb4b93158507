import {resolve} from 'node:path';
import type {CommandLine} from '../command-line/parse-command-line.js';
import type {SearchPlace} from './last-searches.js';

/** What was last searched for over the logs that are watched, or where the program runs. */
export type LastSearchHere = {
	/** Empty: nothing. Never rejects. */
	find(): Promise<string>;
	/** Keeps what is searched for at the end; null: nothing has been, so that what was before stays. Never rejects. */
	keep(query: string | null): Promise<void>;
};

/** What reads and writes it is loaded when it is first needed: the first rows don't wait for it. */
export const lastSearchAt = (
	{demo, paths: given}: Pick<CommandLine, 'demo' | 'paths'>,
	paths: readonly string[],
): LastSearchHere => {
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
};

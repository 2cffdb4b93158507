import {existsSync} from 'node:fs';
import {fieldNamed} from '../query/field-names.js';
import {UsageError} from './usage-error.js';

/** Names of the search option in other programs. */
const searches: ReadonlySet<string> = new Set(['filter', 'find', 'grep', 'search', 'where']);

/**
 * Refuses a search without its option, as grep accepts it. It would be interpreted as the path of a log that never appears.
 * @param isThere - checks whether a file exists
 * @throws UsageError if a path looks like a search term
 */
export function refuseSearchAsPath(
	{show, paths}: {readonly show: string | undefined; readonly paths: readonly string[]},
	isThere: (path: string) => boolean = existsSync,
): void {
	const search = show === undefined ? paths.find(isTerm) : undefined;
	if (search !== undefined && !isThere(search)) {
		throw new UsageError(
			`${search}: no such file; to search for that, write -q before it. To wait for a log of that name, write ./${search}`,
		);
	}
}

/** Returns the correct option for the name of a field, or for a synonym of search; undefined for any other name. */
export function meantOption(option: string): string | undefined {
	const field = fieldNamed(option);
	return field === undefined ? (searches.has(option) ? '--query' : undefined) : `--query ${field}:…`;
}

function isTerm(path: string): boolean {
	const [, name = ''] = /^!?([a-z]+):./i.exec(path) ?? [];
	return fieldNamed(name) !== undefined;
}

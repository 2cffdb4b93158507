import {existsSync} from 'node:fs';
import {fieldNamed} from '../query/field-names.js';
import {UsageError} from './usage-error.js';

/** What other programs call the search. */
const searches: ReadonlySet<string> = new Set(['filter', 'find', 'grep', 'search', 'where']);

/**
 * A search without its option, as grep takes it, is taken for the path of a log, which would be waited for without an end.
 * @param isThere - whether there is a file of that name
 * @throws UsageError where that is what a path looks like
 */
export function refuseSearchAsPath(
	{show, paths}: {readonly show: string | undefined; readonly paths: readonly string[]},
	isThere: (path: string) => boolean = existsSync,
): void {
	const search = show === undefined ? paths.find(isTerm) : undefined;
	if (search !== undefined && !isThere(search)) {
		throw new UsageError(
			`${search}: no such file; to search for that, write -q before it. A log of that name is waited for as ./${search}`,
		);
	}
}

/** The option that was meant by the name of a field, or by another word for a search; undefined for any other name. */
export function meantQuery(option: string): string | undefined {
	const field = fieldNamed(option);
	return field === undefined ? (searches.has(option) ? '--query' : undefined) : `--query ${field}:…`;
}

function isTerm(path: string): boolean {
	const [, name = ''] = /^!?([a-z]+):./i.exec(path) ?? [];
	return fieldNamed(name) !== undefined;
}

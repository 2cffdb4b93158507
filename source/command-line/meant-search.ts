import {existsSync, statSync} from 'node:fs';
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

/** Options whose value precedes the log, with the kind of the value and an example. */
const beforeLog = {top: ['fields', 'route,ip'], diff: ['a search', 'status:5xx']} as const;

/**
 * Refuses a log as the value of an option: the value is missing, and no log is left to read.
 * @param isPiped - checks whether a log is piped in; a search may then have the name of a file
 * @param isFile - checks whether a file exists
 * @throws UsageError
 */
export function refuseLogAsValue(
	{given, paths}: {readonly given: ReadonlyMap<string, string | true>; readonly paths: readonly string[]},
	isPiped: () => boolean,
	isFile: (path: string) => boolean = path => statSync(path, {throwIfNoEntry: false})?.isFile() === true,
): void {
	const hasOther = paths.length > 0 || given.has('demo') || given.has('store');
	for (const [name, [what, example]] of hasOther ? [] : Object.entries(beforeLog)) {
		const value = given.get(name);
		if (typeof value === 'string' && isFile(value) && !isPiped()) {
			throw new UsageError(
				`--${name} takes ${what}, but ${value} is a file, and no log is given: write --${name} ${example} ${value}`,
			);
		}
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

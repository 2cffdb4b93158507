import {resolve} from 'node:path';

/** Maximum length of all names of a bookmark, in UTF-16 units. For a directory with many logs a part of the names is enough. */
const maxLength = 4000;

/**
 * Returns the names by which logs are recognised in a later session: their absolute paths. Piped input has no name.
 * @param paths - files, directories and patterns as given
 * @param files - paths of the files that were found there
 */
export function logNames(paths: readonly string[], files: readonly string[]): readonly string[] {
	return [...new Set([...paths, ...files].filter(path => path !== '-').map(path => resolve(path)))];
}

/** Returns the first names up to the length that is stored with a bookmark, at least one. */
export function keptNames(names: readonly string[]): readonly string[] {
	let length = 0;
	return names.filter((name, index) => {
		length += name.length;
		return index === 0 || length <= maxLength;
	});
}

/** Checks whether a record belongs to one of the logs. A record without logs was created for the input that is piped in now. */
export function isOf(logs: readonly string[], names: ReadonlySet<string>): boolean {
	return logs.length === 0 || logs.some(log => names.has(log));
}

import {resolve} from 'node:path';

/** Of a directory with many logs so much is enough to know it again, UTF-16 units. */
const most = 4000;

/**
 * What logs are known again by: where they are. What is piped in is no file, and has no name.
 * @param paths - as given: of files, directories, patterns
 * @param files - of the files that were found there
 */
export function logNames(paths: readonly string[], files: readonly string[]): readonly string[] {
	return [...new Set([...paths, ...files].filter(path => path !== '-').map(path => resolve(path)))];
}

/** As many of the names as are kept with a mark: the first one at least. */
export function keptNames(names: readonly string[]): readonly string[] {
	let length = 0;
	return names.filter((name, index) => {
		length += name.length;
		return index === 0 || length <= most;
	});
}

/** Whether something belongs to one of these logs; what belongs to none was made of what is piped in now. */
export function isOf(logs: readonly string[], names: ReadonlySet<string>): boolean {
	return logs.length === 0 || logs.some(log => names.has(log));
}

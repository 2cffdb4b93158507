import {QueryError} from '../query/query-error.js';
import type {OptionName} from './options.js';
import {placeLines} from './place-lines.js';
import {UsageError} from './usage-error.js';

/**
 * Reads the text of an option, a search or what has one in it.
 * @param read - throws QueryError where it can't be understood
 * @throws UsageError then, which shows the place
 */
export const readText = <Result>(
	option: OptionName,
	text: string,
	read: (text: string) => Result,
): Result => {
	try {
		return read(text);
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		throw new UsageError(`--${option}: ${error.message}`, {
			shown: placeLines(text, error.start, error.end),
			cause: error,
		});
	}
};

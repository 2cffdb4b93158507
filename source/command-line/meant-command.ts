import {existsSync} from 'node:fs';
import {nearest} from '../nearest.js';
import {commands} from './commands.js';
import type {CommandLine} from './parse-command-line.js';
import {UsageError} from './usage-error.js';

/**
 * A command with a typing mistake in it is taken for the path of a log, which would be waited for without an end.
 * @param isThere - whether there is a file of that name
 * @throws UsageError where that is what the first path looks like
 */
export const refuseMistypedCommand = (
	{show, paths: [first = '']}: Pick<CommandLine, 'show' | 'paths'>,
	isThere: (path: string) => boolean = existsSync,
): void => {
	// Logs have a dot, a slash or a number in their names, or at least none of these words.
	const near =
		show === undefined && /^[a-z]+$/i.test(first)
			? nearest(
					first.toLowerCase(),
					commands.map(({name}) => name),
				)
			: undefined;
	if (near !== undefined && !isThere(first)) {
		throw new UsageError(
			`${first}: no such file; did you mean reqscope ${near}? A log of that name is waited for as ./${first}`,
		);
	}
};

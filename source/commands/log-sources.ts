import type {CommandLine} from '../command-line/parse-command-line.js';
import {wellKnownLogs, wellKnownPaths} from '../command-line/well-known-logs.js';
import {isPipedIn} from '../tail/files/pipes.js';
import {UserError} from '../user-error.js';

/** The logs to watch. */
export type LogSources = {
	/** Paths to read. */
	readonly paths: readonly string[];
	/** Names of these paths on the screen. */
	readonly watched: readonly string[];
};

/**
 * Determines the logs to read: the given paths, otherwise the demo if requested, otherwise piped input, otherwise the well-known
 * logs of `wellKnown`.
 * @throws UserError if there are no logs
 */
export async function logSources(
	{paths, demo}: CommandLine,
	failed: (error: Error) => void,
	wellKnown: readonly string[] = wellKnownPaths,
	isPiped: () => boolean = isPipedIn,
): Promise<LogSources> {
	if (paths.length > 0) {
		return {paths, watched: paths};
	}
	if (demo) {
		const {startDemoLog} = await import('../demo/demo-log.js');
		return {paths: [startDemoLog({failed}).path], watched: ['demo: live traffic of a storefront']};
	}
	if (isPiped()) {
		return {paths: ['-'], watched: ['-']};
	}
	const found = await wellKnownLogs(wellKnown);
	if (found.length === 0) {
		throw new UserError(
			'no logs in the default directories of web servers: give a path, - for piped logs, or --demo for live traffic',
		);
	}
	return {paths: found, watched: found};
}

import {accessSync, constants, readFileSync, rmSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import process from 'node:process';
import {homeEnvironment} from './home-environment.js';
import type {Command} from './measure.js';

/** A program that counts the entries of a log: the common task of all compared programs. */
export type Counter = {
	readonly name: string;
	command(log: string): Command;
	/** Extracts the number of entries from the output; NaN if it has no number. */
	counted(stdout: string): number;
	/** Restores the state from before the command ran. */
	cleanUp?(): void;
};

/** Finds a program on the PATH, as a shell does. Returns null if it isn't installed. */
export function found(program: string): string | null {
	const {PATH: path = ''} = process.env;
	for (const directory of path.split(delimiter)) {
		const file = join(directory, program);
		try {
			accessSync(file, constants.X_OK);
			return file;
		} catch {
			// Not in this directory.
		}
	}
	return null;
}

function firstNumber(pattern: RegExp, text: string): number {
	return Number(pattern.exec(text)?.[1] ?? Number.NaN);
}

/**
 * Three counters for reqscope: count only, print the newest page, and index all columns of all entries, as for a search that
 * every entry matches. `words` are the program and its first arguments.
 */
export function reqscope(
	words: readonly string[],
	home: string,
): Readonly<Record<'counting' | 'newest' | 'indexing', Counter>> {
	const [file = process.execPath, ...first] = words;
	const counter = (name: string, options: readonly string[]): Counter => ({
		name,
		command: log => ({file, arguments: [...first, ...options, log], environment: homeEnvironment(home)}),
		counted: stdout => firstNumber(/^(\d+) results found$/m, stdout),
	});
	return {
		counting: counter('reqscope --count', ['--count']),
		newest: counter('reqscope --text', ['--text', '--limit', '10']),
		indexing: counter('reqscope, indexed', ['--text', '--limit', '1', '--query', 'status:100-599']),
	};
}

/** Counts only lines: shows how fast the file can be read at all. Returns null if `wc` isn't installed. */
export function wc(): Counter | null {
	const file = found('wc');
	return file === null
		? null
		: {
				name: 'wc -l',
				command: log => ({file, arguments: ['-l', log]}),
				counted: stdout => firstNumber(/^\s*(\d+)/, stdout),
			};
}

/** Lnav, which parses all columns and has the entries in `table`. It keeps its own files in `home`. Returns null if it isn't installed. */
export function lnav(home: string, table = 'access_log'): Counter | null {
	const file = found('lnav');
	return file === null
		? null
		: {
				name: 'lnav',
				command: log => ({
					file,
					arguments: ['-n', '-c', `;SELECT count(*) FROM ${table}`, log],
					environment: homeEnvironment(home),
				}),
				counted: stdout => firstNumber(/^\s*(\d+)\s*$/m, stdout),
			};
}

/** GoAccess, whose report includes the count. It writes the report to `home`. Returns null if it isn't installed. */
export function goaccess(home: string): Counter | null {
	const file = found('goaccess');
	const report = join(home, 'goaccess.html');
	return file === null
		? null
		: {
				name: 'goaccess',
				command: log => ({
					file,
					arguments: [log, '--log-format=COMBINED', '--no-progress', '-o', report],
					environment: homeEnvironment(home),
				}),
				counted: () => firstNumber(/"valid_requests": ?(\d+)/, readFileSync(report, 'utf8')),
				cleanUp: () => rmSync(report, {force: true}),
			};
}

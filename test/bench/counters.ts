import {accessSync, constants, readFileSync, rmSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import process from 'node:process';
import {homeEnvironment} from './home-environment.js';
import type {Command} from './measure.js';

/** A program that counts the entries of a log, so that all can be asked the same. */
export type Counter = {
	readonly name: string;
	command(log: string): Command;
	/** How many entries it says there are, given what it printed; NaN when it doesn't say. */
	counted(stdout: string): number;
	/** Puts things back as they were before the command ran. */
	cleanUp?(): void;
};

/** Where the program is, as the shell would find it. Null: not installed. */
export function found(program: string): string | null {
	const {PATH: path = ''} = process.env;
	for (const directory of path.split(delimiter)) {
		const file = join(directory, program);
		try {
			accessSync(file, constants.X_OK);
			return file;
		} catch {
			// Not here.
		}
	}
	return null;
}

function firstNumber(pattern: RegExp, text: string): number {
	return Number(pattern.exec(text)?.[1] ?? Number.NaN);
}

/**
 * Reqscope itself, three times: counting alone, with the newest page, and with all columns of all entries in the index, as
 * for a search that all of them match. `words` are the program and its first arguments.
 */
export function reqscope(
	words: readonly string[],
	home: string,
): Readonly<Record<'counting' | 'newest' | 'indexing', Counter>> {
	const [file = process.execPath, ...first] = words;
	const counter = (name: string, options: readonly string[]): Counter => ({
		name,
		command: log => ({
			file,
			arguments: [...first, ...options, log],
			environment: homeEnvironment(home),
		}),
		counted: stdout => firstNumber(/^(\d+) results found$/m, stdout),
	});
	return {
		counting: counter('reqscope --count', ['--count']),
		newest: counter('reqscope --text', ['--text', '--limit', '10']),
		indexing: counter('reqscope, indexed', ['--text', '--limit', '1', '--query', 'status:100-599']),
	};
}

/** Counts lines alone: it shows how fast the file can be read at all. Null: not installed. */
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

/** Lnav, which reads all columns. `home` is for what it keeps of its own. Null: not installed. */
export function lnav(home: string): Counter | null {
	const file = found('lnav');
	return file === null
		? null
		: {
				name: 'lnav',
				command: log => ({
					file,
					arguments: ['-n', '-c', ';SELECT count(*) FROM access_log', log],
					environment: homeEnvironment(home),
				}),
				counted: stdout => firstNumber(/^\s*(\d+)\s*$/m, stdout),
			};
}

/** GoAccess, whose report has the count. `home` is for the report. Null: not installed. */
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

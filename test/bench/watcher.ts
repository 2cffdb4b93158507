import {setTimeout as wait} from 'node:timers/promises';
import {openTerminal, type Terminal} from '../helpers/terminal.js';
import {waitFor} from '../helpers/wait-for.js';
import {found} from './counters.js';
import {homeEnvironment} from './home-environment.js';
import {lastLine} from './last-line.js';
import {needProcessFigures, processFigures} from './process-figures.js';

/** A program that shows and follows a log in a terminal. */
export type Watcher = {
	readonly name: string;
	command(log: string): readonly string[];
	/** True if the screen shows the newest lines of the log. */
	showsNewest(screen: readonly string[], log: string): boolean;
};

/** Rows on a page of reqscope's listing. Each row has a token. */
const pageRows = 10;
const token = /(?<![0-9a-f])[0-9a-f]{13}(?![0-9a-f])/;

/** Returns reqscope as a watcher. `words` are the program and its first arguments. */
export function reqscopeWatcher(words: readonly string[]): Watcher {
	return {
		name: 'reqscope',
		command: log => [...words, log],
		showsNewest: screen => screen.filter(line => token.test(line)).length >= pageRows,
	};
}

/** Length of the beginning of a line that a screen of 120 columns always shows. It includes client and time. */
const recognisable = 100;

/** Returns lnav as a watcher, or null if it isn't installed. */
export function lnavWatcher(): Watcher | null {
	const lnav = found('lnav');
	return lnav === null
		? null
		: {
				name: 'lnav',
				command: log => [lnav, log],
				showsNewest(screen, log) {
					const newest = lastLine(log).slice(0, recognisable);
					return screen.some(line => line.includes(newest));
				},
			};
}

/** Returns reqscope, followed by the other installed watchers. */
export function watchers(words: readonly string[]): readonly Watcher[] {
	return [reqscopeWatcher(words), lnavWatcher()].filter(watcher => watcher !== null);
}

/** Starts the program in a terminal of 120x40. The caller closes the terminal. */
export function openWatcher(watcher: Watcher, log: string, home: string): Terminal {
	return openTerminal(watcher.command(log), {columns: 120, rows: 40, cwd: home, env: homeEnvironment(home)});
}

/** Time limit for a program to read a log, in ms. */
const patience = 180_000;

/** Resolves when the newest lines are on the screen. */
export function newestShown(terminal: Terminal, watcher: Watcher, log: string): Promise<string[]> {
	return terminal.waitFor(screen => watcher.showsNewest(screen, log), patience);
}

/** Processor time per second below which a program is idle, in s: it has read the whole log. */
const resting = 0.1;

/**
 * Resolves when the newest lines are on the screen, the whole log is read, and the program is idle. Rejects with `Unmeasurable`
 * if processor time can't be measured.
 */
export async function wholeRead(terminal: Terminal, watcher: Watcher, log: string): Promise<void> {
	needProcessFigures();
	await newestShown(terminal, watcher, log);
	const rests = async (): Promise<boolean> => {
		const before = processFigures(terminal.pid).cpu;
		await wait(1000);
		return processFigures(terminal.pid).cpu - before <= resting;
	};
	await waitFor(rests, () => `${watcher.name} to rest`, patience);
}

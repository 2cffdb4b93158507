import {setTimeout as wait} from 'node:timers/promises';
import {openTerminal, type Terminal} from '../helpers/terminal.js';
import {waitFor} from '../helpers/wait-for.js';
import {found} from './counters.js';
import {homeEnvironment} from './home-environment.js';
import {lastLine} from './last-line.js';
import {needProcessFigures, processFigures} from './process-figures.js';

/** A program that shows a log in a terminal and watches it. */
export type Watcher = {
	readonly name: string;
	command(log: string): readonly string[];
	/** Whether the screen shows the newest there is of the log. */
	showsNewest(screen: readonly string[], log: string): boolean;
};

/** A page of reqscope's listing: so many rows, each with a token. */
const pageRows = 10;
const token = /(?<![0-9a-f])[0-9a-f]{13}(?![0-9a-f])/;

/** Reqscope itself. `words` are the program and its first arguments. */
export function reqscopeWatcher(words: readonly string[]): Watcher {
	return {
		name: 'reqscope',
		command: log => [...words, log],
		showsNewest: screen => screen.filter(line => token.test(line)).length >= pageRows,
	};
}

/** As much of a line as a screen of 120 columns shows for certain, with its client and time. */
const recognisable = 100;

/** Lnav, where it is installed. */
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

/** Reqscope first, and what else is installed. */
export function watchers(words: readonly string[]): readonly Watcher[] {
	return [reqscopeWatcher(words), lnavWatcher()].filter(watcher => watcher !== null);
}

/** Starts the program in a terminal of 120x40. Who opens it closes it. */
export function openWatcher(watcher: Watcher, log: string, home: string): Terminal {
	return openTerminal(watcher.command(log), {columns: 120, rows: 40, cwd: home, env: homeEnvironment(home)});
}

/** How long a program may take to read a log, milliseconds. */
const patience = 180_000;

/** Resolves when the newest is on the screen. */
export function newestShown(terminal: Terminal, watcher: Watcher, log: string): Promise<string[]> {
	return terminal.waitFor(screen => watcher.showsNewest(screen, log), patience);
}

/** It has read what there is when it takes no more than this share of a core in a second. */
const resting = 0.1;

/**
 * Resolves when the newest is on the screen and the program has read the log whole, then rests. Rejects with
 * `Unmeasurable` where that can't be told.
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

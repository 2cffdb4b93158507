import {cachedLog} from '../cached-log.js';
import {type Figure, figureOf} from '../figure.js';
import {inTurns} from '../in-turns.js';
import {processFigures} from '../process-figures.js';
import {linesName, longest, type Session} from '../session.js';
import {openWatcher, type Watcher, watchers, wholeRead} from '../watcher.js';

/** Returns the resident memory of a program that has read the log and shows it, in bytes. */
async function resident(watcher: Watcher, log: string, home: string): Promise<number> {
	const terminal = openWatcher(watcher, log, home);
	try {
		await wholeRead(terminal, watcher, log);
		return processFigures(terminal.pid).memory;
	} finally {
		await terminal.close();
	}
}

/** Measures the resident set size of the whole program with the longest log on its screen. */
export async function measureMemory(session: Session): Promise<readonly Figure[]> {
	const lines = longest(session);
	const log = await cachedLog(lines);
	const measured = new Map(
		watchers(session.cli).map(watcher => [watcher.name, () => resident(watcher, log, session.home)]),
	);
	const name = `${linesName(lines)} on the screen, resident`;
	return figureOf(name, 'memory', [...(await inTurns(measured, session.runs))], [{atMost: 1, of: 'lnav'}]);
}

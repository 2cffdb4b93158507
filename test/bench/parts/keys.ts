import {setTimeout as wait} from 'node:timers/promises';
import {seededRandom} from '../../helpers/random.js';
import {cachedLog} from '../cached-log.js';
import {type Figure, figureOf} from '../figure.js';
import {inTurns} from '../in-turns.js';
import {linesName, longest, type Session} from '../session.js';
import {percentile} from '../spread.js';
import {newestShown, openWatcher, reqscopeWatcher} from '../watcher.js';

/** Minimum number of keys answered while the log is being read; fewer give no reliable figure. */
const enough = 20;
const rows = 10;
/** Time between the effect of a key and the next key, in ms: from a held-down key to fast typing. */
const pause = {from: 20, to: 100};

function selectedRow(screen: readonly string[]): number {
	return screen.findIndex(line => line.startsWith('▌'));
}

/** Returns the 95th percentile of the time until a key moves the selection while the log is being read, in ms. */
async function slowKey(session: Session, log: string): Promise<number> {
	const watcher = reqscopeWatcher(session.cli);
	const terminal = openWatcher(watcher, log, session.home);
	const random = seededRandom(1);
	const delays: number[] = [];
	try {
		await newestShown(terminal, watcher, log);
		for (let key = 0; ; key++) {
			const before = selectedRow(terminal.screen());
			const begun = performance.now();
			// The first key selects the first row.
			terminal.write(key === 0 || Math.floor((key - 1) / (rows - 1)) % 2 === 0 ? 'j' : 'k');
			const screen = await terminal.waitFor(lines => selectedRow(lines) !== before);
			if (!screen.some(line => line.includes('results found   so far'))) {
				break;
			}
			delays.push(performance.now() - begun);
			await wait(random.between(pause.from, pause.to));
		}
	} finally {
		await terminal.close();
	}
	if (delays.length < enough) {
		throw new Error(`Only ${delays.length} keys were answered while the log was read: take a longer one`);
	}
	return percentile(delays, 0.95);
}

/** Measures how long a key takes to have an effect while the longest log is being read. */
export async function measureKeys(session: Session): Promise<readonly Figure[]> {
	const log = await cachedLog(longest(session));
	const measured = new Map([['reqscope', () => slowKey(session, log)]]);
	return figureOf(
		`95 of 100 keys while ${linesName(longest(session))} are read`,
		'time',
		[...(await inTurns(measured, session.runs))],
		[{atMost: 30}],
	);
}

import {appendFileSync} from 'node:fs';
import {setTimeout as wait} from 'node:timers/promises';
import {logLine} from '../../helpers/log-lines.js';
import {seededRandom} from '../../helpers/random.js';
import type {Terminal} from '../../helpers/terminal.js';
import {cachedLog} from '../cached-log.js';
import {type Figure, figureOf, type Taken} from '../figure.js';
import {growingCopy} from '../growing-copy.js';
import {momentUrl, newestMoment} from '../moment-url.js';
import {longest, type Session} from '../session.js';
import {spread, worst} from '../spread.js';
import {duringTraffic} from '../traffic.js';
import {openWatcher, watchers, wholeRead} from '../watcher.js';

const appended = 50;
/** Group size: the slowest delay of each group of consecutive lines shows how much the maximum varies. */
const each = 10;
/**
 * Background traffic in lines per second, and the limit of the delay in ms. The loads are: no traffic, a busy shop (the screen
 * pauses between updates to save battery, see refresh-pace.ts), and heavy traffic.
 */
const loads = [
	{rate: 0, atMost: 40},
	{rate: 50, atMost: 100},
	{rate: 5000, atMost: 40},
] as const;
/** Time until the background traffic is steady, in ms. */
const settling = 2000;

/**
 * Measures the time from writing a line until the screen shows that line or a later one, in ms. With thousands of lines per
 * second, a line leaves a page of ten within 2 ms. Lines are written at random intervals, so that they don't coincide with
 * periodic work of the program.
 */
async function delays(terminal: Terminal, log: string): Promise<readonly number[]> {
	const random = seededRandom(1);
	const found: number[] = [];
	for (let line = 0; line < appended; line++) {
		await wait(random.between(100, 300));
		const begun = performance.now();
		const moment = Date.now();
		appendFileSync(log, logLine({time: moment, url: momentUrl(moment)}));
		await terminal.waitFor(screen => newestMoment(screen) >= moment);
		found.push(performance.now() - begun);
	}
	return found;
}

/** Measures the time from writing a line until the screen shows it, with an index of the longest log and with each of `loads`. */
export async function measureAppend(session: Session): Promise<readonly Figure[]> {
	const copy = growingCopy(await cachedLog(longest(session)), session.home);
	const found = loads.map(load => ({...load, taken: [] as Taken[], worst: [] as Taken[]}));
	for (const watcher of watchers(session.cli)) {
		copy.restore();
		const terminal = openWatcher(watcher, copy.path, session.home);
		try {
			await wholeRead(terminal, watcher, copy.path);
			for (const load of found) {
				const all = await duringTraffic(copy.path, load.rate, async () => {
					await wait(settling);
					return delays(terminal, copy.path);
				});
				load.taken.push([watcher.name, spread(all)]);
				load.worst.push([watcher.name, worst(all, each)]);
			}
		} finally {
			await terminal.close();
		}
	}
	return found.flatMap(({rate, atMost, taken, worst}) => {
		const name = rate === 0 ? 'nothing else written' : `among ${rate} lines a second`;
		return [
			...figureOf(`a line on the screen, ${name}`, 'time', taken, [{atMost}]),
			...figureOf(`the slowest of ${appended}, ${name}`, 'time', worst, [{atMost: 150}]),
		];
	});
}

import {setTimeout as wait} from 'node:timers/promises';
import type {Terminal} from '../../helpers/terminal.js';
import {cachedLog} from '../cached-log.js';
import {type Figure, figureOf, type Taken} from '../figure.js';
import {growingCopy} from '../growing-copy.js';
import {processFigures} from '../process-figures.js';
import {longest, type Session} from '../session.js';
import {type Spread, spread} from '../spread.js';
import {duringTraffic} from '../traffic.js';
import {openWatcher, watchers, wholeRead} from '../watcher.js';

/** Lines per second, and the limit of processor use as a share of one core. */
const loads = [
	{rate: 0, name: 'nothing written', atMost: 0.003},
	{rate: 50, name: '50 lines a second', atMost: 0.07},
	{rate: 5000, name: '5,000 lines a second', atMost: 0.09},
] as const;

/** Time until the traffic is steady, in ms. */
const settling = 2000;
/** Number of measurements per load. Processor time has a resolution of 10 ms, too coarse for short measurements. */
const pieces = 3;

type Watched = {
	/** Share of one core. */
	readonly processor: Spread;
	/** Bytes per second written to the terminal. */
	readonly output: Spread;
};

async function watch(terminal: Terminal, seconds: number): Promise<Watched> {
	const processor: number[] = [];
	const output: number[] = [];
	for (let piece = 0; piece < pieces; piece++) {
		const [begun, written] = [performance.now(), terminal.recording().length];
		const {cpu} = processFigures(terminal.pid);
		await wait((seconds * 1000) / pieces);
		const took = (performance.now() - begun) / 1000;
		processor.push((processFigures(terminal.pid).cpu - cpu) / took);
		output.push((terminal.recording().length - written) / took);
	}
	return {processor: spread(processor), output: spread(output)};
}

/** Measures the processor time and terminal output of watching an index of the longest log. */
export async function measureLoad(session: Session): Promise<readonly Figure[]> {
	const copy = growingCopy(await cachedLog(longest(session)), session.home);
	const processor = loads.map((): Taken[] => []);
	const output = loads.map((): Taken[] => []);
	for (const watcher of watchers(session.cli)) {
		copy.restore();
		const terminal = openWatcher(watcher, copy.path, session.home);
		try {
			await wholeRead(terminal, watcher, copy.path);
			for (const [index, {rate}] of loads.entries()) {
				const watched = await duringTraffic(copy.path, rate, async () => {
					await wait(settling);
					return watch(terminal, session.seconds);
				});
				processor[index]?.push([watcher.name, watched.processor]);
				output[index]?.push([watcher.name, watched.output]);
			}
		} finally {
			await terminal.close();
		}
	}
	return loads.flatMap(({name, atMost}, index) => [
		...figureOf(`processor, ${name}`, 'share', processor[index] ?? [], [{atMost}]),
		...figureOf(`to the terminal, ${name}`, 'rate', output[index] ?? []),
	]);
}

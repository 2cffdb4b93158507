import {setImmediate as nextTurn, setTimeout as wait} from 'node:timers/promises';
import {everything} from '../../source/query/query.js';
import {EmbeddedStore} from '../../source/store/embedded-store.js';
import {DirectoryWatcher} from '../../source/tail/files/directory-watcher.js';
import type {TailSettings} from '../../source/tail/tail-settings.js';
import {FairClock} from './fair-clock.js';
import {LogWorld} from './log-world.js';
import {Random} from './random.js';

/** When the follower notices a change: at once by file events, only by polling, or by delayed events. */
export type Mode = 'events' | 'polling' | 'delayed';

export const modes: readonly Mode[] = ['events', 'polling', 'delayed'];

/** Result of a world: which lines the store has. */
export type Outcome = {
	readonly seed: number;
	readonly mode: Mode;
	readonly description: string;
	/** Number of lines written. */
	readonly lines: number;
	/** Missing lines that had been readable for a second. */
	readonly lost: readonly number[];
	/** Lines that the store has more than once. */
	readonly twice: readonly number[];
	/** Number of lost lines that a truncation removed from their file. */
	readonly lostByTruncation: number;
	/** Generation and offset at which the duplicate lines were read. */
	readonly duplicates: readonly string[];
	/** Number of missing lines that were truncated within a second. */
	readonly truncatedAway: number;
	readonly notices: readonly string[];
	/** Log of the steps: time in ms, name of the step, and number of lines written before. */
	readonly steps: readonly string[];
};

/** Maximum delay of events in the mode `delayed`, in ms. */
const maxDelay = 1500;

/** Time limit for all lines to arrive at the end, in ms of `FairClock`. */
const patience = 30_000;

/** Creates a watcher that delivers all events, each with a different random delay. */
function delayedWatch(random: Random): TailSettings['watch'] {
	return listener =>
		new DirectoryWatcher({
			changed: (...what) => {
				setTimeout(() => listener.changed(...what), random.below(maxDelay)).unref();
			},
			exhausted: (...what) => listener.exhausted(...what),
		});
}

/**
 * Runs a world for `steps` steps in an empty directory while a store follows its log.
 *
 * @param compresses True to compress rotated files at once.
 */
export async function runWorld(
	seed: number,
	mode: Mode,
	steps: number,
	directory: string,
	compresses = false,
): Promise<Outcome> {
	const random = new Random(seed);
	const clock = new FairClock();
	const world = new LogWorld(random, directory, () => clock.now(), compresses);
	const done: string[] = [];
	const began = performance.now();
	let failure: unknown;
	const store = new EmbeddedStore({
		paths: [world.path],
		follow: true,
		poll: mode === 'polling',
		backfill: true,
		source: '',
		cap: Number.POSITIVE_INFINITY,
		keepPiped: 0,
		settings: mode === 'delayed' ? {watch: delayedWatch(new Random(seed + 1))} : {},
		failed: error => {
			failure = error;
		},
	});
	try {
		// Wait for the store: it needn't find a file that was rotated away before its first poll.
		await store.settled();
		while (done.length < steps) {
			const {step, wait: pause} = world.step();
			done.push(`${Math.round(performance.now() - began)} ms ${step}, ${world.lines} lines`);
			if (pause === 0) {
				await nextTurn();
			} else if (pause !== undefined) {
				await wait(pause);
			}
		}
		world.end();
		const {must} = world;
		let counts = await shown(store);
		const end = clock.now() + patience;
		const truncatedAway = (): number => world.endangered.filter(number => !counts.has(number)).length;
		// Wait for the next poll: it adds the notice about missing lines.
		const isReported = (): boolean => truncatedAway() === 0 || store.status().notices.length > 0;
		while ((must.some(number => !counts.has(number)) || !isReported()) && clock.now() < end) {
			await wait(50);
			counts = await shown(store);
		}
		if (failure !== undefined) {
			throw failure;
		}
		return {
			seed,
			mode,
			description: world.description,
			lines: world.lines,
			lost: must.filter(number => !counts.has(number)),
			twice: [...counts].filter(([, copies]) => copies.length > 1).map(([number]) => number),
			lostByTruncation: must.filter(number => !counts.has(number) && world.isTruncated(number)).length,
			duplicates: [...counts].filter(([, copies]) => copies.length > 1).map(([, copies]) => copies.join(' ')),
			truncatedAway: truncatedAway(),
			notices: store.status().notices.map(({text}) => text),
			steps: done,
		};
	} finally {
		await store.close();
		await clock.stop();
	}
}

/** Returns where the store has each line: generation and offset, by line number. */
async function shown(store: EmbeddedStore): Promise<Map<number, readonly string[]>> {
	const {entries} = await store.page(everything, {from: 'newest'}, Number.POSITIVE_INFINITY);
	const copies = new Map<number, readonly string[]>();
	for (const {url, position, offset} of entries) {
		const number = Number(/^\/id\/(\d+)$/.exec(url ?? '')?.[1] ?? Number.NaN);
		if (!Number.isNaN(number)) {
			copies.set(number, [...(copies.get(number) ?? []), `${position.file}:${offset}`]);
		}
	}
	return copies;
}

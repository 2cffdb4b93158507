import {setImmediate as nextTurn, setTimeout as wait} from 'node:timers/promises';
import {everything} from '../../source/query/query.js';
import {EmbeddedStore} from '../../source/store/embedded-store.js';
import {DirectoryWatcher} from '../../source/tail/files/directory-watcher.js';
import type {TailSettings} from '../../source/tail/tail-settings.js';
import {FairClock} from './fair-clock.js';
import {LogWorld} from './log-world.js';
import {Random} from './random.js';

/** How the follower learns that something has happened: at once, by its timer alone, or late. */
export type Mode = 'events' | 'polling' | 'delayed';

export const modes: readonly Mode[] = ['events', 'polling', 'delayed'];

/** What became of a world's lines. */
export type Outcome = {
	readonly seed: number;
	readonly mode: Mode;
	readonly description: string;
	/** Lines written. */
	readonly lines: number;
	/** Lines that had been readable for a second, and aren't there. */
	readonly lost: readonly number[];
	/** Lines that are there more than once. */
	readonly twice: readonly number[];
	/** How many of the lost lines are in no file any more, because it was truncated. */
	readonly lostByTruncation: number;
	/** Where those were read: in which generation, at which offset. */
	readonly places: readonly string[];
	/** Lines that were truncated away within a second, and aren't there. */
	readonly truncatedAway: number;
	readonly notices: readonly string[];
	/** What was done: the step, when (ms), and the lines written up to then. */
	readonly steps: readonly string[];
};

/** Events come up to this much too late in the mode `delayed`, milliseconds. */
const longestDelay = 1500;

/** How long the lines may take to be there in the end, milliseconds of the time in which the process had its chance. */
const patience = 30_000;

/** Event listeners hear of everything, but late, and of each thing after another time. */
function delayedWatch(random: Random): TailSettings['watch'] {
	return listener =>
		new DirectoryWatcher({
			changed: (...what) => {
				setTimeout(() => listener.changed(...what), random.below(longestDelay)).unref();
			},
			exhausted: (...what) => listener.exhausted(...what),
		});
}

/**
 * Lets a world go on for `steps` steps, in a directory that is empty, while a store follows its log.
 *
 * @param compresses Whether what was rotated is compressed at once.
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
		past: true,
		source: '',
		cap: Number.POSITIVE_INFINITY,
		keepPiped: 0,
		settings: mode === 'delayed' ? {watch: delayedWatch(new Random(seed + 1))} : {},
		failed: error => {
			failure = error;
		},
	});
	try {
		// What is rotated away before anyone looks is no part of what is followed.
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
		// That what could be missing is missing is told by the poll that comes next.
		const isTold = (): boolean => truncatedAway() === 0 || store.status().notices.length > 0;
		while ((must.some(number => !counts.has(number)) || !isTold()) && clock.now() < end) {
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
			twice: [...counts].filter(([, places]) => places.length > 1).map(([number]) => number),
			lostByTruncation: must.filter(number => !counts.has(number) && world.isTruncated(number)).length,
			places: [...counts].filter(([, places]) => places.length > 1).map(([, places]) => places.join(' ')),
			truncatedAway: truncatedAway(),
			notices: store.status().notices.map(({text}) => text),
			steps: done,
		};
	} finally {
		await store.close();
		await clock.stop();
	}
}

/** Where each line is. */
async function shown(store: EmbeddedStore): Promise<Map<number, readonly string[]>> {
	const {entries} = await store.page(everything, {from: 'newest'}, Number.POSITIVE_INFINITY);
	const places = new Map<number, readonly string[]>();
	for (const {url, position, offset} of entries) {
		const number = Number(/^\/id\/(\d+)$/.exec(url ?? '')?.[1] ?? Number.NaN);
		if (!Number.isNaN(number)) {
			places.set(number, [...(places.get(number) ?? []), `${position.file}:${offset}`]);
		}
	}
	return places;
}

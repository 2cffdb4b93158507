import type {Counter} from './counters.js';
import {type Measurement, measure} from './measure.js';
import {type Spread, spread} from './spread.js';

/** What counting took a program. */
export type Counted = {
	readonly name: string;
	/** Milliseconds. */
	readonly time: Spread;
	/** Bytes; null where it can't be told. */
	readonly peak: Spread | null;
};

/** Runs the counter once. Throws when it counts other than `lines`: what is wrong isn't fast. */
export async function measureCount(
	counter: Counter,
	log: string,
	lines: number,
	watchesMemory = false,
): Promise<Measurement> {
	try {
		const measurement = await measure(counter.command(log), watchesMemory);
		const counted = counter.counted(measurement.stdout);
		if (counted !== lines) {
			const said = measurement.stdout.trim() || 'nothing';
			throw new Error(
				`${counter.name} counts ${counted} instead of ${lines} entries of ${log}. It said: ${said}`,
			);
		}
		return measurement;
	} finally {
		counter.cleanUp?.();
	}
}

/**
 * Lets the counters count the log `runs` times. They take turns, so that a machine that is busy for a while slows
 * all of them down and not one. Their memory is watched in a run more; in the only one where they run once.
 */
export async function compare(
	counters: readonly Counter[],
	log: string,
	lines: number,
	runs: number,
): Promise<readonly Counted[]> {
	const measurements = counters.map((): Measurement[] => []);
	for (let run = 0; run < runs; run++) {
		for (const [index, counter] of counters.entries()) {
			measurements[index]?.push(await measureCount(counter, log, lines, runs === 1));
		}
	}
	const counted: Counted[] = [];
	for (const [index, counter] of counters.entries()) {
		const all = measurements[index] ?? [];
		const watched = runs === 1 ? all[0] : await measureCount(counter, log, lines, true);
		const peak = watched?.peakBytes ?? null;
		counted.push({
			name: counter.name,
			time: spread(all.map(({milliseconds}) => milliseconds)),
			peak: peak === null ? null : spread([peak]),
		});
	}
	return counted;
}

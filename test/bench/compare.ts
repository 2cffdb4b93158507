import type {Counter} from './counters.js';
import {type Measurement, measure} from './measure.js';
import {type Spread, spread} from './spread.js';

/** Resources that a program used to count a log. */
export type Counted = {
	readonly name: string;
	/** In ms. */
	readonly time: Spread;
	/** In bytes; null if it can't be measured. */
	readonly peak: Spread | null;
};

/**
 * Runs the counter once.
 * @throws if the count isn't `lines`, because the time of a wrong result is meaningless
 */
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
 * Runs every counter on the log `runs` times. The counters alternate, so that a temporarily busy machine affects all counters
 * alike. Memory is measured in one additional run, or in the only run if `runs` is 1.
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

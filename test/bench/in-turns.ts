import {type Spread, spread} from './spread.js';

/**
 * Runs each measurement several times. The measurements alternate, so that a temporarily busy machine affects all of them
 * alike.
 */
export async function inTurns<Name>(
	measured: ReadonlyMap<Name, () => Promise<number>>,
	runs: number,
): Promise<ReadonlyMap<Name, Spread>> {
	const values = new Map<Name, number[]>([...measured.keys()].map(name => [name, []]));
	for (let run = 0; run < runs; run++) {
		for (const [name, measure] of measured) {
			values.get(name)?.push(await measure());
		}
	}
	return new Map([...values].map(([name, all]) => [name, spread(all)]));
}

import fc from 'fast-check';
import {runs} from './for-all.js';

/** Maximum number of rounds, each with the default number of runs, before the assertion fails. */
const maxTries = 50;

/**
 * Asserts a property in rounds of `usual` runs until `hasComeUp` returns true. One round may miss the tested case by chance.
 * @throws when the case hasn't occurred after 50 rounds
 */
export async function assertUntil<T>(
	hasComeUp: () => boolean,
	property: fc.IRawProperty<T>,
	usual: number,
): Promise<void> {
	for (let tries = 0; tries === 0 || !hasComeUp(); tries++) {
		if (tries === maxTries) {
			throw new Error(`tried ${tries * usual} times, and never: ${hasComeUp}`);
		}
		// Each round draws other values.
		const {seed} = fc.readConfigureGlobal();
		await fc.assert(property, {...runs(usual), ...(seed !== undefined && {seed: seed + tries})});
	}
}

import fc from 'fast-check';
import {runs} from './runs.js';

/** How many times as often as usual a property is tried before what is to come up in it never will. */
const mostTries = 50;

/**
 * Tries a property as often as is usual, and then on until what the test is about has come up in it: chance may put
 * that off. Throws when it never does.
 */
export async function assertUntil<T>(
	hasComeUp: () => boolean,
	property: fc.IRawProperty<T>,
	usual: number,
): Promise<void> {
	for (let tries = 0; tries === 0 || !hasComeUp(); tries++) {
		if (tries === mostTries) {
			throw new Error(`tried ${tries * usual} times, and never: ${hasComeUp}`);
		}
		await fc.assert(property, runs(usual));
	}
}

import {setTimeout} from 'node:timers/promises';

/** Default time limit, in ms. It is generous for slow and busy machines, and a passing test never waits that long. */
export const patience = 60_000;

/**
 * Waits until the condition holds.
 * @throws Error after `deadline` ms, with the result of `describe`, which reports the actual state
 */
export async function waitFor(
	condition: () => boolean | Promise<boolean>,
	describe: () => string = () => '',
	deadline = patience,
): Promise<void> {
	const end = performance.now() + deadline;
	for (let tries = 0; !(await condition()); tries++) {
		if (performance.now() > end) {
			throw new Error(`not within ${deadline} ms: ${condition}\n${describe()}`);
		}
		// Polls less often after 20 attempts, to leave the CPU to the awaited work.
		await setTimeout(tries < 20 ? 1 : 5);
	}
}

/**
 * Waits for a duration in ms. All timers that were due earlier have then fired, even if the process was suspended in between. A
 * loop that polls the clock could continue before them.
 */
export function pass(milliseconds: number): Promise<void> {
	return setTimeout(milliseconds);
}

import {setTimeout} from 'node:timers/promises';

/** Long enough for a machine that is slow and busy, milliseconds: a test that goes well never waits for it. */
export const patience = 60_000;

/**
 * Waits until the condition holds.
 * @throws Error when it doesn't in time; `describe` says what was there instead, `deadline` how long is waited, milliseconds
 */
export async function waitFor(
	condition: () => boolean | Promise<boolean>,
	describe: () => string = () => '',
	deadline = patience,
): Promise<void> {
	const end = performance.now() + deadline;
	for (let looks = 0; !(await condition()); looks++) {
		if (performance.now() > end) {
			throw new Error(`not within ${deadline} ms: ${condition}\n${describe()}`);
		}

		// What takes longer is asked for less often: the processor is for what is waited for.
		await setTimeout(looks < 20 ? 1 : 5);
	}
}

/**
 * Lets that much time pass, milliseconds. Timers that were due before have rung then, also where the process stood still
 * in between; one who looks at the clock instead may be before them.
 */
export function pass(milliseconds: number): Promise<void> {
	return setTimeout(milliseconds);
}

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
	while (!(await condition())) {
		if (performance.now() > end) {
			throw new Error(`not within ${deadline} ms: ${condition}\n${describe()}`);
		}

		await setTimeout(1);
	}
}

/**
 * Lets that much time pass, milliseconds. Timers that were due before have rung then, also where the process stood still
 * in between; one who looks at the clock instead may be before them.
 */
export const pass = (milliseconds: number): Promise<void> => setTimeout(milliseconds);

import {setTimeout} from 'node:timers/promises';

/** Long enough for a machine that is slow and busy, milliseconds: a test that goes well never waits for it. */
export const patience = 60_000;

/** Waits until the condition holds, and fails with what `describe` says when it doesn't in time. */
export async function waitFor(
	condition: () => boolean | Promise<boolean>,
	describe: () => string = () => 'the condition',
	deadline = patience,
): Promise<void> {
	const end = performance.now() + deadline;
	while (!(await condition())) {
		if (performance.now() > end) {
			throw new Error(`not within ${deadline} ms: ${describe()}`);
		}

		await setTimeout(2);
	}
}

/**
 * Lets that much time pass, milliseconds. Timers that were due before have rung then, also where the process stood still
 * in between; one who looks at the clock instead may be before them.
 */
export const pass = (milliseconds: number): Promise<void> => setTimeout(milliseconds);

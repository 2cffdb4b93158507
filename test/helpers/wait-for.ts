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

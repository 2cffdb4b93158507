import {setTimeout} from 'node:timers/promises';

/** Waits until the condition holds, and fails with what `describe` says when it doesn't in time. */
export async function waitFor(
	condition: () => boolean | Promise<boolean>,
	describe: () => string = () => 'the condition',
	deadline = 15_000,
): Promise<void> {
	const end = performance.now() + deadline;
	while (!(await condition())) {
		if (performance.now() > end) {
			throw new Error(`not within ${deadline} ms: ${describe()}`);
		}

		await setTimeout(2);
	}
}

import {patience} from './wait-for.js';

/**
 * Waits until the condition holds, looking again at every turn of the event loop.
 * @throws Error when it doesn't hold before the deadline; `describe` says what was there instead,
 * `deadline` how long is waited, in milliseconds
 */
export async function eventually(
	condition: () => boolean,
	describe: () => string = () => '',
	deadline = patience,
): Promise<void> {
	const end = Date.now() + deadline;
	while (!condition()) {
		if (Date.now() > end) {
			throw new Error(`It didn't come to be: ${condition}\n${describe()}`);
		}

		await new Promise(resolve => {
			setTimeout(resolve, 1);
		});
	}
}

/** Lets everything happen that is due now, but for timers. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) {
		await new Promise(resolve => {
			setImmediate(resolve);
		});
	}
}

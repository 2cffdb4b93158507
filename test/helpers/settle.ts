/** Waits until all pending callbacks except timers have run. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) {
		await new Promise(resolve => {
			setImmediate(resolve);
		});
	}
}

/** Lets everything happen that is due now, but for timers. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) {
		await new Promise(resolve => {
			setImmediate(resolve);
		});
	}
}

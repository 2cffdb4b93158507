/** Waits for something to happen. */
export class Pause {
	#wasWoken = false;
	#end: () => void = () => {};

	/** Something has happened: who waits goes on, and who is about to won't. */
	wake(): void {
		this.#wasWoken = true;
		this.#end();
	}

	/** What has happened so far is known. */
	begin(): void {
		this.#wasWoken = false;
	}

	/** Waits until something happens that wasn't known at the beginning, but no longer than so many milliseconds. */
	async rest(time: number): Promise<void> {
		if (!this.#wasWoken) {
			await new Promise<void>(resolve => {
				const timer = setTimeout(resolve, Math.max(1, time));
				this.#end = () => {
					clearTimeout(timer);
					resolve();
				};
			});
			this.#end = () => {};
		}
	}
}

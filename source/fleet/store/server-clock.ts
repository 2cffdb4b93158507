/** Estimates a server's clock: the server sends its time once, and the local clock measures the time since then. */
export class ServerClock {
	readonly #asked: number;
	readonly #at = performance.now();

	/** @param now - time on the server, in ms since 1970 */
	constructor(now: number) {
		this.#asked = now;
	}

	now(): number {
		return Math.floor(this.#asked + performance.now() - this.#at);
	}
}

/**
 * Maximum time from the ingestion timestamp of a row until the row is visible, and maximum difference between the servers'
 * clocks, in ms. Queries for new rows overlap by this much.
 */
export const maxUnderWayTime = 60_000;

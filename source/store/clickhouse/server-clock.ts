/** What a server's clock shows, as far as is known: asked once, and reckoned from then on. */
export class ServerClock {
	readonly #asked: number;
	readonly #at = performance.now();

	/** @param now - what it shows, milliseconds since 1970 */
	constructor(now: number) {
		this.#asked = now;
	}

	now(): number {
		return Math.floor(this.#asked + performance.now() - this.#at);
	}
}

/**
 * The longest that something may be under way from when the server notes its time until it can be seen, and that clocks
 * of servers may differ, milliseconds. So far back it is looked for what is new.
 */
export const longestUnderWay = 60_000;

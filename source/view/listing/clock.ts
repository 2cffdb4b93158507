/** The time, as far as the listing needs it. */
export type Clock = {
	/** Milliseconds since 1970. */
	now(): number;
	/** Calls back once, after that many milliseconds; returns what takes it back. */
	after(milliseconds: number, callback: () => void): () => void;
};

export const systemClock: Clock = {
	now: () => Date.now(),
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds);
		return () => clearTimeout(timer);
	},
};

/** The time, as far as it is asked for: a test has one of its own. */
export type Clock = {
	/** Milliseconds since 1970. */
	now(): number;
	/** Calls back once, after that many milliseconds; returns what takes it back. */
	after(milliseconds: number, callback: () => void): () => void;
};

/** That of the machine. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds);
		return () => clearTimeout(timer);
	},
};

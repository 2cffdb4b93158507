import process from 'node:process';

/** A source of time. Tests pass a fake one. */
export type Clock = {
	/** Returns the current time, in ms since 1970. */
	now(): number;
	/** Returns the CPU time that all threads of the process have used, in ms. */
	spent(): number;
	/** Calls `callback` once after `milliseconds`. Returns a function that cancels the call. */
	after(milliseconds: number, callback: () => void): () => void;
};

/** The clock of the machine. */
export const systemClock: Clock = {
	now: () => Date.now(),
	spent() {
		const {user, system} = process.cpuUsage();
		return (user + system) / 1000;
	},
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds);
		return () => clearTimeout(timer);
	},
};

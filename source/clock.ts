import process from 'node:process';

/** The time, as far as it is asked for: a test has one of its own. */
export type Clock = {
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds of processor time that the process has taken so far, in all of its threads. */
	spent(): number;
	/** Calls back once, after that many milliseconds; returns what takes it back. */
	after(milliseconds: number, callback: () => void): () => void;
};

/** That of the machine. */
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

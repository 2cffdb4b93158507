import process from 'node:process';

/** A source of time. Tests pass a fake one. */
export type Clock = {
	/** Returns the current time, in ms since 1970. */
	now(): number;
	/** Returns the CPU time that all threads of the process have used, in ms. */
	spent(): number;
	/**
	 * Calls `callback` once after `milliseconds`. A pause of a second or more may be up to half a second shorter or longer. Returns
	 * a function that cancels the call.
	 */
	after(milliseconds: number, callback: () => void): () => void;
};

const second = 1000;

/** Returns the time until the full second nearest to the end of a pause. Long pauses then end together and wake the process once. */
function shared(milliseconds: number): number {
	const now = Date.now();
	return Math.round((now + milliseconds) / second) * second - now;
}

/** The clock of the machine. */
export const systemClock: Clock = {
	now: () => Date.now(),
	spent() {
		const {user, system} = process.cpuUsage();
		return (user + system) / 1000;
	},
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds < second ? milliseconds : shared(milliseconds));
		return () => clearTimeout(timer);
	},
};

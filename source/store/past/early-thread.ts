import type {ReadingThread} from './reading-thread.js';

let early: ReadingThread | undefined;

/** Keeps a thread that was started before the program was loaded, until a log is read. */
export const keepEarlyThread = (thread: ReadingThread | undefined): void => {
	early = thread;
};

/** That thread, for the first that asks; undefined where there is none. */
export const takeEarlyThread = (): ReadingThread | undefined => {
	const thread = early;
	early = undefined;
	if (thread !== undefined && thread.zone !== process.env.TZ) {
		// Another zone was asked for meanwhile: the thread would read times in the old one.
		void thread.worker.terminate();
		return undefined;
	}
	return thread;
};

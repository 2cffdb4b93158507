import type {Indexing} from '../../../store/store.js';

/** The speed of the backfill. */
export type ReadingPace = {
	/** Returns the time until everything has been read in whole seconds; null if it isn't known yet, or nothing is being read. */
	secondsLeft(indexing: Indexing | null, now: number): number | null;
};

/** Time after which the speed is known, in ms. */
const minTime = 500;

/** Measures the speed of the backfill from the first question on, and again if files are added. */
export function readingPace(): ReadingPace {
	let first: {readonly read: number; readonly total: number; readonly at: number} | null = null;
	return {
		secondsLeft(indexing, now) {
			if (indexing === null) {
				first = null;
				return null;
			}
			const {read, total} = indexing;
			if (first === null || first.total !== total || now < first.at) {
				first = {read, total, at: now};
			}
			const done = read - first.read;
			const took = now - first.at;
			return done <= 0 || took < minTime
				? null
				: Math.max(1, Math.ceil(((total - read) / done) * (took / 1000)));
		},
	};
}

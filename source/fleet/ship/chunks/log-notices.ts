import {day} from '../../../durations.js';
import {keptDays} from '../../clickhouse/schema.js';

/** Notifies the user about oddities in the lines of a log. */
export class LogNotices {
	readonly #notify: (text: string) => void;
	#reportedNuls = 0;
	#isOldReported = false;

	constructor(notify: (text: string) => void) {
		this.#notify = notify;
	}

	/** Called for each day with lines, in days since 1970 UTC. */
	day(day: number): void {
		if (!this.#isOldReported && day < dayOf(Date.now()) - keptDays) {
			this.#isOldReported = true;
			this.#notify(
				`has lines older than ${keptDays} days, which the server deletes soon after their arrival unless the tables have another TTL.`,
			);
		}
	}

	/**
	 * Called with the total number of skipped NULs. A writer that keeps its offset after the file is truncated leaves a hole of
	 * NULs.
	 */
	skipped(count: number): void {
		const added = count - this.#reportedNuls;
		if (added > 0) {
			this.#reportedNuls = count;
			this.#notify(
				`skipped a hole of ${added} NULs: the file was probably truncated while the server kept its old offset.`,
			);
		}
	}
}

/** Returns the UTC day of a time in ms since 1970, in days since then. */
export function dayOf(time: number): number {
	return Math.floor(time / day);
}

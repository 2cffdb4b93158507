import {keptDays} from '../../clickhouse/schema.js';
import {day} from '../../durations.js';

/** Tells the user what is odd about the lines of a log. */
export class LogNotices {
	readonly #notify: (text: string) => void;
	#reportedNuls = 0;
	#isOldReported = false;

	constructor(notify: (text: string) => void) {
		this.#notify = notify;
	}

	/** There are lines of a day, in days since 1970 UTC. */
	day(day: number): void {
		if (!this.#isOldReported && day < dayOf(Date.now()) - keptDays) {
			this.#isOldReported = true;
			this.#notify(
				`has lines of more than ${keptDays} days ago, which the server deletes soon after they came, unless the tables were given another TTL.`,
			);
		}
	}

	/**
	 * So many NULs have been skipped in all: a writer that goes on where it was after the file was truncated leaves a hole of
	 * them.
	 */
	skipped(count: number): void {
		const added = count - this.#reportedNuls;
		if (added > 0) {
			this.#reportedNuls = count;
			this.#notify(
				`skipped a hole of ${added} NULs, as when it is truncated while the server writes on where it was.`,
			);
		}
	}
}

/** The day of a time in milliseconds since 1970, in days since then, UTC. */
export function dayOf(time: number): number {
	return Math.floor(time / day);
}

import {keptDays} from '../../clickhouse/schema.js';
import {day} from '../../durations.js';

/** Tells the user what is odd about the lines of a log. */
export class LogRemarks {
	readonly #say: (text: string) => void;
	#saidSkipped = 0;
	#wasOldSaid = false;

	constructor(say: (text: string) => void) {
		this.#say = say;
	}

	/** There are lines of a day, in days since 1970 UTC. */
	day(day: number): void {
		if (!this.#wasOldSaid && day < dayOf(Date.now()) - keptDays) {
			this.#wasOldSaid = true;
			this.#say(
				`has lines of more than ${keptDays} days ago, which the server deletes soon after they came, unless the tables were given another TTL.`,
			);
		}
	}

	/**
	 * So many NULs have been skipped in all: a writer that goes on where it was after the file was truncated leaves a hole of
	 * them.
	 */
	skipped(count: number): void {
		const added = count - this.#saidSkipped;
		if (added > 0) {
			this.#saidSkipped = count;
			this.#say(
				`skipped a hole of ${added} NULs, as when it is truncated while the server writes on where it was.`,
			);
		}
	}
}

/** The day of a time in milliseconds since 1970, in days since then, UTC. */
export const dayOf = (time: number): number => Math.floor(time / day);

import type {OpenLog} from './open-log.js';

/** Sums over logs that aren't kept any more. */
export type ForgottenLogs = {
	/** Bytes of their pasts; see `OpenLog`. */
	readonly pastSize: number;
	/** Lines that no format reads. */
	readonly unrecognised: number;
	/** Lines that are understood and are no requests. */
	readonly notRequests: number;
};

/**
 * The logs that there is something of, by their numbers in the index. A log that has ended, and all of whose entries
 * have gone, is forgotten with all that it takes to read it: where logs are rotated for months there are thousands.
 */
export class LogTable {
	readonly #logs = new Map<number, OpenLog>();
	/** The last one in each file. */
	readonly #inFile = new Map<string, OpenLog>();
	#forgotten: ForgottenLogs = {pastSize: 0, unrecognised: 0, notRequests: 0};

	/** In the order of their numbers: not an array, in which a number would only be a place until one is forgotten. */
	get all(): Iterable<OpenLog> {
		return [...this.#logs.values()];
	}

	/** What the others came to. */
	get forgotten(): ForgottenLogs {
		return this.#forgotten;
	}

	/** The log with that number, unless it has been forgotten. */
	get(number: number): OpenLog | undefined {
		return this.#logs.get(number);
	}

	/** The last one in a file, by its identity, that there is something of. */
	inFile(identity: string | undefined): OpenLog | undefined {
		return identity === undefined ? undefined : this.#inFile.get(identity);
	}

	add(log: OpenLog): void {
		this.#logs.set(log.number, log);
		if (log.openedIn !== undefined) {
			this.#inFile.set(log.openedIn, log);
		}
	}

	/** Forgets those that have ended and aren't among `files`, the numbers of those that entries are held of. */
	forgetEnded(files: ReadonlySet<number>): void {
		for (const [number, log] of this.#logs) {
			if (log.finished && !files.has(number)) {
				this.#logs.delete(number);
				if (log.openedIn !== undefined && this.#inFile.get(log.openedIn) === log) {
					this.#inFile.delete(log.openedIn);
				}
				log.forget();
				this.#forgotten = {
					pastSize: this.#forgotten.pastSize + log.pastSize,
					unrecognised: this.#forgotten.unrecognised + log.unrecognised,
					notRequests: this.#forgotten.notRequests + log.notRequests,
				};
			}
		}
	}
}

import {createHash} from 'node:crypto';
import {dirname} from 'node:path';
import {noHeader} from '../../../entries/log-header.js';
import type {LogName, LogPosition, LogRecord} from '../checkpoints/checkpoint.js';
import type {BatchRange} from '../delivery/batch.js';

/** Current state of a file. */
type Sighting = {
	/** Absolute. */
	readonly path: string;
	readonly identity: string | null;
	readonly size: number;
};

/** Result of comparing a file's content with a record. `unknown` means that it can't be determined at the moment. */
export type Holding = 'yes' | 'no' | 'unknown';

/** The object that ships a log. */
export type Claimant = {
	/** True if the file won't grow. Another file may contain the same log by then. */
	readonly isOver: boolean;
};

type Line = {record: LogRecord; claimant: Claimant | undefined};

const beginning: LogPosition = {offset: 0, time: 0, header: noHeader, inRest: false};

/** Returns the digest of the last bytes before a position, which identifies a log. */
export function digestOf(tail: Uint8Array): string {
	return createHash('sha256').update(tail).digest('hex').slice(0, 16);
}

/** Records of all logs, including logs whose files are gone. */
export class Ledger {
	readonly #lines: Line[];

	constructor(records: readonly LogRecord[] = []) {
		this.#lines = records.map(record => ({record, claimant: undefined}));
	}

	/** All records to save. */
	get records(): readonly LogRecord[] {
		return this.#lines.map(({record}) => record);
	}

	/** Records of logs that no claimant ships at the moment. */
	get unclaimed(): readonly LogRecord[] {
		return this.#lines.filter(({claimant}) => claimant === undefined).map(({record}) => record);
	}

	/** Returns the record of a log. */
	record(name: LogName): LogRecord | undefined {
		return this.#find(name)?.record;
	}

	/**
	 * Determines which log a file contains, a known or a new one, and assigns that log to the claimant. Returns `wait` if another
	 * file that is still being shipped to its end contained it before, and `unknown` if the log can't be determined at the moment:
	 * treating a known log as new would ship it twice.
	 *
	 * @param holds - checks that the file contains the bytes of the record at its position
	 */
	async claim(
		fingerprint: string,
		sighting: Sighting,
		claimant: Claimant,
		holds: (record: LogRecord) => Promise<Holding>,
	): Promise<LogRecord | 'wait' | 'unknown'> {
		const same = this.#lines.filter(({record}) => record.fingerprint === fingerprint);
		// A rotated log stays in its directory or stays the same file. Different sites with the same traffic may have the same lines.
		const near = same.filter(
			({record}) =>
				(record.identity !== null && record.identity === sighting.identity) ||
				dirname(record.path) === dirname(sighting.path),
		);
		const likeness = ({record}: Line): number =>
			(record.identity !== null && record.identity === sighting.identity ? 2 : 0) +
			(record.path === sighting.path ? 1 : 0);
		for (const line of near.toSorted((a, b) => likeness(b) - likeness(a))) {
			const isOther = line.claimant !== undefined && !line.claimant.isOver;
			const holding = isOther ? 'no' : await holds(line.record);
			if (holding === 'no') {
				continue;
			}
			if (holding === 'unknown' || line.claimant !== undefined) {
				return holding === 'unknown' ? holding : 'wait';
			}
			line.claimant = claimant;
			line.record = {...line.record, ...sighting, isDone: false, modified: null};
			return line.record;
		}
		const ordinal = Math.max(-1, ...same.map(({record}) => record.ordinal)) + 1;
		const record = {
			fingerprint,
			ordinal,
			...sighting,
			place: beginning,
			tail: {length: 0, digest: digestOf(Buffer.alloc(0))},
			seen: Date.now(),
			isDone: false,
			modified: null,
		};
		this.#lines.push({record, claimant});
		return record;
	}

	/** Records that the store accepted a batch. */
	shipped(ranges: readonly BatchRange[]): void {
		for (const range of ranges) {
			const {place, tail} = range;
			this.#update(range, {place, tail: {length: tail.length, digest: digestOf(tail)}, seen: Date.now()});
		}
	}

	/** Records the known size of a log, in bytes. */
	grown(name: LogName, size: number): void {
		this.#update(name, {size});
	}

	/** Records that the known content has been shipped. For `modified` see `LogRecord`. */
	complete(name: LogName, modified: number | null): void {
		this.#update(name, {isDone: true, modified});
	}

	/** Releases a log from its claimant. `isDone` means that no more lines are expected. */
	release(name: LogName, isDone: boolean): void {
		const line = this.#find(name);
		if (line !== undefined) {
			line.claimant = undefined;
			line.record = {...line.record, isDone, seen: Date.now()};
		}
	}

	#update(name: LogName, change: Partial<LogRecord>): void {
		const line = this.#find(name);
		if (line !== undefined) {
			line.record = {...line.record, ...change};
		}
	}

	#find({fingerprint, ordinal}: LogName): Line | undefined {
		return this.#lines.find(({record}) => record.fingerprint === fingerprint && record.ordinal === ordinal);
	}
}

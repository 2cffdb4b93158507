import {createHash} from 'node:crypto';
import {dirname} from 'node:path';
import {noHeader} from '../../entries/log-header.js';
import type {LogName, LogRecord, Place} from '../checkpoints/checkpoint.js';
import type {BatchRange} from '../delivery/batch.js';

/** Of what is there now. */
type Sighting = {
	/** Absolute. */
	readonly path: string;
	readonly identity: string | null;
	readonly size: number;
};

/** Whether a file holds what a record says; `unknown`: that can't be told just now. */
export type Holding = 'yes' | 'no' | 'unknown';

/** Whoever ships a log. */
export type Claimant = {
	/** True when nothing will be added to its file: another one may hold the same log, by then. */
	readonly isOver: boolean;
};

type Line = {record: LogRecord; claimant: Claimant | undefined};

const beginning: Place = {offset: 0, time: 0, header: noHeader, inRest: false};

/** What the last bytes before a place are recognised by. */
export function digestOf(tail: Uint8Array): string {
	return createHash('sha256').update(tail).digest('hex').slice(0, 16);
}

/** What is known of all logs, those of files that are gone among them. */
export class Ledger {
	readonly #lines: Line[];

	constructor(records: readonly LogRecord[] = []) {
		this.#lines = records.map(record => ({record, claimant: undefined}));
	}

	/** All that is to be remembered. */
	get records(): readonly LogRecord[] {
		return this.#lines.map(({record}) => record);
	}

	/** Those that nobody ships now. */
	get unclaimed(): readonly LogRecord[] {
		return this.#lines.filter(({claimant}) => claimant === undefined).map(({record}) => record);
	}

	/** What is known of a log. */
	record(name: LogName): LogRecord | undefined {
		return this.#find(name)?.record;
	}

	/**
	 * Finds out which log a file holds, and gives it to whoever ships that: one that is known, or a new one. `wait` when
	 * another file that is being shipped to its end held it before, `unknown` when it can't be told just now: to take a log
	 * for a new one ships all of it once more.
	 *
	 * @param holds Whether the file holds what the record says, at its place.
	 */
	async claim(
		fingerprint: string,
		sighting: Sighting,
		claimant: Claimant,
		holds: (record: LogRecord) => Promise<Holding>,
	): Promise<LogRecord | 'wait' | 'unknown'> {
		const same = this.#lines.filter(({record}) => record.fingerprint === fingerprint);
		// Rotation leaves a log in its directory, or leaves it the same file; sites with the same traffic have the same lines.
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

	/** A batch has been taken by the store. */
	shipped(ranges: readonly BatchRange[]): void {
		for (const range of ranges) {
			const {place, tail} = range;
			this.#update(range, {place, tail: {length: tail.length, digest: digestOf(tail)}, seen: Date.now()});
		}
	}

	/** So many bytes are known to be in it. */
	grown(name: LogName, size: number): void {
		this.#update(name, {size});
	}

	/** All that it holds has been shipped, as far as is known; for `modified` see `LogRecord`. */
	complete(name: LogName, modified: number | null): void {
		this.#update(name, {isDone: true, modified});
	}

	/** Nobody ships it any more; `isDone`: nothing more is expected of it. */
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

import {type AmountField, amountFields, type TextField, textFields} from '../fields/fields.js';

/**
 * All fields of an entry that a line can contain, sorted by span: the text fields first. `query` is only set while it is separate
 * from the path; `UrlJoiner` appends it to the URL.
 */
export const fields = [
	...textFields,
	...(['time', 'status'] as const),
	...amountFields,
	...(['query'] as const),
] as const;

export type Field = TextField | 'time' | 'status' | AmountField | 'query';

/** Index of a field's start in `spans`. The next element is its end. */
export const spanOf = Object.fromEntries(fields.map((field, index) => [field, index * 2])) as Readonly<
	Record<Field, number>
>;

/** Result of a scanner for a line that isn't in its formats. */
export const unread = -1;

/** Result of a scanner for a line that it understands but that isn't a request: a header, or a connection without a request. */
export const noRequest = -2;

/** Value of `status` if the line has no status. A line's status is only stored if it is less than this. */
export const noStatus = 65_535;

/**
 * The fields that a scanner found in one line: numbers, and offsets of the strings in the line's bytes. All lines share one
 * record, so that reading a line allocates no object. A string that is missing in the line has an empty span.
 */
export class EntryRecord {
	/** Milliseconds since 1970 UTC, or NaN. */
	time = Number.NaN;
	/** Zone of the time in the log, in minutes east of UTC. */
	zone = 0;
	status = noStatus;
	/** Size of the response in bytes, or NaN. */
	bytes = Number.NaN;
	/** Duration in ms, or NaN. */
	durationMs = Number.NaN;
	/** True if the line was cut or has no line end. The caller of the scanner sets it, because scanners can't know. */
	incomplete = false;
	/** True if the line has no time, so `time` is the time at which it was read. The caller of the scanner sets it. */
	isTimeOfReading = false;
	/** True if the client was read from the list of forwarded addresses. `peerIp` is then the peer, if the line has it. */
	isClientListed = false;
	/** True if all of the line has been read into fields, so that it has no log fields. Not set for every such line. */
	isWhole = false;
	/** Start and end of each field, in the order of `fields`. Numbers have spans, too, so that they can be explained. */
	readonly spans = new Int32Array(fields.length * 2);
	/** Buffer that the spans refer to, if it isn't the line itself: strings that had to be assembled. */
	source: Buffer | undefined;
	/** Offset after the part of the line that a pattern has matched. Only a pattern sets it. */
	knownEnd = -1;
	/**
	 * True while a line is read that no format reads otherwise: scanners then skip parts that can't be read. See unreadable.ts.
	 */
	isTolerant = false;
	/** Bit set of the fields whose parts a tolerant scanner has skipped: bit `spanOf[field] / 2`. */
	skipped = 0;
	/**
	 * Number of marks that a tolerant scanner has found: the fixed characters of a format between its fields, such as quotes,
	 * brackets and names, but not spaces. In W3C logs, the columns count instead.
	 */
	marks = 0;
	/**
	 * If no scanner could read the line: the offset at which the most successful scanner stopped, and the syntax it expected there.
	 */
	stoppedAt = -1;
	expected = '';
	/** Invalid values of fields, as logged, with the reasons. */
	readonly misread: Array<{readonly field: Field; readonly logged: string; readonly reason: string}> = [];
	/** True if the record keeps `stoppedAt`, `expected` and `misread`. */
	readonly isExplained: boolean;
	/** Number of fields that the most successful scanner had read. */
	#read = -1;

	constructor(isExplained = false) {
		this.isExplained = isExplained;
	}

	/** Resets all fields, for a new line. */
	clear(): void {
		this.time = Number.NaN;
		this.zone = 0;
		this.status = noStatus;
		this.bytes = Number.NaN;
		this.durationMs = Number.NaN;
		this.incomplete = false;
		this.isClientListed = false;
		this.isWhole = false;
		this.source = undefined;
		this.knownEnd = -1;
		this.skipped = 0;
		this.marks = 0;
		this.spans.fill(0);
		if (this.misread.length > 0) {
			this.misread.length = 0;
		}
	}

	/** Number of fields that had been read before `stoppedAt`. */
	get fieldsBeforeStop(): number {
		return Math.max(0, this.#read);
	}

	/** Copies the fields of another record. */
	copyFrom(other: EntryRecord): void {
		this.time = other.time;
		this.zone = other.zone;
		this.status = other.status;
		this.bytes = other.bytes;
		this.durationMs = other.durationMs;
		this.isClientListed = other.isClientListed;
		this.skipped = other.skipped;
		this.spans.set(other.spans);
	}

	/** Notes that a scanner reached `position` and didn't find the expected syntax. Returns `unread`. */
	stop(position: number, expected: string): number {
		if (this.isExplained) {
			const read = this.spans.reduce((sum, end, index) => sum + (index % 2 === 1 && end > 0 ? 1 : 0), 0);
			if (read > this.#read || (read === this.#read && position > this.stoppedAt)) {
				this.stoppedAt = position;
				this.expected = expected;
				this.#read = read;
			}
		}
		return unread;
	}
}

/**
 * The parts of an entry that are text, in the order of their spans. `ip` is the client, see `ClientChooser`; `peerIp` who
 * connected, where that is another.
 */
export const textFields = [
	'ip',
	'method',
	'url',
	'protocol',
	'host',
	'user',
	'referer',
	'userAgent',
	'forwardedFor',
	'upstream',
	'peerIp',
] as const;

/** The name of a part that is text. */
export type TextField = (typeof textFields)[number];

/**
 * All parts of an entry that stand in its line, in the order of their spans. `query`: where it stands apart from the
 * path; in the end it is a part of the URL.
 */
export const fields = [...textFields, 'time', 'status', 'bytes', 'durationMs', 'query'] as const;

/** The name of a part. */
export type Field = (typeof fields)[number];

/** Where a field's span begins in `spans`; its end is the next element. */
export const spanOf = Object.fromEntries(fields.map((field, index) => [field, index * 2])) as Readonly<
	Record<Field, number>
>;

/** What a scanner answers of a line that isn't of its formats. */
export const unread = -1;

/** What it answers of a line that it understands and that is no request: a header, a connection without one. */
export const noRequest = -2;

/** Stands in `status` for "not in the line". A line's own status is only kept when it is less. */
export const noStatus = 65_535;

/**
 * What a scanner found in one line: numbers, and the places of the texts in the line's bytes. One record is used
 * for all lines, so that reading a line makes no object. A text that the line doesn't have has an empty span.
 */
export class EntryRecord {
	/** Milliseconds since 1970 UTC, or NaN. */
	time = Number.NaN;
	/** Zone of the time in the log, minutes east of UTC. */
	zone = 0;
	status = noStatus;
	/** Size of the answer in bytes, or NaN. */
	bytes = Number.NaN;
	/** Time taken in milliseconds, or NaN. */
	durationMs = Number.NaN;
	/** True when the line was cut, or has no line end. Who reads the line says so: no scanner knows. */
	incomplete = false;
	/** True when the line has no time, and `time` is when it was read. Who reads the line says so, too. */
	isTimeOfReading = false;
	/**
	 * True when the client was read in the list of addresses that the request was forwarded for. Who connected is then
	 * `peerIp`, if it is in the line.
	 */
	isClientListed = false;
	/** Start and end of each field, in the order of `fields`: of the numbers too, so that it can be explained. */
	readonly spans = new Int32Array(fields.length * 2);
	/** What the spans are places in, if not in the line's own bytes: texts that had to be put together. */
	source: Buffer | undefined;
	/** Where the scanner stopped that had read most of a line that none reads, and what it wanted to find there. */
	stoppedAt = -1;
	expected = '';
	/** Values in the place of a field that aren't what they should be, as they were logged, and why not. */
	readonly misread: Array<{readonly field: Field; readonly logged: string; readonly reason: string}> = [];
	/** Whether it is remembered where scanners stop, and what they couldn't read. */
	readonly isExplained: boolean;
	/** How many fields it had read. */
	#read = -1;

	constructor(isExplained = false) {
		this.isExplained = isExplained;
	}

	/** Back to the record of a line that has nothing. */
	clear(): void {
		this.time = Number.NaN;
		this.zone = 0;
		this.status = noStatus;
		this.bytes = Number.NaN;
		this.durationMs = Number.NaN;
		this.incomplete = false;
		this.isClientListed = false;
		this.source = undefined;
		this.spans.fill(0);
		if (this.misread.length > 0) {
			this.misread.length = 0;
		}
	}

	/** How many fields the scanner had read that stopped last. */
	get fieldsBeforeStop(): number {
		return Math.max(0, this.#read);
	}

	/** Takes what another has read. */
	copyFrom(other: EntryRecord): void {
		this.time = other.time;
		this.zone = other.zone;
		this.status = other.status;
		this.bytes = other.bytes;
		this.durationMs = other.durationMs;
		this.isClientListed = other.isClientListed;
		this.spans.set(other.spans);
	}

	/** A scanner has come to `position` and not found what it wanted. Returns `unread`. */
	stop(position: number, expected: string): number {
		if (this.isExplained) {
			const read = this.spans.reduce((sum, place, index) => sum + (index % 2 === 1 && place > 0 ? 1 : 0), 0);
			if (read > this.#read || (read === this.#read && position > this.stoppedAt)) {
				this.stoppedAt = position;
				this.expected = expected;
				this.#read = read;
			}
		}
		return unread;
	}
}

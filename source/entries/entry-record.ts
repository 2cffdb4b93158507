/** The parts of an entry that are text, in the order of their spans. */
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
] as const;

/** The name of a part that is text. */
export type TextField = (typeof textFields)[number];

/** Where a field's span begins in `spans`; its end is the next element. */
export const spanOf = Object.fromEntries(textFields.map((field, index) => [field, index * 2])) as Readonly<
	Record<TextField, number>
>;

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
	/** Start and end of each text field, in the order of `textFields`. */
	readonly spans = new Int32Array(textFields.length * 2);

	/** Back to the record of a line that has nothing. */
	clear(): void {
		this.time = Number.NaN;
		this.zone = 0;
		this.status = noStatus;
		this.bytes = Number.NaN;
		this.durationMs = Number.NaN;
		this.incomplete = false;
		this.spans.fill(0);
	}
}

/** A request that was marked. */
export type Mark = {
	readonly kind: 'mark';
	readonly token: string;
	/** Where the request stands in the listing, milliseconds since 1970. */
	readonly time: number;
	/** When it was marked, milliseconds since 1970. */
	readonly made: number;
	/** What was watched then, see `logNames`. */
	readonly logs: readonly string[];
};

/** A line between the requests from before a time and those from after it. */
export type Separator = {
	readonly kind: 'separator';
	/** Milliseconds since 1970. */
	readonly time: number;
	/** What was written for it, maybe nothing. Any text. */
	readonly text: string;
	/** What was watched then, see `logNames`. */
	readonly logs: readonly string[];
};

/** What is kept. */
export type MarkRecord = Mark | Separator;

/** What one does to what is kept. */
export type MarkChange =
	| {readonly type: 'add'; readonly record: MarkRecord}
	| {readonly type: 'remove'; readonly record: MarkRecord};

/** The newest so many are kept. */
export const mostRecords = 1000;

/** What stands for a record: of two with the same, the later one counts. */
export const recordId = (record: MarkRecord): string =>
	record.kind === 'mark'
		? `mark ${record.token}`
		: `separator ${record.time} ${JSON.stringify([record.text, ...record.logs])}`;

/** Records after a change, the newest last. */
export const withChange = (
	records: readonly MarkRecord[],
	{type, record}: MarkChange,
): readonly MarkRecord[] => {
	const id = recordId(record);
	const others = records.filter(other => recordId(other) !== id);
	if (type === 'remove') {
		return others;
	}
	const at = others.findLastIndex(other => madeAt(other) <= madeAt(record)) + 1;
	return others.toSpliced(at, 0, record).slice(-mostRecords);
};

const madeAt = (record: MarkRecord): number => (record.kind === 'mark' ? record.made : record.time);

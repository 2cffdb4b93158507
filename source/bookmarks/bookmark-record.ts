/** A request that was marked. */
export type Bookmark = {
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
export type BookmarkRecord = Bookmark | Separator;

/** What one does to what is kept. */
export type BookmarkChange =
	| {readonly type: 'add'; readonly record: BookmarkRecord}
	| {readonly type: 'remove'; readonly record: BookmarkRecord};

/** The newest so many are kept. */
export const mostRecords = 1000;

/** What stands for a record: of two with the same, the later one counts. */
export function recordId(record: BookmarkRecord): string {
	return record.kind === 'mark'
		? `mark ${record.token}`
		: `separator ${record.time} ${JSON.stringify([record.text, ...record.logs])}`;
}

/** Records after a change, the newest last. */
export function withChange(
	records: readonly BookmarkRecord[],
	{type, record}: BookmarkChange,
): readonly BookmarkRecord[] {
	const id = recordId(record);
	const others = records.filter(other => recordId(other) !== id);
	if (type === 'remove') {
		return others;
	}
	const at = others.findLastIndex(other => madeAt(other) <= madeAt(record)) + 1;
	return others.toSpliced(at, 0, record).slice(-mostRecords);
}

function madeAt(record: BookmarkRecord): number {
	return record.kind === 'mark' ? record.made : record.time;
}

/** What has been kept can't be read: it isn't touched then. */
export class BrokenBookmarks extends Error {}

/** Records as they are kept: one a line, as JSON. */
export function bookmarkLines(records: readonly BookmarkRecord[]): string {
	return records.map(record => `${JSON.stringify(record)}\n`).join('');
}

/**
 * The records that these lines keep.
 * @throws BrokenMarks for a line that is none of them
 */
export function readBookmarkLines(text: string): readonly BookmarkRecord[] {
	return text.split('\n').flatMap((line, index) => {
		if (line === '') {
			return [];
		}
		const record = recordIn(line);
		if (record === null) {
			throw new BrokenBookmarks(`its line ${index + 1} is no mark`);
		}
		return [record];
	});
}

function recordIn(line: string): BookmarkRecord | null {
	const value = parsed(line);
	if (typeof value !== 'object' || value === null || !('kind' in value)) {
		return null;
	}
	const {kind, time, made, token, text, logs} = value as Readonly<Record<string, unknown>>;
	if (!isTime(time) || !isTexts(logs)) {
		return null;
	}
	if (kind === 'mark' && isTime(made) && typeof token === 'string') {
		return {kind, token, time, made, logs};
	}
	return kind === 'separator' && typeof text === 'string' ? {kind, time, text, logs} : null;
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return null;
	}
}

function isTime(value: unknown): value is number {
	return typeof value === 'number';
}

function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every(item => typeof item === 'string');
}

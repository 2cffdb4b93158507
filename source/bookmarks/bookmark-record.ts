/** A bookmarked request. */
export type Bookmark = {
	readonly kind: 'mark';
	readonly token: string;
	/** Time of the request in the listing, in ms since 1970. */
	readonly time: number;
	/** Time when it was bookmarked, in ms since 1970. */
	readonly made: number;
	/** Names of the logs that were followed at that time, see `logNames`. */
	readonly logs: readonly string[];
};

/** A line between the requests before and after a time. */
export type Separator = {
	readonly kind: 'separator';
	/** In ms since 1970. */
	readonly time: number;
	/** The text that the user wrote for it. It may be empty, and contain any character. */
	readonly text: string;
	/** Names of the logs that were followed at that time, see `logNames`. */
	readonly logs: readonly string[];
};

/** A record of the file. */
export type BookmarkRecord = Bookmark | Separator;

/** A change of the records. */
export type BookmarkChange =
	| {readonly type: 'add'; readonly record: BookmarkRecord}
	| {readonly type: 'remove'; readonly record: BookmarkRecord};

/** Maximum number of records. The oldest are dropped first. */
export const maxRecords = 1000;

/** Returns the identity of a record. A later record replaces an earlier one with the same identity. */
export function recordId(record: BookmarkRecord): string {
	return record.kind === 'mark'
		? `mark ${record.token}`
		: `separator ${record.time} ${JSON.stringify([record.text, ...record.logs])}`;
}

/** Returns the records after a change, newest last. */
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
	return others.toSpliced(at, 0, record).slice(-maxRecords);
}

function madeAt(record: BookmarkRecord): number {
	return record.kind === 'mark' ? record.made : record.time;
}

/** The file can't be read. It isn't changed then. */
export class BrokenBookmarks extends Error {}

/** Formats records as JSON, one a line. */
export function bookmarkLines(records: readonly BookmarkRecord[]): string {
	return records.map(record => `${JSON.stringify(record)}\n`).join('');
}

/**
 * Parses the lines of a file.
 * @throws BrokenBookmarks for an invalid line
 */
export function readBookmarkLines(text: string): readonly BookmarkRecord[] {
	return text.split('\n').flatMap((line, index) => {
		if (line === '') {
			return [];
		}
		const record = recordIn(line);
		if (record === null) {
			throw new BrokenBookmarks(`its line ${index + 1} isn't a mark`);
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

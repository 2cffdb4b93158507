/** A row as sent, parsed. */
export type SentRow = Readonly<Record<string, unknown>>;

/** Parses the rows of a document in ClickHouse's format JSONCompact. */
export function decodeRows(bytes: Buffer): readonly SentRow[] {
	const {meta, data}: {meta: ReadonlyArray<{name: string}>; data: ReadonlyArray<readonly unknown[]>} =
		JSON.parse(bytes.toString());
	return data.map(row => {
		if (row.length !== meta.length) {
			throw new Error(`${row.length} values of ${meta.length} columns`);
		}
		return Object.fromEntries(meta.map(({name}, index) => [name, row[index]]));
	});
}

import {setImmediate as nextTurn} from 'node:timers/promises';
import {useEffect, useMemo, useRef, useState} from 'react';
import type {Clock} from '../../clock.js';
import {minute} from '../../durations.js';
import type {OwnColumn} from '../../fields/fields.js';
import type {ChosenColumn} from '../../format/chosen-columns.js';
import {everything} from '../../query/query.js';
import type {Cursor, Entry, Store} from '../../store/store.js';
import type {ListingState} from '../listing/listing-state.js';

/** A column that a wide screen adds. */
type WideColumn = {
	readonly column: ChosenColumn & {readonly name: OwnColumn};
	/** Minimum width of the listing. */
	readonly from: number;
	/** The value that must be logged. */
	readonly value: (entry: Entry) => string | number | null;
	/** Minimum share of requests with a value. */
	readonly share?: number;
	/** True if the log must have different values. */
	readonly mustVary?: true;
};

/** All columns that wide screens add, in their order. Their widths are fixed: no row moves a column. */
const wideColumns: readonly WideColumn[] = [
	{column: {name: 'duration', width: 8}, from: 120, value: ({durationMs}) => durationMs, share: 0.01},
	{column: {name: 'bytes', width: 7}, from: 150, value: ({bytes}) => bytes},
	{column: {name: 'family', width: 13}, from: 150, value: ({userAgent}) => userAgent},
	{column: {name: 'upstream', width: 14}, from: 200, value: ({upstream}) => upstream, mustVary: true},
	{column: {name: 'host', width: 16}, from: 200, value: ({host}) => host, mustVary: true},
	{column: {name: 'user', width: 12}, from: 240, value: ({user}) => user, mustVary: true},
	{column: {name: 'referer', width: 20}, from: 240, value: ({referer}) => referer, mustVary: true},
];

/** Minimum width of a listing with added columns. */
const wideFrom = Math.min(...wideColumns.map(({from}) => from));

/** Number of the newest requests that decide, and number of requests decoded before keys are processed. */
const sampleSize = 1000;
const sliceSize = 100;

/** Names of columns. */
type ColumnNames = ReadonlySet<OwnColumn>;

/** Returns the columns of wide screens for which requests have values. */
export function loggedColumns(entries: readonly Entry[]): ColumnNames {
	const logged = wideColumns.filter(({value, share = 0, mustVary}) => {
		const values = entries.map(value).filter(one => one !== null);
		return (
			values.length > 0 && values.length >= share * entries.length && (!mustVary || new Set(values).size > 1)
		);
	});
	return new Set(logged.map(({column}) => column.name));
}

/** Returns the columns that a listing of this width adds. */
export function addedColumns(width: number, logged: ColumnNames): readonly ChosenColumn[] {
	return wideColumns
		.filter(({from, column}) => width >= from && logged.has(column.name))
		.map(({column}) => column);
}

/** Returns the newest requests. Decoding all at once takes 10 to 40 ms; a server answers one query faster than ten. */
async function newestRequests(
	store: Pick<Store, 'page'>,
	isServer: boolean,
	signal: AbortSignal,
): Promise<readonly Entry[]> {
	const size = isServer ? sampleSize : sliceSize;
	const found: Entry[] = [];
	let cursor: Cursor = {from: 'newest'};
	for (;;) {
		const {entries} = await store.page(everything, cursor, size, signal);
		found.push(...entries);
		const last = entries.at(-1);
		if (last === undefined || entries.length < size || found.length >= sampleSize) {
			return found;
		}
		cursor = {from: 'older', position: last.position};
		await nextTurn();
	}
}

/** The data that decides which columns are added. */
export type LoggedSource = {readonly store: Pick<Store, 'page'>; readonly clock: Clock};

/**
 * Returns the columns of wide screens for which the log has values: at first by the rows of the first page, so that its frame has
 * them, then by the newest requests. No column is removed again.
 * @param width - the width of the listing without a pane to the right of it; 0 if no column can be added
 */
export function useLoggedColumns(
	{store, clock}: LoggedSource,
	{rows, frozen, status: {indexing, server}}: Pick<ListingState, 'rows' | 'frozen' | 'status'>,
	width: number,
): ColumnNames {
	const hasRows = rows.length > 0;
	const firstRows = useRef<typeof rows | null>(null);
	if (width >= wideFrom && hasRows) {
		firstRows.current ??= rows;
	}
	const first = firstRows.current;
	const [found, setFound] = useState<ColumnNames>(() => new Set());
	const logged = useMemo(
		() => new Set([...loggedColumns((first ?? []).map(({entry}) => entry)), ...found]),
		[first, found],
	);
	const latest = useRef(logged);
	latest.current = logged;
	const isMissing = wideColumns.some(({from, column}) => width >= from && !logged.has(column.name));
	const isAsking = isMissing && hasRows && !frozen;
	const isRead = indexing === null;
	const isServer = server !== undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the backfill may have brought other columns
	useEffect(() => {
		if (!isAsking) {
			return undefined;
		}
		const controller = new AbortController();
		let cancel = (): void => {};
		const ask = (): void => {
			cancel = clock.after(minute, ask);
			newestRequests(store, isServer, controller.signal).then(
				entries => {
					const names = loggedColumns(entries);
					// Another layout would redraw all rows.
					const isKnown = [...names].every(name => latest.current.has(name));
					setFound(known => (isKnown ? known : new Set([...known, ...names])));
				},
				// The listing reports errors of the store.
				() => {},
			);
		};
		ask();
		return () => {
			controller.abort();
			cancel();
		};
	}, [store, clock, isAsking, isRead, isServer]);
	return logged;
}

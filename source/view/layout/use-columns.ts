import {useMemo, useState, useSyncExternalStore} from 'react';
import type {ChosenColumn} from '../../format/chosen-columns.js';
import type {Column} from '../../format/columns.js';
import {pathsApart} from '../../format/cut-path.js';
import type {ListingState} from '../listing/listing-state.js';
import {externalStore} from '../state/external-store.js';
import {type ColumnWidths, columnWidths, type Shifts} from './column-widths.js';

/** The user's choice of columns. Immutable. */
type ColumnsState = {
	/** The chosen columns in order, at least one. */
	readonly chosen: readonly ChosenColumn[];
	readonly shifts: Shifts;
};

/** The settings of the listing's columns, as an external store for React. */
export type ColumnSettings = {
	getState(): ColumnsState;
	/** Calls the listener after every change. Returns a function that unsubscribes it. */
	subscribe(listener: () => void): () => void;
	choose(chosen: readonly ChosenColumn[]): void;
	/** Scrolls a column so that `by` terminal columns of its values are hidden. */
	shift(column: Column, by: number): void;
};

/** Returns settings that start with these columns. */
export function columnSettings(chosen: readonly ChosenColumn[]): ColumnSettings {
	const store = externalStore<ColumnsState, Partial<ColumnsState>>(
		{chosen, shifts: {}},
		(state, changes) => ({
			...state,
			...changes,
		}),
	);
	return {
		getState: store.getState,
		subscribe: store.subscribe,
		choose: next => store.dispatch({chosen: next}),
		shift(column, by) {
			const {[column]: _, ...others} = store.getState().shifts;
			store.dispatch({shifts: by > 0 ? {...others, [column]: by} : others});
		},
	};
}

type UsedColumns = {
	readonly settings: ColumnSettings;
	/** The chosen columns, even if not all fit. */
	readonly wanted: readonly Column[];
	readonly layout: ColumnWidths;
};

/** Returns the column settings and the layout for a screen width. */
export function useColumns(
	first: readonly ChosenColumn[],
	width: number,
	{widest, status: {files}}: ListingState,
): UsedColumns {
	const [settings] = useState(() => columnSettings(first));
	const {chosen, shifts} = useSyncExternalStore(settings.subscribe, settings.getState);
	const wanted = useMemo(() => chosen.map(({name}) => name), [chosen]);
	// Every refresh has a new array, usually of the same files. A new layout would redraw all rows.
	const paths = useMemo(() => files.map(({path}) => path).join('\0'), [files]);
	const apart = useMemo(() => pathsApart(paths.split('\0')), [paths]);
	const layout = useMemo(
		() => ({...columnWidths(width, widest, chosen, shifts), apart}),
		[width, widest, chosen, shifts, apart],
	);
	return {settings, wanted, layout};
}

import {useMemo, useState, useSyncExternalStore} from 'react';
import type {ChosenColumn} from '../../format/chosen-columns.js';
import type {Column} from '../../format/columns.js';
import {pathsApart} from '../../format/cut-path.js';
import type {ListingState} from '../listing/listing-state.js';
import {externalStore} from '../state/external-store.js';
import {type ColumnWidths, columnWidths, type Shifts} from './column-widths.js';

/** What the user has made of the columns. Never changed in place. */
type ColumnsState = {
	/** The columns that are wanted, in their order: at least one. */
	readonly chosen: readonly ChosenColumn[];
	readonly shifts: Shifts;
};

/** The columns of the listing as they are set: an external store for React. */
export type ColumnSettings = {
	getState(): ColumnsState;
	/** Calls the listener after every change. Returns the function that ends it. */
	subscribe(listener: () => void): () => void;
	choose(chosen: readonly ChosenColumn[]): void;
	/** Scrolls the texts of a column so far that so many terminal columns are out of sight. */
	shift(column: Column, by: number): void;
};

/** Settings that begin with these columns. */
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

/** The columns of the screen. */
type UsedColumns = {
	readonly settings: ColumnSettings;
	/** Those that are wanted, also where there is no room for all. */
	readonly wanted: readonly Column[];
	readonly layout: ColumnWidths;
};

/** The columns as they are set, and how wide they are on a screen. */
export function useColumns(
	first: readonly ChosenColumn[],
	width: number,
	{widest, status: {files}}: ListingState,
): UsedColumns {
	const [settings] = useState(() => columnSettings(first));
	const {chosen, shifts} = useSyncExternalStore(settings.subscribe, settings.getState);
	const wanted = useMemo(() => chosen.map(({name}) => name), [chosen]);
	// Each refresh has another array, mostly of the same files: with another layout all rows would be drawn anew.
	const paths = useMemo(() => files.map(({path}) => path).join('\0'), [files]);
	const apart = useMemo(() => pathsApart(paths.split('\0')), [paths]);
	const layout = useMemo(
		() => ({...columnWidths(width, widest, chosen, shifts), apart}),
		[width, widest, chosen, shifts, apart],
	);
	return {settings, wanted, layout};
}

import {useMemo, useState, useSyncExternalStore} from 'react';
import {type ChosenColumn, defaultChoice} from '../../format/chosen-columns.js';
import type {Column} from '../../format/columns.js';
import {commonPathOf} from '../../format/cut-path.js';
import {isByCost, type Order} from '../../query/order.js';
import type {ListingState} from '../listing/listing-state.js';
import {externalStore} from '../state/external-store.js';
import {type ColumnWidths, columnWidths, type Shifts} from './column-widths.js';
import {addedColumns, type LoggedSource, useLoggedColumns} from './use-logged-columns.js';

/** The user's choice of columns. Immutable. */
type ColumnsState = {
	/** The chosen columns in order, at least one; `defaultChoice` until the user chooses. */
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
	/** The listing without a pane to the right of it: its width, and the columns that it adds. */
	readonly whole?: {readonly width: number; readonly added: readonly ChosenColumn[]};
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

/** Returns the columns in effect: the chosen ones, or the default and the added ones. */
export function columnsWith(
	chosen: readonly ChosenColumn[],
	added: readonly ChosenColumn[],
): readonly ChosenColumn[] {
	return chosen === defaultChoice && added.length > 0 ? [...chosen, ...added] : chosen;
}

/** Adds the column that rows are sorted by, so that the order is visible on narrow screens, too. */
function withSorted(added: readonly ChosenColumn[], order: Order): readonly ChosenColumn[] {
	const isShown = !isByCost(order) || added.some(({name}) => name === order);
	return isShown ? added : [...added, {name: order, width: null}];
}

type UsedColumns = {
	readonly settings: ColumnSettings;
	/** The columns in effect, even if not all fit. */
	readonly wanted: readonly Column[];
	readonly layout: ColumnWidths;
};

/** The widths of the screen and of the listing, which is narrower while a pane is to the right of it. */
type Widths = {readonly screen: number; readonly listing: number; readonly isSpoken: boolean};

/** Returns the column settings and the layout for a width. */
export function useColumns(
	first: readonly ChosenColumn[],
	{screen, listing: width, isSpoken}: Widths,
	listing: ListingState,
	source: LoggedSource,
): UsedColumns {
	const {
		widest,
		order,
		status: {files},
	} = listing;
	const [settings] = useState(() => columnSettings(first));
	const {chosen, shifts} = useSyncExternalStore(settings.subscribe, settings.getState);
	const mayAdd = chosen === defaultChoice && !isSpoken;
	const logged = useLoggedColumns(source, listing, mayAdd ? screen : 0);
	const wide = useMemo(() => (mayAdd ? addedColumns(width, logged) : []), [mayAdd, width, logged]);
	const added = useMemo(() => withSorted(wide, order), [wide, order]);
	const whole = {width: screen, added: withSorted(mayAdd ? addedColumns(screen, logged) : [], order)};
	const columns = useMemo(() => columnsWith(chosen, added), [chosen, added]);
	const wanted = useMemo(() => columns.map(({name}) => name), [columns]);
	// Every refresh has a new array, usually of the same files. A new layout would redraw all rows.
	const paths = useMemo(() => files.map(({path}) => path).join('\0'), [files]);
	const apart = useMemo(() => commonPathOf(paths.split('\0')), [paths]);
	const layout = useMemo(
		() => ({...columnWidths(width, widest, columns, shifts, wide.length > 0), apart}),
		[width, widest, columns, shifts, wide, apart],
	);
	return {settings: {...settings, whole}, wanted, layout};
}

import type {ChosenColumn} from '../../listing/chosen-columns.js';
import type {Column} from '../../listing/columns.js';
import {externalStore} from '../state/external-store.js';
import type {Shifts} from './column-widths.js';

/** What the user has made of the columns. Never changed in place. */
export type ColumnsState = {
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

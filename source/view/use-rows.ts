import {useState} from 'react';
import {usualRows} from '../listing/usual-rows.js';

/** Rows to a page, as they are set. */
export type PageRows = {
	/** As many, or as many as there is room for. */
	readonly rows: number | 'fit';
	set(rows: number | 'fit'): void;
	/** As many as fit, or back to what was before. */
	toggle(): void;
};

/** How many rows a page has, to begin with `first`. */
export function useRows(first: number | 'fit'): PageRows {
	// What `z` goes back to when the screen began with as many as fit.
	const few = first === 'fit' ? usualRows : first;
	const [{isFitting, most}, setRows] = useState({isFitting: first === 'fit', most: few});
	return {
		rows: isFitting ? 'fit' : most,
		set(rows) {
			setRows(state => (rows === 'fit' ? {...state, isFitting: true} : {isFitting: false, most: rows}));
		},
		toggle() {
			setRows(state => ({...state, isFitting: !state.isFitting}));
		},
	};
}

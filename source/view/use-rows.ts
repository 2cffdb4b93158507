import {useRef, useState} from 'react';
import {usualRows} from '../listing/usual-rows.js';

/** Rows to a page, as they are set. */
export type PageRows = {
	/** As many, or as many as there is room for. */
	readonly rows: number | 'fit';
	/** The same once what the keys have asked for is drawn. */
	latest(): number | 'fit';
	set(rows: number | 'fit'): void;
	/** As many as fit, or back to what was before. */
	toggle(): void;
};

/** How many rows a page has, to begin with `first`. */
export function useRows(first: number | 'fit'): PageRows {
	// What `z` goes back to when the screen began with as many as fit.
	const few = first === 'fit' ? usualRows : first;
	const [state, setState] = useState({isFitting: first === 'fit', most: few});

	// Several keys may come at once, before React has drawn what the first one did.
	const latest = useRef(state);
	const change = (changes: Partial<typeof state>): void => {
		latest.current = {...latest.current, ...changes};
		setState(latest.current);
	};

	return {
		rows: rowsOf(state),
		latest: () => rowsOf(latest.current),
		set: rows => change(rows === 'fit' ? {isFitting: true} : {isFitting: false, most: rows}),
		toggle: () => change({isFitting: !latest.current.isFitting}),
	};
}

const rowsOf = ({isFitting, most}: {readonly isFitting: boolean; readonly most: number}): number | 'fit' =>
	isFitting ? 'fit' : most;

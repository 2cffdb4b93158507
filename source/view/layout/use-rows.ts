import {usualRows} from '../../format/chosen-columns.js';
import {useLatestState} from '../state/use-latest-state.js';

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
	const {shown: state, latest, set} = useLatestState({isFitting: first === 'fit', most: few});
	const change = (changes: Partial<typeof state>): void => set({...latest(), ...changes});

	return {
		rows: rowsOf(state),
		latest: () => rowsOf(latest()),
		set: rows => change(rows === 'fit' ? {isFitting: true} : {isFitting: false, most: rows}),
		toggle: () => change({isFitting: !latest().isFitting}),
	};
}

function rowsOf({isFitting, most}: {readonly isFitting: boolean; readonly most: number}): number | 'fit' {
	return isFitting ? 'fit' : most;
}

import {defaultRows} from '../../format/chosen-columns.js';
import {useLatestState} from '../state/use-latest-state.js';

/** The setting for the number of rows per page. */
export type PageRows = {
	/** The number of rows; `fit`: fills the screen. */
	readonly rows: number | 'fit';
	/** Returns the latest value, including changes by keys that aren't drawn yet. */
	latest(): number | 'fit';
	set(rows: number | 'fit'): void;
	/** Switches between a full screen and the previous number. */
	toggle(): void;
};

/**
 * Returns the setting, which starts as `first`.
 * @param keepFilling - called when the user toggles it
 */
export function useRows(first: number | 'fit', keepFilling: (isFilling: boolean) => void): PageRows {
	// The number to which `z` switches if the screen started with `fit`.
	const number = first === 'fit' ? defaultRows : first;
	const {shown: state, latest, set} = useLatestState({isFitting: first === 'fit', number});
	const change = (changes: Partial<typeof state>): void => set({...latest(), ...changes});

	return {
		rows: rowsOf(state),
		latest: () => rowsOf(latest()),
		set: rows => change(rows === 'fit' ? {isFitting: true} : {isFitting: false, number: rows}),
		toggle() {
			const isFitting = !latest().isFitting;
			change({isFitting});
			keepFilling(isFitting);
		},
	};
}

function rowsOf({isFitting, number}: {readonly isFitting: boolean; readonly number: number}): number | 'fit' {
	return isFitting ? 'fit' : number;
}

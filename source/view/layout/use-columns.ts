import {useMemo, useState, useSyncExternalStore} from 'react';
import type {ChosenColumn} from '../../listing/chosen-columns.js';
import type {Column} from '../../listing/columns.js';
import {pathsApart} from '../../listing/cut-path.js';
import type {ListingState} from '../listing/listing-state.js';
import {type ColumnSettings, columnSettings} from './column-settings.js';
import {type ColumnWidths, columnWidths} from './column-widths.js';

/** The columns of the screen. */
export type UsedColumns = {
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

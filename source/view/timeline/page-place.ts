import {type ListingState, selectedLine} from '../listing/listing-state.js';
import type {ChartMarks} from './chart-lines.js';
import {columnOf} from './edges.js';

/** The columns in which the rows of the page are, and the selected one. */
export function pagePlace(
	listing: Pick<ListingState, 'rows' | 'selected'>,
	edges: readonly number[],
): Pick<ChartMarks, 'page' | 'selected'> {
	const width = edges.length - 1;
	const columnAt = (time: number | null): number => (time === null ? -1 : columnOf(time, edges));
	const columns = listing.rows
		.map(({entry}) => columnAt(entry.time))
		.filter(column => column >= 0 && column < width);
	const row = listing.rows[selectedLine(listing)];
	const column = row ? columnAt(row.entry.time) : -1;
	return {
		page: columns.length === 0 ? null : {from: Math.min(...columns), to: Math.max(...columns)},
		selected: column >= 0 && column < width ? column : null,
	};
}

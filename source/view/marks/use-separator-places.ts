import {useMemo} from 'react';
import type {Separator} from '../../marks/mark-record.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {ListingState} from '../listing/listing-state.js';
import {noPlaces, type ShownPlaces, separatorPlaces, shownPlaces} from './separator-places.js';
import {useEdges} from './use-edges.js';
import type {Marks} from './use-marks.js';

/** On lower screens all lines are for requests. */
const leastRows = 4;

/**
 * Lines of the listing that are left for separators as soon as there is one, so that the requests on a page don't
 * become fewer and more as separators come and go.
 * @param rows - lines that there are
 */
export const separatorLines = (separators: readonly Separator[], rows: number): number =>
	separators.length > 0 && rows >= leastRows ? 1 : 0;

/** Where separators stand on the page, as far as there is room for `room` lines of them. */
export function useSeparatorPlaces(
	store: Pick<Store, 'page'>,
	query: Query,
	listing: ListingState,
	{separators, at}: Pick<Marks, 'separators' | 'at'>,
	room: number,
): ShownPlaces {
	const {above, isEnd} = useEdges(store, query, listing, separators);
	const {rows} = listing;
	return useMemo(
		() =>
			separators.length === 0
				? noPlaces
				: shownPlaces(separatorPlaces(rows, separators, {above, isEnd}), room, at),
		[rows, separators, above, isEnd, room, at],
	);
}

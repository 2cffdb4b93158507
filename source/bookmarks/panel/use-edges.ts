import {useEffect, useMemo, useRef, useState} from 'react';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {ListingState} from '../../view/listing/listing-state.js';
import type {Separator} from '../bookmark-record.js';
import {
	noPlaces,
	type PageEdges,
	type ShownPlaces,
	separatorPlaces,
	shownPlaces,
	unknownEdges,
} from './separators.js';
import type {Bookmarks} from './use-bookmarks.js';

/** What was found out of a page, and which. */
type KnownEdges = {readonly page: string; readonly edges: PageEdges};

const nothingKnown: KnownEdges = {page: '', edges: unknownEdges};

/**
 * What is beyond the page that is shown, as far as a separator may stand there. Of rows that flow it is known; for a
 * page that is held the store is asked, and only when there is such a separator.
 * @param separators - the newest first
 */
function useEdges(
	store: Pick<Store, 'page'>,
	query: Query,
	{
		rows,
		mode,
		frozen,
		newer,
		count,
		status,
	}: Pick<ListingState, 'rows' | 'mode' | 'frozen' | 'newer' | 'count' | 'status'>,
	separators: readonly Separator[],
): PageEdges {
	const [known, setKnown] = useState(nothingKnown);
	const flowing = useRef(nothingKnown);
	const first = rows[0]?.entry;
	const last = rows.at(-1)?.entry;
	const above = first && separators.findLast(({time}) => time >= first.position.time);
	const below = last && separators.find(({time}) => time < last.position.time);
	const isFlowing = mode === 'following' && !frozen;
	// While the past is read, what is the end now isn't for long.
	const isRead = status.indexing === null;
	const page = `${query.text} ${first?.token} ${last?.token}`;
	const flow = {
		// What is above rows that flow is ahead of the clock.
		above: Number.POSITIVE_INFINITY,
		isEnd: isRead && count !== null && count.n <= newer + rows.length,
	};
	useEffect(() => {
		if (isFlowing) {
			// It stays so when the page begins to be held.
			flowing.current = {page, edges: flow};
		}
	});
	useEffect(() => {
		if (isFlowing || !first || !last || (!above && !below)) {
			return;
		}

		const controller = new AbortController();
		const {signal} = controller;
		const ask = async (): Promise<void> => {
			const [newerPage, olderPage] = await Promise.all([
				above ? store.page(query, {from: 'newer', position: first.position}, 1, signal) : null,
				below && isRead ? store.page(query, {from: 'older', position: last.position}, 1, signal) : null,
			]);
			if (!signal.aborted) {
				const isEnd = olderPage !== null && olderPage.entries.length === 0;
				const time = newerPage?.entries[0]?.position.time ?? Number.POSITIVE_INFINITY;
				setKnown({page, edges: {above: above ? time : null, isEnd}});
			}
		};

		// Without an answer they aren't shown; why the store has none is told by the listing.
		ask().catch(() => {});
		return () => controller.abort();
	}, [store, query, page, first, last, above, below, isFlowing, isRead]);

	if (isFlowing) {
		return flow;
	}

	return [known, flowing.current].find(one => one.page === page)?.edges ?? unknownEdges;
}

/** On lower screens all lines are for requests. */
const leastRows = 4;

/**
 * Lines of the listing that are left for separators as soon as there is one, so that the requests on a page don't
 * become fewer and more as separators come and go.
 * @param rows - lines that there are
 */
export function separatorLines(separators: readonly Separator[], rows: number): number {
	return separators.length > 0 && rows >= leastRows ? 1 : 0;
}

/** Where separators stand on the page, as far as there is room for `room` lines of them. */
export function useSeparatorPlaces(
	store: Pick<Store, 'page'>,
	query: Query,
	listing: ListingState,
	{separators, at}: Pick<Bookmarks, 'separators' | 'at'>,
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

import {useEffect, useMemo, useRef, useState} from 'react';
import type {Separator} from '../../bookmarks/bookmark-record.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {ListingState} from '../listing/listing-state.js';
import {
	fitSeparators,
	noSeparators,
	type PageEdges,
	type ShownSeparators,
	separatorRows,
	unknownEdges,
} from './separators.js';
import type {Bookmarks} from './use-bookmarks.js';

/** The edges of a page, and the page they belong to. */
type KnownEdges = {readonly page: string; readonly edges: PageEdges};

const nothingKnown: KnownEdges = {page: '', edges: unknownEdges};

/**
 * Returns the requests next to the shown page, for separators. They are known while rows flow. Otherwise it queries the store,
 * and only if a separator may be at an edge.
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
	// During the backfill, the oldest entry changes all the time.
	const isRead = status.indexing === null;
	const page = `${query.text} ${first?.token} ${last?.token}`;
	const flow = {
		// Only requests ahead of the clock are above rows that flow.
		above: Number.POSITIVE_INFINITY,
		isEnd: isRead && count !== null && count.n <= newer + rows.length,
	};
	useEffect(() => {
		if (isFlowing) {
			// These edges stay valid when the page stops flowing.
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
		// On an error the separators aren't shown. The listing reports the error.
		ask().catch(() => {});
		return () => controller.abort();
	}, [store, query, page, first, last, above, below, isFlowing, isRead]);

	if (isFlowing) {
		return flow;
	}
	return [known, flowing.current].find(one => one.page === page)?.edges ?? unknownEdges;
}

/** Minimum number of lines for separators: on lower screens all lines show requests. */
const minRows = 4;

/**
 * Returns the number of lines reserved for separators. It is constant as soon as one exists, so that the number of requests on a
 * page doesn't change when a separator enters or leaves it.
 * @param rows - number of lines of the listing
 */
export function separatorLines(separators: readonly Separator[], rows: number): number {
	return separators.length > 0 && rows >= minRows ? 1 : 0;
}

/** Returns the separators of the page, up to `height` lines; none unless the newest rows are first. */
export function useSeparators(
	store: Pick<Store, 'page'>,
	query: Query,
	listing: ListingState,
	{separators, at}: Pick<Bookmarks, 'separators' | 'at'>,
	height: number,
): ShownSeparators {
	const {above, isEnd} = useEdges(store, query, listing, separators);
	const {rows, order} = listing;
	return useMemo(
		() =>
			separators.length === 0 || order !== 'time'
				? noSeparators
				: fitSeparators(separatorRows(rows, separators, {above, isEnd}), height, at),
		[rows, order, separators, above, isEnd, height, at],
	);
}

import {useRef, useSyncExternalStore} from 'react';
import type {ListingController} from './listing-controller.js';
import type {ListingState} from './listing-state.js';

type Listing = Pick<ListingController, 'subscribe' | 'getState'>;

/** The properties that change with every refresh while lines arrive. Only the lines about the rows depend on them. */
const flowing: ReadonlySet<keyof ListingState> = new Set(['rows', 'count', 'seen', 'newer']);

/** True if at most the rows and their number differ, and not whether there are any. */
function isFlow(before: ListingState, now: ListingState): boolean {
	return (
		before.rows.length > 0 === now.rows.length > 0 &&
		(before.count === null) === (now.count === null) &&
		// The status reports lines that a search can't read.
		(now.count?.lines === undefined || now.count === before.count) &&
		(Object.keys(now) as Array<keyof ListingState>).every(
			name => flowing.has(name) || now[name] === before[name],
		)
	);
}

/**
 * Returns the latest state of the listing. Renders when it changes, but not for rows that arrive: the whole screen would render
 * twenty times a second.
 */
export function useSteadyListing(listing: Listing): ListingState {
	const last = useRef(listing.getState());
	useSyncExternalStore(listing.subscribe, () => {
		const now = listing.getState();
		if (!isFlow(last.current, now)) {
			last.current = now;
		}
		return last.current;
	});
	return listing.getState();
}

/** Returns the latest state of the listing. Renders with every change while `isFlowing`. */
export function useListing(listing: Listing, isFlowing = true): ListingState {
	useSyncExternalStore(listing.subscribe, () => (isFlowing ? listing.getState() : null));
	return listing.getState();
}

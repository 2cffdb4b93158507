import {everything, isEverything, type Query} from '../../query/query.js';
import type {Position, Store} from '../../store/store.js';
import type {ListingState} from './listing-state.js';

/** The newest entry of all at a moment: what comes later is new to whichever query. */
export type NewestSeen = {
	/** Null when there was none. */
	readonly position: Position | null;
	/** The moment is now. Where the query leaves entries out, the store is asked. */
	note(state: Pick<ListingState, 'newer' | 'rows'>, query: Query): void;
	close(): void;
};

/** Nothing seen yet. */
export function newestSeen(store: Pick<Store, 'page'>): NewestSeen {
	let position: Position | null = null;
	let asking: AbortController | undefined;
	return {
		get position() {
			return position;
		},
		note({newer, rows}, query) {
			asking?.abort();
			position = (newer === 0 && rows[0]?.entry.position) || null;
			if (isEverything(query)) {
				return;
			}

			const controller = new AbortController();
			asking = controller;
			store.page(everything, {from: 'newest'}, 1, controller.signal).then(
				({entries: [newest]}) => {
					if (!controller.signal.aborted) {
						position = newest?.position ?? position;
					}
				},
				// What is known from the page is near enough; what the matter is, the next refresh says.
				() => {},
			);
		},
		close() {
			asking?.abort();
		},
	};
}

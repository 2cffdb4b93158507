import {both, isEverything, type Query} from '../../query/query.js';
import {forwardedStore} from '../../store/forwarded-store.js';
import type {Store} from '../../store/store.js';
import type {ExcludeState, StandingExclude} from './standing-exclude.js';

/** A store without the excluded requests, and their number. */
type ExcludingStore = {
	readonly store: Store;
	/** Counts the requests that match a query and are excluded. */
	excluded(query: Query, signal?: AbortSignal): Promise<number>;
};

/** Returns a function of a query and an exclude that returns the same object for the same arguments. */
function remembered(
	combine: (exclude: Query, query: Query) => Query,
): (exclude: Query, query: Query) => Query {
	const known = new WeakMap<Query, WeakMap<Query, Query>>();
	return (exclude, query) => {
		const ofExclude = known.get(exclude) ?? new WeakMap<Query, Query>();
		known.set(exclude, ofExclude);
		const combined = ofExclude.get(query) ?? combine(exclude, query);
		ofExclude.set(query, combined);
		return combined;
	};
}

/**
 * Wraps a store for the screen, so that every answer is without the excluded requests. Single requests (`get`) may be excluded
 * ones.
 */
export function excludingStore(
	store: Store,
	exclude: Pick<StandingExclude, 'getState' | 'subscribe'>,
): ExcludingStore {
	// Stores recognise a repeated query by its identity.
	const without = remembered((exclude, query) => (isEverything(query) ? exclude : both(exclude, query)));
	const only = remembered((exclude, query) =>
		both({text: `-(${exclude.text})`, expression: {type: 'not', of: exclude.expression}}, query),
	);
	const hiding = ({query, isOn}: ExcludeState): Query | null => (isOn ? query : null);
	const shown = (query: Query): Query => {
		const active = hiding(exclude.getState());
		return active === null ? query : without(active, query);
	};
	// The store keeps the results of a query while it has a subscriber.
	let counted: Query | null = null;
	let forget = (): void => {};
	const keep = (query: Query | null): void => {
		if (query !== counted) {
			forget();
			counted = query;
			forget = query === null ? () => {} : store.subscribe(query, () => {});
		}
	};
	return {
		store: {
			...forwardedStore(store),
			whole: store,
			count: (query, ...args) => store.count(shown(query), ...args),
			page: (query, ...args) => store.page(shown(query), ...args),
			histogram: (query, ...args) => store.histogram(shown(query), ...args),
			heatmap: (query, ...args) => store.heatmap(shown(query), ...args),
			facets: (query, ...args) => store.facets(shown(query), ...args),
			routes: (query, ...args) => store.routes(shown(query), ...args),
			visits: (query, ...args) => store.visits(shown(query), ...args),
			differences: ({within, ...comparison}, ...args) =>
				store.differences({...comparison, within: shown(within)}, ...args),
			arrivals: (query, ...args) => store.arrivals(shown(query), ...args),
			subscribe(query, listener) {
				let asked = shown(query);
				let unsubscribe = store.subscribe(asked, listener);
				const unsubscribeExclude = exclude.subscribe(() => {
					const next = shown(query);
					if (next !== asked) {
						const before = unsubscribe;
						asked = next;
						unsubscribe = store.subscribe(next, listener);
						before();
						listener();
					}
				});
				return () => {
					unsubscribeExclude();
					unsubscribe();
				};
			},
			searched: (query, ...args) => store.searched(shown(query), ...args),
		},
		async excluded(query, signal) {
			const active = hiding(exclude.getState());
			const hidden = active && only(active, query);
			keep(hidden);
			return hidden === null ? 0 : (await store.count(hidden, signal)).n;
		},
	};
}

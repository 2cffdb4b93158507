import {both, type Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {cursorFrom, type Direction} from '../find/entry-finder.js';
import type {Finder} from '../listing/listing-controller.js';

/** Returns a finder for the next entry of a status class within the search. */
export type StatusFinders = (statusClass: 4 | 5, direction: Direction) => Finder;

/** Returns the finders of a store. They reuse the `Query` object for the same search. */
export function statusFinders(store: Pick<Store, 'page'>): StatusFinders {
	const narrowed = new WeakMap<Query, Map<number, Query>>();
	const within = (query: Query, statusClass: number): Query => {
		const made = narrowed.get(query) ?? new Map<number, Query>();
		narrowed.set(query, made);
		const known = made.get(statusClass) ?? both(query, classQuery(statusClass));
		made.set(statusClass, known);
		return known;
	};
	return (statusClass, direction) => async (from, query, signal) => {
		const page = await store.page(within(query, statusClass), cursorFrom(direction, from), 1, signal);
		return page.entries[0] ?? null;
	};
}

function classQuery(statusClass: number): Query {
	const first = statusClass * 100;
	return {
		text: `status:${statusClass}xx`,
		expression: {type: 'number', field: 'status', ranges: [{from: first, to: first + 99}]},
	};
}

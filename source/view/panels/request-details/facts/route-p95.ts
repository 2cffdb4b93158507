import {both, type Query} from '../../../../query/query.js';
import {actualEntry} from '../../../../redaction/redact-entry.js';
import type {Entry} from '../../../../store/store.js';
import type {PanelTools} from '../../../panel/open-panel.js';
import {remembered} from '../../../panel/remembered.js';
import {askFigures} from '../../../pulse/figures.js';
import {liveAnswer} from '../../../state/live-answer.js';

/** Pause after an answer, as a multiple of the time it took: it goes through all matches, and changes little. */
const rest = 100;

/** Time for which a request stays open before its route is queried, in ms: a held `j` must not wait for the answers. */
const settled = 150;

/** The 95th percentile of the durations of a route, kept up to date. */
type RouteP95 = {
	/** In ms; null until known, or if no request of the route has a duration. */
	of(entry: Entry, search: Query): number | null;
	/** Queries it for the route of a request within a search. */
	follow(entry: Entry, search: Query, isFrozen: boolean): void;
	close(): void;
};

/** Returns the percentile of no route yet. Requests of the same route don't query it again. */
export function routeP95({store, clock, changed}: Pick<PanelTools, 'store' | 'clock' | 'changed'>): RouteP95 {
	const queryOf = remembered(
		(route: string, search: Query): Query =>
			both(search, {
				text: `route:${route}`,
				expression: {type: 'text', field: 'route', matches: [{kind: 'equals', text: route, isExact: true}]},
			}),
	);
	const live = liveAnswer<{readonly query: Query}, {readonly p95: number | null}>({
		...{store, clock, changed, rest},
		answer: async ({query}, signal) => {
			const {took} = await askFigures(store, query, signal);
			return {p95: took?.p95 ?? null};
		},
	});
	const wanted = (entry: Entry, search: Query): Query | null => {
		const {url, routes, durationMs} = actualEntry(entry);
		return url === null || durationMs === null ? null : queryOf(routes.of(url).route, search);
	};
	let followed: Query | null = null;
	let cancel = (): void => {};
	const ask = (query: Query | null): void => {
		if (query !== followed) {
			cancel();
			live.close();
			followed = query;
			cancel = query === null ? () => {} : clock.after(settled, () => live.ask({query}));
		}
	};
	return {
		of(entry, search) {
			const query = wanted(entry, search);
			return query !== null && live.answered?.query === query ? (live.answer?.p95 ?? null) : null;
		},
		follow(entry, search, isFrozen) {
			ask(wanted(entry, search));
			live.setFrozen(isFrozen);
		},
		close: () => ask(null),
	};
}

import {useEffect, useMemo, useSyncExternalStore} from 'react';
import type {Clock} from '../../clock.js';
import type {Query} from '../../query/query.js';
import {indexingText} from '../listing/status-texts.js';
import type {GivenTools} from '../panel/open-panel.js';
import type {SpanLine} from '../spans/span.js';
import {externalStore} from '../state/external-store.js';
import {type OverviewScene, openOverview} from './open-overview.js';

const nothing: readonly SpanLine[] = [];

/** Time for which the search must be unchanged before the store is queried, in ms: longer than the pause between two keys. */
const settling = 200;

/** Calls back once a search has been unchanged for a while. */
function settledQueries(clock: Clock, changed: () => void) {
	let wanted: Query | null = null;
	let settled: Query | null = null;
	let cancel: (() => void) | undefined;
	return {
		isSettled(query: Query | null): boolean {
			if (query !== wanted) {
				cancel?.();
				cancel = undefined;
				wanted = query;
			}
			if (query !== null && query !== settled) {
				cancel ??= clock.after(settling, () => {
					cancel = undefined;
					settled = query;
					changed();
				});
			}
			return query !== null && query === settled;
		},
	};
}

/**
 * Returns the lines of the overview below the page, at most `scene.height`. Returns none if a panel hides them.
 * @param isHiding - when it changes, the overview starts again, because its answers still contain values as shown before
 */
export function useOverview(
	{store, clock, snapshots, alerts}: GivenTools,
	scene: OverviewScene,
	isSeen: boolean,
	isHiding: boolean,
): readonly SpanLine[] {
	const {isSpoken} = scene;
	// biome-ignore lint/correctness/useExhaustiveDependencies: answers of the store depend on the redaction
	const {version, overview, queries} = useMemo(() => {
		const version = externalStore(0, n => n + 1);
		const changed = (): void => version.dispatch(undefined);
		const overview = openOverview({store, clock, snapshots, alerts, changed}, isSpoken);
		return {version, overview, queries: settledQueries(clock, changed)};
	}, [store, clock, snapshots, alerts, isHiding, isSpoken]);
	const drawn = useSyncExternalStore(version.subscribe, version.getState);
	const {listing, search, separators, bookmarks, figures, formatTime, width, height, theme} = scene;
	// Before the first rows arrive, no other queries should run.
	const isShown = isSeen && height > 0 && listing.count !== null;
	useEffect(() => {
		if (queries.isSettled(isShown ? search.query : null)) {
			overview.follow(scene);
		} else if (!isShown) {
			overview.close();
		}
	});
	useEffect(
		() => () => {
			queries.isSettled(null);
			overview.close();
		},
		[overview, queries],
	);
	const {newestBefore, status} = listing;
	const indexing = indexingText(status);
	// Rows change several times a second, but the overview doesn't depend on them.
	// biome-ignore lint/correctness/useExhaustiveDependencies: what of the scene is drawn is named
	return useMemo(
		() => (isShown ? overview.draw(scene) : nothing),
		[
			overview,
			drawn,
			isShown,
			search.query,
			newestBefore,
			indexing,
			separators,
			bookmarks,
			figures,
			formatTime,
			width,
			height,
			theme,
		],
	);
}

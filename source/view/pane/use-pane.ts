import {useEffect, useMemo, useSyncExternalStore} from 'react';
import {indexingText} from '../listing/status-texts.js';
import type {OverviewScene} from '../overview/open-overview.js';
import type {GivenTools} from '../panel/open-panel.js';
import type {PieceLine} from '../spans/piece.js';
import {externalStore} from '../state/external-store.js';
import {openPane, paneTarget} from './open-pane.js';

const nothing: readonly PieceLine[] = [];

/**
 * Returns the lines of the pane in the space below the page, at most `scene.room`. Returns none if a panel hides them.
 * @param isHiding - when it changes, the pane starts again: its answers still hold what was shown before
 */
export function usePane(
	{store, clock, snapshots, alerts}: GivenTools,
	scene: OverviewScene,
	isSeen: boolean,
	isHiding: boolean,
): readonly PieceLine[] {
	// biome-ignore lint/correctness/useExhaustiveDependencies: answers of the store depend on the redaction
	const {version, pane} = useMemo(() => {
		const version = externalStore(0, n => n + 1);
		const changed = (): void => version.dispatch(undefined);
		return {version, pane: openPane({store, clock, snapshots, alerts, changed})};
	}, [store, clock, snapshots, alerts, isHiding]);
	const drawn = useSyncExternalStore(version.subscribe, version.getState);
	const {listing, separators, bookmarks, figures, formatTime, width, room, theme} = scene;
	// A screen reader has no space to fill. Before the first rows arrive, no other queries should run.
	const isShown = isSeen && !scene.isSpoken && room > 0 && listing.count !== null;
	useEffect(() => pane.follow(isShown ? scene : null));
	useEffect(() => () => pane.follow(null), [pane]);
	const {query, entry} = paneTarget(scene);
	const {newestBefore, status} = listing;
	const indexing = indexingText(status);
	// Rows change several times a second, but the pane doesn't depend on them.
	// biome-ignore lint/correctness/useExhaustiveDependencies: what of the scene is drawn is named
	return useMemo(
		() => (isShown ? pane.draw(scene) : nothing),
		[
			pane,
			drawn,
			isShown,
			query,
			entry,
			newestBefore,
			indexing,
			separators,
			bookmarks,
			figures,
			formatTime,
			width,
			room,
			theme,
		],
	);
}

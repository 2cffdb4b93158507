import {useEffect, useMemo, useReducer} from 'react';
import {indexingText} from '../listing/status-texts.js';
import type {GivenTools, PanelScene} from '../panel/open-panel.js';
import type {PieceLine} from '../spans/piece.js';
import {openPane, paneTarget} from './open-pane.js';

/** Minimum height of the pane. With fewer lines, it would only be noise. */
const leastRoom = 10;

const nothing: readonly PieceLine[] = [];

/**
 * Returns the lines of the pane in the space below the page, at most `scene.room`. Returns none if there are too few lines, or if
 * a panel hides them.
 */
export function usePane({store, clock, alerts}: GivenTools, scene: PanelScene, isSeen: boolean) {
	const [version, changed] = useReducer((n: number) => n + 1, 0);
	const pane = useMemo(() => openPane({store, clock, alerts, changed}), [store, clock, alerts]);
	const {listing, separators, formatTime, width, room, theme} = scene;
	// A screen reader has no space to fill. Before the first rows arrive, no other queries should run.
	const isShown = isSeen && !scene.isSpoken && room >= leastRoom && listing.count !== null;
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
			version,
			isShown,
			query,
			entry,
			newestBefore,
			indexing,
			separators,
			formatTime,
			width,
			room,
			theme,
		],
	);
}

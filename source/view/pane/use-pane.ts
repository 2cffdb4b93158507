import {useEffect, useMemo, useReducer} from 'react';
import {indexingText} from '../listing/status-texts.js';
import type {GivenTools, PanelScene} from '../panel/open-panel.js';
import type {PieceLine} from '../spans/piece.js';
import {openPane, paneTarget} from './open-pane.js';

/** Fewer lines would only be noise below the page. */
const leastRoom = 10;

const nothing: readonly PieceLine[] = [];

/**
 * The lines of the pane in the space below the page, `scene.room` of them at most; none where there are too few, or
 * where something lies over them.
 */
export function usePane({store, clock, alerts}: GivenTools, scene: PanelScene, isSeen: boolean) {
	const [version, changed] = useReducer((n: number) => n + 1, 0);
	const pane = useMemo(() => openPane({store, clock, alerts, changed}), [store, clock, alerts]);
	const {listing, separators, formatTime, width, room, theme} = scene;
	// What is read out has no space to fill, and nothing is asked before the first rows are there.
	const isShown = isSeen && !scene.isSpoken && room >= leastRoom && listing.count !== null;
	useEffect(() => pane.follow(isShown ? scene : null));
	useEffect(() => () => pane.follow(null), [pane]);
	const {query, entry} = paneTarget(scene);
	const {newestBefore, status} = listing;
	const indexing = indexingText(status);
	// Rows flow several times a second, and the pane doesn't change with them.
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

import {useEffect, useLayoutEffect, useMemo, useSyncExternalStore} from 'react';
import {type PaneKind, type PanePosition, paneRectangle, type Rectangle} from '../layout/panes.js';
import type {ScreenSize} from '../layout/screen-parts.js';
import type {GivenTools, Panel, PanelScene, PaneView} from './open-panel.js';
import {type PanelHost, panelHost} from './panel-host.js';

/** Returns the host that opens and closes panels. */
export function usePanelHost(
	makePanels: () => readonly Panel[],
	{store, clock, snapshots, alerts}: GivenTools,
	{width, height, isSpoken}: ScreenSize,
): PanelHost {
	const host = useMemo(
		() => panelHost(makePanels(), {store, clock, snapshots, alerts}),
		[makePanels, store, clock, snapshots, alerts],
	);
	host.resize({width, height, isSpoken});
	useSyncExternalStore(host.subscribe, host.getVersion);
	useEffect(() => () => host.closeAll(), [host]);
	return host;
}

/** A pane as drawn, and its position on the screen. */
export type ShownPane = {
	readonly kind: PaneKind;
	readonly position: PanePosition;
	readonly view: PaneView;
	readonly rectangle: Rectangle;
};

/** Returns the size of a pane. */
export function sizeOf({rectangle: {width, height}}: ShownPane): {
	readonly width: number;
	readonly height: number;
} {
	return {width, height};
}

/**
 * Draws the visible panels.
 * @param taken - number of lines for rows and separators
 */
export function usePanes(
	host: PanelHost,
	shown: Omit<PanelScene, 'width' | 'height'>,
	size: ScreenSize,
	taken: number,
): readonly ShownPane[] {
	const positions = host.positions();
	const scenes = new Map<PaneKind, PanelScene>();
	const panes = (['wide', 'text'] as const).flatMap((kind): readonly ShownPane[] => {
		const rectangle = paneRectangle(size, positions, kind, taken);
		const position = positions[kind];
		if (!rectangle || position === undefined) {
			return [];
		}
		const {width, height} = rectangle;
		const scene = {...shown, width, height: Math.max(1, height - 1)};
		const view = host.draw(kind, scene);
		if (!view) {
			return [];
		}
		scenes.set(kind, scene);
		return [{kind, position, rectangle, view}];
	});
	useLayoutEffect(() => host.follow(scenes));
	return panes;
}

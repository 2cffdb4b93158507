import {useEffect, useLayoutEffect, useMemo, useSyncExternalStore} from 'react';
import {keysOf} from '../../keys/key-bindings.js';
import {keyed, withoutNulls} from '../../keys/keyed.js';
import {type PaneKind, paneRectangle, type Rectangle} from '../layout/panes.js';
import type {ScreenSize} from '../layout/screen-parts.js';
import {firingTextOf} from '../panels/alerts/use-alerts.js';
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

/** Returns the text before the title while the screen is frozen. */
function frozenMark(): string {
	return ['Frozen', ...withoutNulls([keyed`${'freeze'} continues`])].join(', ').concat('  ');
}

/** A pane as drawn, and its place on the screen. */
export type ShownPane = {readonly kind: PaneKind; readonly view: PaneView; readonly rectangle: Rectangle};

/**
 * Draws the visible panels.
 * @param taken - number of lines for rows and separators
 */
export function usePanes(
	host: PanelHost,
	shown: Omit<PanelScene, 'titleWidth' | 'width' | 'room'>,
	size: ScreenSize,
	taken: number,
): readonly ShownPane[] {
	const places = host.places();
	// A panel on the whole screen hides the title line.
	const firing = firingTextOf(shown.alerts, shown.formatTime);
	const scenes: Array<readonly [PaneKind, PanelScene]> = [];
	const panes = (['wide', 'text'] as const).flatMap((kind): readonly ShownPane[] => {
		const rectangle = paneRectangle(size, places, kind, taken);
		if (!rectangle) {
			return [];
		}
		const isWhole = places[kind] === 'whole';
		const mark = isWhole
			? (firing ? `${firing.brief}  ` : '') + (shown.listing.frozen ? frozenMark() : '')
			: '';
		const {width, height} = rectangle;
		const panel = host.panelOf(kind);
		const key = panel && keysOf(panel.command);
		// The rule of a title has four columns, and its key.
		const titleWidth = Math.max(1, width - (isWhole ? mark.length : 4 + (key ?? '').length));
		const scene = {...shown, width, titleWidth, room: Math.max(1, height - 1)};
		const drawn = host.draw(kind, scene);
		if (!drawn || !panel) {
			return [];
		}
		scenes.push([kind, scene]);
		const title = mark + drawn.title;
		const {command, isFollowing = false} = panel;
		const view = {...drawn, title, command, isWhole, isFollowing, hasFocus: host.focus() === kind};
		return [{kind, rectangle, view}];
	});
	useLayoutEffect(() => {
		for (const [kind, scene] of scenes) {
			host.follow(kind, scene);
		}
	});
	return panes;
}

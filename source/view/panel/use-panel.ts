import {useEffect, useLayoutEffect, useMemo, useSyncExternalStore} from 'react';
import {keyed, withoutNulls} from '../../keys/keyed.js';
import type {GivenTools, Panel, PanelScene, PanelView} from './open-panel.js';
import {type PanelHost, panelHost} from './panel-host.js';

/** The panel over the listing, and the host that opens and closes it. */
type UsedPanel = {
	/** The view of the open panel; null if none is open. */
	readonly view: PanelView | null;
	readonly host: PanelHost;
};

/** Returns the text before the title while the screen is frozen. */
function frozenMark(): string {
	return ['Frozen', ...withoutNulls([keyed`${'freeze'} continues`])].join(', ').concat('  ');
}

/** Text before the title while a rule is firing. A panel hides the title line, which has more details. */
const alertMark = 'ALERT  ';

/** Draws the panel over the listing, if one is open. */
export function usePanel(
	makePanels: () => readonly Panel[],
	{store, clock, snapshots, alerts}: GivenTools,
	shown: Omit<PanelScene, 'titleWidth'>,
): UsedPanel {
	const isAlarming = shown.alerts.some(({state}) => state.isFiring);
	const mark = (isAlarming ? alertMark : '') + (shown.listing.frozen ? frozenMark() : '');
	const scene = {...shown, titleWidth: Math.max(1, shown.width - mark.length)};
	const host = useMemo(
		() => panelHost(makePanels(), {store, clock, snapshots, alerts}),
		[makePanels, store, clock, snapshots, alerts],
	);
	useSyncExternalStore(host.subscribe, host.getVersion);
	useLayoutEffect(() => host.follow(scene));
	useEffect(() => () => host.closeAll(), [host]);
	const view = host.draw(scene);
	return {view: view && {...view, title: mark + view.title}, host};
}

import {useEffect, useLayoutEffect, useMemo, useSyncExternalStore} from 'react';
import {keyed, toldOf} from '../../keys/keyed.js';
import type {GivenTools, PanelScene, PanelView} from './open-panel.js';
import {type PanelHost, type Panels, panelHost} from './panel-host.js';

/** What lies over the listing, and what opens and closes it. */
type UsedPanel = {
	/** What is over the listing now. */
	readonly view: PanelView | null;
	readonly host: PanelHost;
};

/** What stands before the title while the screen is frozen. */
function frozenMark(): string {
	return ['Frozen', ...toldOf([keyed`${'freeze'} goes on`])].join(', ').concat('  ');
}

/** What stands before it while a rule is firing: the title line, which says more, isn't there. */
const alertMark = 'ALERT  ';

/** The panel that lies over the listing, if any. */
export function usePanel(
	makePanels: () => Panels,
	{store, clock, alerts}: GivenTools,
	shown: Omit<PanelScene, 'titleWidth'>,
): UsedPanel {
	const isAlarming = shown.alerts.some(({state}) => state.isFiring);
	const mark = (isAlarming ? alertMark : '') + (shown.listing.frozen ? frozenMark() : '');
	const scene = {...shown, titleWidth: Math.max(1, shown.width - mark.length)};
	const host = useMemo(
		() => panelHost(makePanels(), {store, clock, alerts}),
		[makePanels, store, clock, alerts],
	);
	useSyncExternalStore(host.subscribe, host.getVersion);
	useLayoutEffect(() => host.follow(scene));
	useEffect(() => () => host.closeAll(), [host]);
	const view = host.draw(scene);
	return {view: view && {...view, title: mark + view.title}, host};
}

import {useEffect} from 'react';
import type {PanelHost} from '../panel/panel-host.js';
import type {ViewPanel} from './views.js';

/** Opens what lies over the listing to begin with, if anything does. */
export function useFirstPanel(host: PanelHost, panel: ViewPanel | null): void {
	useEffect(() => {
		if (panel !== null) {
			host.toggle(panel);
		}
	}, [host, panel]);
}

import type {Panel} from '../panel/open-panel.js';
import {alertsPanel} from './alerts/open-alerts.js';
import {columnsPanel} from './columns/open-columns.js';
import {differencesPanel} from './differences/open-differences.js';
import {facetsPanel} from './facets/open-facets.js';
import {helpPanel} from './help/open-help.js';
import {noticesPanel} from './notices/notices.js';
import {detailsPanel} from './request-details/open-request-details.js';
import {routesPanel} from './routes/open-routes.js';
import {latencyPanel, timelinePanel} from './timeline/open-timeline.js';
import {unrecognisedPanel} from './unrecognised/open-unrecognised.js';

/**
 * Returns all panels, sorted as in the help. To add a panel, write a `Panel` in a new folder and add it here, and add a row in
 * `keys/command.ts`. The panel keeps its state in variables of its `open` function, whose result has these methods:
 * - `draw` creates title and lines from the state and the scene;
 * - `take` handles a command: it changes the state, changes the search through `scene.search`, or closes the panel with
 *   `tools.close()`. Esc, q and the commands of other panels arrive here first; if it returns false, they have their
 *   default effect;
 * - `follow` queries the store, usually through a `liveAnswer`, which repeats the query when the store changes; `close` stops that.
 * `textPanel` creates panels that only show scrollable text. State that survives closing belongs in a function around the panel,
 * as in `facetsPanel`.
 */
export function makePanels(): readonly Panel[] {
	const panels = [
		detailsPanel,
		timelinePanel,
		latencyPanel,
		facetsPanel(),
		routesPanel,
		differencesPanel,
		columnsPanel,
		alertsPanel,
		noticesPanel,
		unrecognisedPanel,
	];
	return [...panels, helpPanel(panels)];
}

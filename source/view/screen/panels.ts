import {openAlerts} from '../../alerts/panel/open-alerts.js';
import {openRoutes} from '../../routes/panel/open-routes.js';
import {openColumns} from '../columns/open-columns.js';
import {facetsOpener} from '../facets/open-facets.js';
import {openHelp} from '../help/open-help.js';
import {openNotices} from '../notices/notices.js';
import type {Panels} from '../panel/panel-host.js';
import {openRequestDetails} from '../request-details/open-request-details.js';
import {openTimeline} from '../timeline/open-timeline.js';
import {openUnrecognised} from '../unrecognised/open-unrecognised.js';

/**
 * All panels, by the command that opens and closes them. To add a panel, write a function of type `PanelOpener` in a new folder
 * and add a line here, and a row in `keys/command.ts`. The panel keeps its state in variables
 * of that function and has these methods:
 * - `draw` creates title and lines from the state and the scene;
 * - `take` handles a command: it changes the state, changes the search through `scene.search`, or closes the panel with
 *   `tools.close()`. Esc, q and the commands of other panels arrive here first; if it returns false, they have their
 *   default effect;
 * - `follow` queries the store, usually through a `liveAnswer`, which repeats the query when the store changes; `close` stops that.
 * `textPanel` creates panels that only show scrollable text. State that survives closing belongs in a function around the opener,
 * as in `facetsOpener`.
 */
export function makePanels(): Panels {
	return {
		timeline: openTimeline,
		facets: facetsOpener(),
		routes: openRoutes,
		columns: openColumns,
		help: openHelp,
		notices: openNotices,
		alerts: openAlerts,
		open: openRequestDetails,
		unrecognised: openUnrecognised,
	};
}

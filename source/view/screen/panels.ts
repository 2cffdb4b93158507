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
 * All panels, by the command that opens and closes them. To add one: a function of type `PanelOpener` in a folder of
 * its own, a line here, a command in `keys/command.ts`, and a row in `keys/key-table.ts`. The panel has its state in
 * variables of that function, and three things to do:
 * - `draw` makes title and lines out of the state and the scene;
 * - `take` changes the state as a command says (Esc, q, and the commands of the other panels come here first, and do
 *   what they always do when it answers false), through `scene.search` the search, and ends itself with `tools.close()`;
 * - `follow` asks the store, mostly through a `liveAnswer`, which asks again as the store changes; `close` ends that.
 * A panel that is only text to be read and scrolled is made by `textPanel`. What it remembers from one opening to the
 * next is in a function around its opener, as that of `facetsOpener`.
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

import {errorMessage} from '../../../error-message.js';
import type {OpenPanel, Panel, PanelTools} from '../../panel/open-panel.js';
import {remembered} from '../../panel/remembered.js';
import {moveKeys, textPanel} from '../../panel/text-panel.js';
import {type FetchedLines, loggedLines, unrecognisedText} from './unrecognised-panel.js';

/** Maximum number of lines: more than users read, and fast to read from the files. */
const maxLines = 300;

/** Opens the lines in no known format, as of now. */
function openUnrecognised({store, changed}: PanelTools): OpenPanel {
	const controller = new AbortController();
	let fetched: FetchedLines = null;
	const fetch = (lines: FetchedLines): void => {
		fetched = lines;
		changed();
	};
	store.unrecognisedLines(maxLines, controller.signal).then(fetch, (error: unknown) => {
		fetch(errorMessage(error));
	});
	// Cached, because formatting hundreds of lines for each frame would be slow.
	const lines = remembered(loggedLines);

	return {
		...textPanel(({width}, {unrecognised}) =>
			unrecognisedText(fetched, lines(fetched, width), unrecognised, width),
		),
		close() {
			controller.abort();
		},
	};
}

/** The panel with the lines in no known format. */
export const unrecognisedPanel: Panel = {
	command: 'unrecognised',
	kind: 'text',
	name: 'Lines not recognised',
	keys: moveKeys('line'),
	open: openUnrecognised,
};

import {errorMessage} from '../../error-message.js';
import type {OpenPanel, PanelTools} from '../panel/open-panel.js';
import {remembered} from '../panel/remembered.js';
import {textPanel} from '../panel/text-panel.js';
import {type FetchedLines, loggedLines, unrecognisedPanel} from './unrecognised-panel.js';

/** Maximum number of lines: more than users read, and fast to read from the files. */
const most = 300;

/** Opens the panel with the lines in no known format, as of now. */
export function openUnrecognised({store, changed}: PanelTools): OpenPanel {
	const controller = new AbortController();
	let fetched: FetchedLines = null;
	const fetch = (lines: FetchedLines): void => {
		fetched = lines;
		changed();
	};

	store.unrecognisedLines(most, controller.signal).then(fetch, (error: unknown) => {
		fetch(errorMessage(error));
	});

	// Cached, because formatting hundreds of lines for each frame would be slow.
	const lines = remembered(loggedLines);

	return {
		...textPanel(({width}, {unrecognised}) =>
			unrecognisedPanel(fetched, lines(fetched, width), unrecognised, width),
		),
		close() {
			controller.abort();
		},
	};
}

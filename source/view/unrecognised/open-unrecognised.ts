import {errorMessage} from '../../error-message.js';
import type {OpenPanel, PanelTools} from '../panel/open-panel.js';
import {remembered} from '../panel/remembered.js';
import {textPanel} from '../panel/text-panel.js';
import {type FetchedLines, loggedLines, unrecognisedPanel} from './unrecognised-panel.js';

/** More than anyone looks through; read back from the files in a moment. */
const most = 300;

/** The panel with the lines that no format reads, as they are when it is opened. */
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

	// Some hundred lines of any text: not for every frame.
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

import type {OpenPanel, PanelTools} from '../panel/open-panel.js';
import type {PanelLine} from '../panel/panel-line.js';
import {textPanel} from '../panel/text-panel.js';
import {problemOf} from '../problem-of.js';
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
		fetch(problemOf(error));
	});

	// Some hundred lines of any text: not for every frame.
	let logged: {readonly of: FetchedLines; readonly width: number; readonly lines: readonly PanelLine[]} = {
		of: null,
		width: 0,
		lines: [],
	};
	const linesAt = (width: number): readonly PanelLine[] => {
		if (logged.of !== fetched || logged.width !== width) {
			logged = {of: fetched, width, lines: loggedLines(fetched, width)};
		}

		return logged.lines;
	};

	return {
		...textPanel(({width}, {unrecognised}) =>
			unrecognisedPanel(fetched, linesAt(width), unrecognised, width),
		),
		close() {
			controller.abort();
		},
	};
}

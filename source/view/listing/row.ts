import {cells} from '../../listing/cells.js';
import {type Cells, columns} from '../../listing/columns.js';
import {isOddTime} from '../../listing/odd-time.js';
import {sanitise} from '../../listing/sanitise.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {Entry} from '../../store/store.js';

/** An entry on the screen. */
export type Row = {
	readonly entry: Entry;
	/** Safe for the terminal; times that can't be right end in ` !`. */
	readonly cells: Cells;
};

/** No terminal shows more of a text; a URL of 1 MB isn't sanitised to its end for every frame. */
const textLimit = 8192;

/** Makes the row of an entry. `now`: milliseconds since 1970. */
export function toRow(entry: Entry, formatTime: TimeFormatter, now: number): Row {
	const texts = {...cells(entry, formatTime)};
	for (const column of columns) {
		texts[column] = sanitise(texts[column].slice(0, textLimit));
	}

	if (isOddTime(entry.time, now)) {
		texts.time += ' !';
	}

	return {entry, cells: texts};
}

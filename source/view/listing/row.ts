import {cellText} from '../../format/cells.js';
import type {Column} from '../../format/columns.js';
import {isOddTime} from '../../format/odd-time.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {dayOf} from '../../format/time-texts.js';
import type {Entry} from '../../store/store.js';

/** An entry on the screen. */
export type Row = {
	readonly entry: Entry;
	/** What stands in a column, safe for the terminal; times that can't be right end in ` !`. */
	readonly text: (column: Column) => string;
};

/** No terminal shows more of a text; a URL of 1 MB isn't sanitised to its end for every frame. */
const textLimit = 8192;

/** The day of a row as it is shown; empty: none. */
export function rowDay(row: Row | undefined): string {
	return dayOf(row?.text('time') ?? '');
}

/** The days of a page, for rows that show the clock alone: that of the first row, and whether there are others. */
export function daysText(rows: readonly Row[]): string {
	const day = rowDay(rows[0]);
	return day === '' || rows.every(row => ['', day].includes(rowDay(row))) ? day : `${day} and before`;
}

/** Makes the row of an entry. `now`: milliseconds since 1970. */
export function toRow(entry: Entry, formatTime: TimeFormatter, now: number): Row {
	const isOdd = isOddTime(entry.time, now);
	/** Made when they are first asked for: most columns aren't shown, and some take longer. */
	const texts: Partial<Record<Column, string>> = {};
	const made = (column: Column): string => {
		const text = sanitise(cellText(column, entry, formatTime).slice(0, textLimit));
		return column === 'time' && isOdd ? `${text} !` : text;
	};

	return {
		entry,
		text(column) {
			texts[column] ??= made(column);
			return texts[column];
		},
	};
}

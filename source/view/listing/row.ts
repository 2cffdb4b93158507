import {cellText} from '../../format/cells.js';
import type {Column} from '../../format/columns.js';
import {isOddTime} from '../../format/odd-time.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {dayOf} from '../../format/time-texts.js';
import type {Order} from '../../query/order.js';
import {briefEntry} from '../../redaction/redact-entry.js';
import type {Entry} from '../../store/store.js';

/** An entry as the screen shows it. */
export type Row = {
	readonly entry: Entry;
	/** Returns the cell of a column, safe for the terminal. Implausible times end with ` !`. */
	readonly text: (column: Column) => string;
};

/**
 * Maximum length of a cell before sanitising. No terminal shows more, and sanitising a whole 1 MB URL for each frame would be
 * slow.
 */
const textLimit = 8192;

/** Returns the day that a row shows; '' if it shows none. */
function rowDay(row: Row | undefined): string {
	return dayOf(row?.text('time') ?? '');
}

/**
 * Returns the days of a page whose rows show only the clock: the day of the first row, and whether there are more days. Empty if
 * each row shows its day.
 */
export function daysText(rows: readonly Row[], order: Order): string {
	const day = rowDay(rows[0]);
	return rows.every(row => ['', day].includes(rowDay(row)))
		? day
		: order === 'time'
			? `${day} and before`
			: '';
}

/**
 * Checks that a row shows its day, although the page has only the clock: another day than the row above. In another order than by
 * time, where days alternate, all rows show them if there are several.
 */
export function showsDay(rows: readonly Row[], index: number, order: Order): boolean {
	if (order !== 'time') {
		return daysText(rows, order) === '' && rowDay(rows[index]) !== '';
	}
	return index > 0 && !['', rowDay(rows[index - 1])].includes(rowDay(rows[index]));
}

/** Converts an entry to a row. `now`: ms since 1970. */
export function toRow(entry: Entry, formatTime: TimeFormatter, now: number): Row {
	const isOdd = isOddTime(entry.time, now);
	/** Computed on demand: most columns aren't shown, and some are slow. */
	const texts: Partial<Record<Column, string>> = {};
	const made = (column: Column): string => {
		const text = sanitise(cellText(column, briefEntry(entry), formatTime).slice(0, textLimit));
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

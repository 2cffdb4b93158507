import {readMark} from '../../listing/cells.js';
import {clockOf} from '../../listing/clock-text.js';
import {type Column, columns, rulesOf} from '../../listing/columns.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {Row} from './row.js';

/** The width of the widest text in each column that is measured; 0 for the others. */
export type Widest = Readonly<Record<Column, number>>;

/** Before there were any rows. */
export const nothingWide = Object.fromEntries(columns.map(column => [column, 0])) as Widest;

/** Past this it makes no difference how wide a text is: the column is cut anyway. */
const enough = 64;

const measured = columns.filter(column => rulesOf(column).width.by === 'measured');

/**
 * Grows with the rows and never shrinks: columns that follow every row that comes and goes would jump about.
 * Gives back `widest` itself when nothing grew.
 */
export function widen(widest: Widest, rows: readonly Row[]): Widest {
	const grown = {...widest};
	let changed = false;
	for (const row of rows) {
		for (const column of measured) {
			const width = needed(column, row.text(column).slice(0, enough));
			if (width > grown[column]) {
				grown[column] = width;
				changed = true;
			}
		}
	}

	return changed ? grown : widest;
}

/** The day of a time, with the space behind it, has the room of the longest: what is left without it is for the clock. */
const day = '30 Sep 2026 ';

function needed(column: Column, text: string): number {
	const clock = column === 'time' && text.startsWith(readMark) ? clockOf(text) : null;
	return Math.max(terminalWidth(text), clock === null ? 0 : day.length + clock.length);
}

import {type Column, columns} from '../../listing/columns.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {Row} from './row.js';

/** The width of the widest text in each column. */
export type Widest = Readonly<Record<Column, number>>;

/** Before there were any rows. */
export const nothingWide: Widest = {status: 0, ip: 0, method: 0, url: 0, time: 0, token: 0};

/** Past this it makes no difference how wide a text is: the column is cut anyway. */
const enough = 64;

/**
 * Grows with the rows and never shrinks: columns that follow every row that comes and goes would jump about.
 * Gives back `widest` itself when nothing grew.
 */
export function widen(widest: Widest, rows: readonly Row[]): Widest {
	const grown = {...widest};
	let changed = false;
	for (const {cells} of rows) {
		for (const column of columns) {
			const width = terminalWidth(cells[column].slice(0, enough));
			if (width > grown[column]) {
				grown[column] = width;
				changed = true;
			}
		}
	}

	return changed ? grown : widest;
}

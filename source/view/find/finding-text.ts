import type {Column} from '../../listing/columns.js';
import {inParentheses} from '../keys/keyed.js';
import {keysOf} from '../keys/keys-in-force.js';
import type {Row} from '../listing/row.js';
import {isInRow, type Needle} from './needle.js';

/** How many of the rows on the screen have what is looked for; empty where nothing is, or there are no rows. */
export function findingText(needle: Needle | null, rows: readonly Row[], columns: readonly Column[]): string {
	if (!needle || rows.length === 0) {
		return '';
	}

	const n = rows.filter(row => isInRow(needle, row, columns)).length;
	const found = `found in ${n === 0 ? 'no row' : n === 1 ? '1 row' : `${n} rows`} here`;
	return found + inParentheses(keysOf('findNext', 'findPrevious'));
}

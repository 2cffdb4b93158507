import {type Column, usualColumns} from '../../listing/columns.js';
import {counted} from '../../listing/counted.js';
import {inParentheses, keyed} from '../keys/keyed.js';

/** That not all columns that were asked for are on the screen; empty where they are, or only some of the six aren't. */
export function noRoomText(wanted: readonly Column[], shown: readonly Column[]): string {
	const isUsual = (column: Column): boolean => usualColumns.some(usual => usual === column);
	const n = wanted.filter(column => !isUsual(column) && !shown.includes(column)).length;
	return n === 0 ? '' : `no room for ${counted(n, 'column')}${inParentheses(keyed`${'columns'}`)}`;
}

import type {PathState} from '../../tail/tail-types.js';
import {inParentheses, keyed, keyedBy} from '../keys/keyed.js';
import type {ListingState} from './listing-state.js';

/**
 * Which rows the page has, and whether it flows. A held page is to stay as it is, so it doesn't name the
 * total, which goes on growing in the count line.
 */
export function pagerText({mode, frozen, rows, newer, count, status}: ListingState): string {
	if (rows.length === 0) {
		return '';
	}

	const range = `${newer + 1}–${newer + rows.length}`;
	if (frozen) {
		return `${range}, frozen${inParentheses(keyed`${'freeze'} goes on`)}`;
	}

	const isOver = isReadToTheEnd(status.files);
	if (mode === 'held') {
		return `${range}, held${inParentheses(keyedBy('newest', isOver ? 'shows the newest' : 'follows again'))}`;
	}

	return `${range} of ${count?.n ?? 0}, ${isOver ? 'read to the end' : 'following'}`;
}

/** True when nothing can come any more: a pipe that was closed, files that aren't followed. */
function isReadToTheEnd(files: readonly PathState[]): boolean {
	return (
		files.some(({state}) => state === 'ended') &&
		!files.some(({state}) => state === 'following' || state === 'waiting')
	);
}

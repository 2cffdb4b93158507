import {keyed, leaveHint, toldOf} from '../keys/keyed.js';
import type {PanelTitle} from './title-with-hints.js';

/** Which lines of a panel are shown. */
export type ShownLines = {readonly first: number; readonly shown: number; readonly total: number};

/**
 * The title of a panel: which of its lines are shown if not all, and the keys, as far as there is room.
 * @param hints - what is told rather than that it can be scrolled: the first of these that there is room for
 * @param leave - how it is left
 */
export function panelTitle(
	title: string,
	{first, shown, total}: ShownLines,
	width: number,
	hints: readonly string[] = [],
	leave = leaveHint(),
): PanelTitle {
	const isWhole = shown === total;
	const range = rangeTitle(title, {first, shown, total});
	const scroll = keyed`${'rowDown'} ${'rowUp'} scroll`;
	const told = [...hints, ...(isWhole || scroll === null ? [] : [toldText([scroll, leave])]), leave]
		.filter(hint => hint !== '')
		.map(hint => ` (${hint})`);
	return {title: range, hints: told.find(hint => range.length + hint.length <= width) ?? ''};
}

/** A title with the lines that are shown, if not all are. */
export const rangeTitle = (title: string, {first, shown, total}: ShownLines): string =>
	shown === total ? title : `${title} ${first + 1}–${first + shown} of ${total}`;

/** What there is to tell of keys, in the order of its parts. */
export const toldText = (parts: ReadonlyArray<string | null>): string =>
	toldOf(parts)
		.filter(part => part !== '')
		.join(', ');

import {keyed, leaveHint, withoutNulls} from '../../keys/keyed.js';
import type {PanelView} from './open-panel.js';

/** The range of visible lines of a panel. */
export type ShownLines = {readonly first: number; readonly shown: number; readonly total: number};

/**
 * Returns the title of a panel: the range of visible lines unless all are, and the keys that fit.
 * @param hints - alternatives to the hint about scrolling, of which the first that fits is shown
 * @param leave - the hint for leaving the panel
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
	// A rule has a second space before the hints.
	return {title: range, hints: told.find(hint => range.length + 1 + hint.length <= width) ?? ''};
}

/** Returns a title with the range of visible lines, unless all are visible. */
export function rangeTitle(title: string, {first, shown, total}: ShownLines): string {
	return shown === total ? title : `${title} ${first + 1}–${first + shown} of ${total}`;
}

/** Joins the hints that exist, in the given order. */
export function toldText(parts: ReadonlyArray<string | null>): string {
	return withoutNulls(parts)
		.filter(part => part !== '')
		.join(', ');
}

/** The first line of a panel. */
export type PanelTitle = Pick<PanelView, 'title' | 'hints'>;

type Hints = ReadonlyArray<string | null>;

/**
 * Returns a title and, in parentheses, the hints that fit: the first ones, and always the last, which is for leaving. A null hint
 * has no key.
 * @param shorter - alternatives if `given` doesn't fit: the first list that fits, or the part of the last list that fits
 */
export function titleWithHints(
	title: string,
	given: Hints,
	width: number,
	shorter: readonly Hints[] = [],
): PanelTitle {
	const told = [given, ...shorter].map(hints => withoutNulls(hints).filter(hint => hint !== ''));
	const last = told.at(-1) ?? [];
	const fewer = last.map((_, dropped) => [...last.slice(0, -1 - dropped), ...last.slice(-1)]);
	const texts = [...told, ...fewer].filter(({length}) => length > 0).map(hints => `  (${hints.join('  ')})`);
	return {title, hints: texts.find(({length}) => title.length + length <= width) ?? ''};
}

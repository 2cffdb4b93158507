import {keyed, leaveHint, toldOf} from '../../keys/keyed.js';
import type {PanelView} from './open-panel.js';

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
export function rangeTitle(title: string, {first, shown, total}: ShownLines): string {
	return shown === total ? title : `${title} ${first + 1}–${first + shown} of ${total}`;
}

/** What there is to tell of keys, in the order of its parts. */
export function toldText(parts: ReadonlyArray<string | null>): string {
	return toldOf(parts)
		.filter(part => part !== '')
		.join(', ');
}

/** The first line of a panel. */
export type PanelTitle = Pick<PanelView, 'title' | 'hints'>;

type Hints = ReadonlyArray<string | null>;

/**
 * A title and, in parentheses, as many of the hints as there is room for: the first ones, and always the last, which
 * says how to leave. Null: there is no key for it.
 * @param shorter - what is told where there is no room for all of them: the first of these that there is room for, or
 * as many as there is room for of the last
 */
export function titleWithHints(
	title: string,
	given: Hints,
	width: number,
	shorter: readonly Hints[] = [],
): PanelTitle {
	const told = [given, ...shorter].map(hints => toldOf(hints).filter(hint => hint !== ''));
	const last = told.at(-1) ?? [];
	const fewer = last.map((_, dropped) => [...last.slice(0, -1 - dropped), ...last.slice(-1)]);
	const texts = [...told, ...fewer].filter(({length}) => length > 0).map(hints => `  (${hints.join('  ')})`);
	return {title, hints: texts.find(({length}) => title.length + length <= width) ?? ''};
}

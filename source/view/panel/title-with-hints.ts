import {toldOf} from '../keys/keyed.js';
import type {PanelView} from './open-panel.js';

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

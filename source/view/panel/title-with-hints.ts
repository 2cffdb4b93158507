import {toldOf} from '../keys/keyed.js';
import type {PanelView} from './open-panel.js';

/** The first line of a panel. */
export type PanelTitle = Pick<PanelView, 'title' | 'hints'>;

/**
 * A title and, in parentheses, as many of the hints as there is room for: the first ones, and always the last, which
 * says how to leave. Null: there is no key for it.
 */
export function titleWithHints(
	title: string,
	given: ReadonlyArray<string | null>,
	width: number,
): PanelTitle {
	const hints = toldOf(given).filter(hint => hint !== '');
	for (let n = hints.length - 1; n >= 0; n--) {
		const text = `  (${[...hints.slice(0, n), ...hints.slice(-1)].join('  ')})`;
		if (title.length + text.length <= width) {
			return {title, hints: text};
		}
	}

	return {title, hints: ''};
}

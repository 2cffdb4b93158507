import type {PanelTitle} from './title-with-hints.js';

/** The title of a panel: which of its lines are shown if not all, and the keys, as far as there is room. */
export function panelTitle(
	title: string,
	first: number,
	shown: number,
	total: number,
	width: number,
): PanelTitle {
	const isWhole = shown === total;
	const range = isWhole ? title : `${title} ${first + 1}–${first + shown} of ${total}`;
	const hints = [...(isWhole ? [] : [' (j k scroll, Esc closes)']), ' (Esc closes)', ''];
	return {title: range, hints: hints.find(hint => range.length + hint.length <= width) ?? ''};
}

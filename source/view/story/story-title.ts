import {panelTitle, type ShownLines} from '../panel/panel-title.js';
import type {PanelTitle} from '../panel/title-with-hints.js';

/** The title of a story: whose, which of its lines are shown, and the keys, as far as there is room. */
export function storyTitle(
	name: string,
	{
		isFurther,
		hasStops,
		message,
		...lines
	}: ShownLines & {
		/** Whether it was opened from another story. */
		readonly isFurther: boolean;
		/** Whether there are others to be opened. */
		readonly hasStops: boolean;
		/** What is to be said in place of the keys. */
		readonly message: string | null;
	},
	width: number,
): PanelTitle {
	const leave = isFurther ? 'Esc back' : 'Esc closes';
	const hints = [
		...(message === null ? [] : [message]),
		...(hasStops
			? [
					`j k move, Enter opens, o O same client, ${leave}`,
					`Enter opens, o O same client, ${leave}`,
					`j k move, Enter opens, ${leave}`,
				]
			: []),
	];
	return panelTitle(name, lines, width, hints, leave);
}

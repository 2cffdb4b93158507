import {keyed, leaveHint} from '../keys/keyed.js';
import {panelTitle, type ShownLines, toldText} from '../panel/panel-title.js';
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
	const leave = isFurther ? leaveHint('back') : leaveHint();
	const move = keyed`${'rowDown'} ${'rowUp'} move`;
	const opens = keyed`${'open'} opens`;
	const along = keyed`${'sameClientNext'} ${'sameClientPrevious'} same client`;
	const hints = [
		...(message === null ? [] : [message]),
		...(hasStops
			? [
					toldText([move, opens, along, leave]),
					toldText([opens, along, leave]),
					toldText([move, opens, leave]),
				]
			: []),
	];
	return panelTitle(name, lines, width, hints, leave);
}

import type {PanelTitle} from '../panel/title-with-hints.js';

/** The title of a story: whose, which of its lines are shown, and the keys, as far as there is room. */
export function storyTitle(
	name: string,
	{
		first,
		shown,
		total,
		isFurther,
		hasStops,
		message,
	}: {
		readonly first: number;
		readonly shown: number;
		readonly total: number;
		/** Whether it was opened from another story. */
		readonly isFurther: boolean;
		/** Whether there are others to be opened. */
		readonly hasStops: boolean;
		/** What is to be said in place of the keys. */
		readonly message: string | null;
	},
	width: number,
): PanelTitle {
	const isWhole = shown === total;
	const range = isWhole ? name : `${name} ${first + 1}–${first + shown} of ${total}`;
	const leave = isFurther ? 'Esc back' : 'Esc closes';
	const hints = [
		...(message === null ? [] : [` (${message})`]),
		...(hasStops
			? [` (j k move, Enter opens, o O same client, ${leave})`, ` (j k move, Enter opens, ${leave})`]
			: []),
		...(isWhole ? [] : [` (j k scroll, ${leave})`]),
		` (${leave})`,
		'',
	];
	return {title: range, hints: hints.find(hint => range.length + hint.length <= width) ?? ''};
}

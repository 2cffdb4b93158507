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
	leave = 'Esc closes',
): string {
	const isWhole = shown === total;
	const range = isWhole ? title : `${title} ${first + 1}–${first + shown} of ${total}`;
	const told = [...hints, ...(isWhole ? [] : [`j k scroll, ${leave}`]), leave].map(hint => ` (${hint})`);
	return range + (told.find(hint => range.length + hint.length <= width) ?? '');
}

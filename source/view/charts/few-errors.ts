const serverError = 5;

/**
 * The character of the cell of 5xx where a bar has one of them only, which stands for less then: one failure must not look
 * like a hundred. Else undefined.
 * @param cells - the bar, as `stacked` has it
 * @param wanted - the cells that the 5xx would have, of which that one is a part
 * @param characters - of the theme
 */
export function fewErrors(cells: readonly number[], wanted: number, characters: string): string | undefined {
	if (cells[0] !== serverError || cells[1] === serverError) {
		return undefined;
	}

	const all = Array.from(characters);
	return all[Math.max(0, Math.min(all.length, Math.ceil(wanted * all.length)) - 1)];
}

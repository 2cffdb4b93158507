/** What is to be said of a row: that it is marked, or that a separator stands above it for which there is no line. */
export type RowSign = 'marked' | 'separated';

/** What a line begins with that has room for it: the selected one is told by more than its look, and so are marks. */
export const marker = (isSelected: boolean, sign?: RowSign): string => {
	if (sign === 'marked') {
		return isSelected ? '◘' : '•';
	}

	return isSelected ? '▌' : sign === 'separated' ? '─' : ' ';
};

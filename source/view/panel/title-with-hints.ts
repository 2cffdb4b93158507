/** A title and, in parentheses, as many of the hints as there is room for, the first of them first. */
export function titleWithHints(title: string, hints: readonly string[], width: number): string {
	for (let n = hints.length; n > 0; n--) {
		const text = `${title}  (${hints.slice(0, n).join('  ')})`;
		if (text.length <= width) {
			return text;
		}
	}

	return title;
}

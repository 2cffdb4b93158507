import leven from 'leven';

/** Maximum edit distance for a suggestion. */
const maxMistakes = 2;

/** Returns the most similar name: it begins with `given` or is within `maxMistakes` edits. Undefined if no name is similar. */
export function nearest<Name extends string>(given: string, names: readonly Name[]): Name | undefined {
	const [best] = names
		.map(name => ({name, distance: name.startsWith(given) ? 0 : mistakes(given, name)}))
		.sort((a, b) => a.distance - b.distance);
	return best !== undefined && given.length > maxMistakes && best.distance <= maxMistakes
		? best.name
		: undefined;
}

/** Returns the edit distance, in which two swapped characters count as one mistake: `shpo`, `shop`. */
function mistakes(given: string, name: string): number {
	const distance = leven(given, name);
	return distance === 2 && [...given].sort().join('') === [...name].sort().join('') ? 1 : distance;
}

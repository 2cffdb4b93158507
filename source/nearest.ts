import leven from 'leven';

/** Typing mistakes that a name may have and still be told. */
const mostMistakes = 2;

/** The name that was probably meant: one that begins so, or one that differs by a typing mistake or two. */
export function nearest<Name extends string>(given: string, names: readonly Name[]): Name | undefined {
	const [best] = names
		.map(name => ({name, distance: name.startsWith(given) ? 0 : leven(given, name)}))
		.sort((a, b) => a.distance - b.distance);
	return best !== undefined && given.length > mostMistakes && best.distance <= mostMistakes
		? best.name
		: undefined;
}

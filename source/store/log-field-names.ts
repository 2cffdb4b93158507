import type {LogValue} from '../entries/log-fields/log-value.js';
import type {LogField} from './store.js';

/** Number of newest lines in which a store looks for names of log fields. */
export const fieldSample = 500;

/** Counts the names in the values of lines, the most frequent first. Omits names that a field has been read from. */
export function frequentNames(lists: ReadonlyArray<readonly LogValue[] | null>): readonly LogField[] {
	const counts = new Map<string, {name: string; n: number; texts: Set<string>}>();
	for (const {name, text, isRead} of lists.flatMap(values => values ?? [])) {
		const key = name.toLowerCase();
		const known = counts.get(key) ?? {name, n: 0, texts: new Set()};
		known.n += isRead ? 0 : 1;
		known.texts.add(text);
		counts.set(key, known);
	}
	return [...counts.values()]
		.filter(({n}) => n > 0)
		.map(({name, n, texts}) => ({name, n, values: texts.size}))
		.sort((a, b) => b.n - a.n || (a.name < b.name ? -1 : 1));
}

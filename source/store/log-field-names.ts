import type {LogValue} from '../entries/log-fields/log-value.js';
import type {LogField} from './store.js';

/** Number of newest lines in which a store looks for names of log fields. */
export const fieldSample = 500;

/** Counts the names in the values of lines, the most frequent first. Leaves out names that a field has been read from. */
export function frequentNames(lists: ReadonlyArray<readonly LogValue[] | null>): readonly LogField[] {
	const counts = new Map<string, {name: string; n: number}>();
	for (const {name, isRead} of lists.flatMap(values => values ?? [])) {
		const key = name.toLowerCase();
		const known = counts.get(key) ?? {name, n: 0};
		known.n += isRead ? 0 : 1;
		counts.set(key, known);
	}
	return [...counts.values()].filter(({n}) => n > 0).sort((a, b) => b.n - a.n || (a.name < b.name ? -1 : 1));
}

/** Searches that are kept. */
export const mostSearches = 200;

/** The history with one more search, once and as its last, the oldest let go. */
export function withSearch(history: readonly string[], text: string): readonly string[] {
	return text === '' ? history : [...history.filter(old => old !== text), text].slice(-mostSearches);
}

/** The place of the newest search before `end` that contains a text, whatever the case; -1 when there is none. */
export function placeOfOlder(history: readonly string[], needle: string, end: number): number {
	const wanted = needle.toLowerCase();
	return history.slice(0, Math.max(0, end)).findLastIndex(text => text.toLowerCase().includes(wanted));
}

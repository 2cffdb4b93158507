/** Searches that are kept. */
export const mostSearches = 200;

/** The history with one more search, once and as its last, the oldest let go. */
export function withSearch(history: readonly string[], text: string): readonly string[] {
	return text === '' ? history : [...history.filter(old => old !== text), text].slice(-mostSearches);
}

/** Where earlier searches are kept. */
export type SearchHistory = {
	/** The oldest first, as far as they are known by now. */
	texts(): readonly string[];
	add(text: string): void;
};

/** Keeps them until the program ends. */
export function keptInMemory(texts: readonly string[] = []): SearchHistory {
	let kept = texts;
	return {
		texts: () => kept,
		add(text) {
			kept = withSearch(kept, text);
		},
	};
}
